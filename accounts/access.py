"""Access control: a request's identity, the paid status, and the gates of pages, API routes and feeds.

Order on a gated API route (decision 2.3): flag (404), authentication (401), paid access (402), then the
limits and the payload, which the route checks itself.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Literal
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from accounts import access_tokens, feed_links
from accounts.models import Acknowledgement, User
from briefing.core import api, origin

Source = Literal["admin", "subscriptions_disabled", "trial", "subscription", "credit", "none"]
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Identity:
    """The authenticated party: a reader (by session or personal token), or the operator's token, without a user."""

    user: User | None = None
    is_admin: bool = False
    by_token: bool = False


@dataclass(frozen=True)
class PaidStatus:
    """Whether paid access is active, its source and its end; `days_remaining` is rounded up."""

    active: bool
    source: Source
    expires_at: datetime | None = None
    days_remaining: int | None = None


def identity(request: HttpRequest) -> Identity | None:
    """Returns the request's identity; None for an invalid token, even with a session."""
    if request.headers.get("Authorization", ""):
        expected = settings.SERVICE_TOKEN
        right = bool(expected) and constant_time_compare(_bearer(request), expected)
        return Identity(is_admin=True) if right else None
    user = request.user
    return Identity(user=user) if isinstance(user, User) and user.is_active else None


def _bearer(request: HttpRequest) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _token_holder(request: HttpRequest) -> Identity | None:
    """The reader of the personal token; None unless the method is GET or HEAD."""
    user = access_tokens.holder(_bearer(request)) if request.method in ("GET", "HEAD") else None
    return Identity(user=user, by_token=True) if user else None


def _until(source: Source, moment: datetime | None, now: datetime) -> PaidStatus:
    days = max(0, math.ceil((moment - now) / timedelta(days=1))) if moment else None
    return PaidStatus(True, source, moment, days)


def paid_status(who: Identity | None, now: datetime | None = None) -> PaidStatus:
    """Returns the paid status from the first source that applies (specification 3, decision 4.3)."""
    now = now or timezone.now()
    if who is not None and who.is_admin:
        return PaidStatus(True, "admin")
    user = who.user if who else None
    if user is None:
        return PaidStatus(False, "none")
    if not settings.SUBSCRIPTIONS_ENABLED:
        return PaidStatus(True, "subscriptions_disabled")
    if user.tier == User.Tier.PAID:
        if user.billing_trial_end_at and user.billing_trial_end_at > now:
            return _until("trial", user.billing_trial_end_at, now)
        return PaidStatus(True, "subscription")
    if user.credit_until and user.credit_until > now:
        return _until("credit", user.credit_until, now)
    return PaidStatus(False, "none")


def admitted(request: HttpRequest) -> Identity:
    """The identity that the gate stored; only for views behind `page` or `endpoint`."""
    who: Identity = request.identity  # type: ignore[attr-defined]
    return who


def reader_of(request: HttpRequest) -> User:
    """The user behind a gate with `needs_user`."""
    user = admitted(request).user
    assert user is not None
    return user


def acknowledged(user: User) -> bool:
    """Whether the reader accepted the current statements; no extra query for session users."""
    if user.accepted is not None:
        return user.accepted >= settings.ACKNOWLEDGEMENT_VERSION
    return Acknowledgement.objects.filter(user=user, version__gte=settings.ACKNOWLEDGEMENT_VERSION).exists()


