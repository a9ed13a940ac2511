"""Middleware: the language, the date of the last visit, accounts deleted meanwhile, no CSRF check for bearer tokens."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import logout
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from accounts.models import User
from briefing.core import api
from briefing.core.web import cookies

GetResponse = Callable[[HttpRequest], HttpResponse]


def chosen_language(request: HttpRequest) -> str:
    """The language from `?lang=`, the cookie, the account or Accept-Language, in this order."""
    offered = dict(settings.LANGUAGES)
    requested = _requested_language(request)
    if requested in offered:
        return requested
    stored = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if stored in offered:
        return stored
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and user.lang in offered:
        return str(user.lang)
    return translation.get_language_from_request(request)[:2]


def _requested_language(request: HttpRequest) -> str:
    """The page language in `?lang=`; "" in the API, where the parameter filters content."""
    answers = request.path.startswith("/api/") and request.path != reverse("api_docs")
    return "" if answers else request.GET.get("lang", "")


class LanguageMiddleware:
    """Activates the language and stores one requested by `?lang=` in the cookie `svc.lang`."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = chosen_language(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        if _requested_language(request) == language != request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                samesite="Lax",
            )
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", language)
        return response


class BearerSkipsCsrfMiddleware:
    """Skips the CSRF check for API requests with credentials in a header, which a foreign page cannot send."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Safe: an invalid token has no identity (access.identity), even with a session. An empty header does not count:
        # with it the session's reader is admitted.
        if request.path.startswith("/api/") and request.headers.get("Authorization"):
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return self.get_response(request)


class PresenceMiddleware:
    """Renews the session's fourteen days and the date of the last visit, at most once a day.

    Sets the cookies that scripts read (the portfolio's storage key and the front page arrangement) and deletes
    them when the session ends.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            today = timezone.now().date().isoformat()
            if request.session.get("day") != today:
                request.session["day"] = today
                for name in {cookies.PLACE, cookies.ARRANGEMENT} & request.COOKIES.keys():
                    request.COOKIES[name] = "old"  # renewed with the session, or deleted
                User.objects.filter(pk=request.user.pk).update(last_seen_on=today)
        response = self.get_response(request)
        _set_script_cookies(request, response)
        return response


def _set_script_cookies(request: HttpRequest, response: HttpResponse) -> None:
    """Runs after the view, which may have signed the reader in or out."""
    user = request.user if isinstance(request.user, User) else None
    cookies_wanted = {
        cookies.PLACE: user.portfolio_key if user else "",
        cookies.ARRANGEMENT: user.arrangement.as_cookie if user else "",
    }
    for name, value in cookies_wanted.items():
        if value and value != request.COOKIES.get(name):
            response.set_cookie(
                name,
                value,
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        elif not value and request.COOKIES.get(name):
            response.delete_cookie(name, samesite="Lax")


class DeletedMeanwhileMiddleware:
    """Answers as to a stranger when the reader's account was deleted while the request ran, as in another tab.

    What the request then reads, locks or writes is not there; other errors, and a database that is away, are none of
    its business.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        # Django itself raises DatabaseError for a row to update that is gone.
        gone = isinstance(exception, ObjectDoesNotExist | IntegrityError) or type(exception) is DatabaseError
        if not gone or not isinstance(request.user, User):
            return None
        if User.objects.filter(pk=request.user.pk).exists():
            return None
        logout(request)
        if request.path.startswith("/api/"):
            return api.problem(401, "authentication_required", "The account was deleted.")
        response = HttpResponseRedirect(settings.LOGIN_URL, status=303)
        response["Cache-Control"] = "no-store"
        return response
