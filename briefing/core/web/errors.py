"""Error responses: problem+json on `/api/*`, a page in the reader's language elsewhere."""

import logging
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from briefing.core import api

log = logging.getLogger(__name__)


class NotFound(Http404):
    """A 404 with a reason in the reader's language, shown instead of the usual text."""


class ErrorText(NamedTuple):
    code: str
    title: str | Promise
    text: str | Promise


WORDS: dict[int, ErrorText] = {
    400: ErrorText("invalid_request", _("This request cannot be read"),
               _("Something in the address or the form is not as expected. Go back, check it and try again.")),
    403: ErrorText("forbidden", _("This page is not open to you"),
               _("You may need to sign in with another address, or to reload the form and send it again.")),
    404: ErrorText("not_found", _("There is no such page"),
               _("The address may be mistyped, or the page has moved. You can reach everything from the dashboard.")),
    405: ErrorText("method_not_allowed", _("This address cannot be used that way"),
               _("Open it from a link on the site.")),
    410: ErrorText("gone", _("This is no longer here"),
               _("It was permanently removed. The dashboard shows what is current.")),
    413: ErrorText("too_large", _("That is too large"), _("Send less and try again.")),
    429: ErrorText("rate_limited", _("Too many requests"),
               _("Please wait a little before you try again.")),
    500: ErrorText("internal_error", _("Something went wrong on our side"),
               _("It has been recorded. Please try again in a few minutes.")),
    503: ErrorText("unavailable", _("The service is briefly unavailable"),
               _("Part of it is not answering right now. Please try again in a minute.")),
}  # fmt: skip


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    response = respond(request, 429)
    response["Retry-After"] = str(seconds)
    return response


def respond(request: HttpRequest, status: int, *, detail: str = "") -> HttpResponse:
    """Returns a problem document or a page, depending on the path."""
    words = WORDS[status]
    if request.path.startswith(("/api/", "/mcp")):
        return api.problem(status, words.code, detail or str(words.text), title=str(words.title))
    context = {
        "status": status,
        "title": words.title,
        "text": detail or words.text,
        "action_url": "/",
        "action_text": _("To the dashboard"),
    }
    return HttpResponse(_page(context), status=status)


def _page(context: dict[str, Any]) -> str:
    # Rendered without request context, which would query the session and the database that may have failed.
    try:
        return loader.render_to_string("errors/page.html", context)
    except Exception:  # the page may need what failed, the list of static files above all
        log.exception("an error's own page could not be made")
        return loader.render_to_string("errors/bare.html", context)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return respond(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return respond(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return respond(request, 404, detail=str(exception) if isinstance(exception, NotFound) else "")


def server_error(request: HttpRequest) -> HttpResponse:
    return respond(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return respond(request, 403)