def page(*, needs_user: bool = False, requires_acknowledgement: bool = True) -> Callable[[View], View]:
    """Gate of a page: 303 to /login with `next`, or to /acknowledge when the statements have changed.

    `needs_user`: 403 for the operator's token, which has no account. `requires_acknowledgement` is off for
    sign-out, export and deletion, which a reader may use without accepting.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def gated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            who = identity(request)
            if who is None:
                return _see_other(settings.LOGIN_URL, request)
            if who.user is None and needs_user:
                return api.problem(403, "user_required", "This page belongs to a reader; a token has none.")
            if who.user and requires_acknowledgement and not acknowledged(who.user):
                return _see_other("/acknowledge", request)
            request.identity = who  # type: ignore[attr-defined]
            return view(request, *args, **kwargs)

        return gated

    return decorate


def _see_other(url: str, request: HttpRequest) -> HttpResponse:
    back = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    response = HttpResponseRedirect(f"{resolve_url(url)}?{urlencode({'next': back})}", status=303)
    response["Cache-Control"] = "no-store"
    return response


def endpoint(
    *, flag: str = "", paid: bool = False, needs_user: bool = False, tokens: bool = False
) -> Callable[[View], View]:
    """Gate of an API route: flag, authentication, acknowledgement, user, paid access, CSRF; errors are JSON problems.

    `tokens`: also accepts a reader's personal token, which is invalid on every other route and page.
    """

    def decorate(view: View) -> View:
        csrf = CsrfViewMiddleware(view)

        @csrf_exempt  # checked below: the middleware would answer 403 before the flag and the authentication
        @wraps(view)
        def gated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                request.identity = _admit(  # type: ignore[attr-defined]
                    request, flag, paid=paid, needs_user=needs_user, tokens=tokens
                )
                if refused := csrf.process_view(request, view, (), {}):
                    return refused
                return origin.marked(api.versioned(view(request, *args, **kwargs)))
            except api.Problem as problem:
                return problem.response()
            except Http404:
                return api.problem(404, "not_found", "There is nothing at this address.")

        # Read by the API schema.
        gated.needs_user, gated.tokens = needs_user, tokens  # type: ignore[attr-defined]
        gated.ungated = view  # type: ignore[attr-defined]  # for a request that has passed a gate already
        return gated

    return decorate


def admit_assistant(request: HttpRequest) -> None:
    """Lets a request with a personal token in, for `POST /mcp`; raises Problem. No cookie counts, so none is forged."""
    user = access_tokens.holder(_bearer(request))
    if user is None:
        raise api.Problem(401, "authentication_required", "Send a personal token of /settings#tokens.")
    request.identity = _entitled(Identity(user=user, by_token=True), paid=False)  # type: ignore[attr-defined]
    access_tokens.count_use(user)


def feed(*, paid: bool = False) -> Callable[[View], View]:
    """Gate of a private feed: authenticates by the link's token; acknowledgement and payment as on the API.

    A wrong and a revoked token get the same 404. Cookies are ignored and the response is not cacheable.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def gated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                user = feed_links.holder(request.GET.get("token", ""))
                if user is None:
                    raise api.Problem(
                        404, "not_found", "No feed is here: the link was changed or switched off."
                    )
                who = _entitled(Identity(user=user), paid=paid)
                request.identity = who  # type: ignore[attr-defined]
                response = origin.marked(view(request, *args, **kwargs))
            except api.Problem as problem:
                response = problem.response()
            response["Cache-Control"] = "private, no-store"
            response["Referrer-Policy"] = "no-referrer"
            return response

        return gated

    return decorate


def _admit(request: HttpRequest, flag: str, *, paid: bool, needs_user: bool, tokens: bool) -> Identity:
    if flag and not getattr(settings, flag):
        raise api.Problem(404, "feature_disabled", "This feature is switched off here.")
    who = identity(request) or (_token_holder(request) if tokens else None)
    if who is None:
        raise api.Problem(401, "authentication_required", "Sign in, or send a valid bearer token.")
    _entitled(who, paid=paid)
    if who.user and who.by_token:
        access_tokens.count_use(who.user)
    if needs_user and who.user is None:
        raise api.Problem(403, "user_required", "This belongs to a reader; a token has none.")
    return who


def _entitled(who: Identity, *, paid: bool) -> Identity:
    if who.user and not acknowledged(who.user):
        raise api.Problem(
            403, "acknowledgement_required", "The statements have changed: open any page to accept."
        )
    if paid and not paid_status(who).active:
        raise api.Problem(402, "payment_required", "This is part of the paid tier.")
    return who
