"""Database outages: serves the last stored copy of a page with its age, else 503."""

import logging
import sys

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils import translation

from accounts import texts_choice
from accounts.middleware import chosen_language
from briefing.core.language import page_language
from briefing.core.web import cookies, errors, page_cache
from briefing.core.web.encodings import IDENTITY
from briefing.core.web.page_cache import CachedPage
from commentary.labels import chosen_tone

AWAY = (OperationalError, InterfaceError)
MAIN = '<main id="main" tabindex="-1">'
# Query parameters that do not make a different page.
QUERY_KEYS = {"lang", "tone"}
log = logging.getLogger(__name__)


def answer(request: HttpRequest) -> HttpResponse:
    """Responds to a request that failed for a database outage, without another query."""
    log.error("database unavailable: %s", request.path)
    signed_in = SESSION_KEY in request.session if hasattr(request, "session") else False
    request.user = AnonymousUser()  # the real user is in the database
    request.COOKIES.pop(
        cookies.PLACE, None
    )  # otherwise the page would treat it as left over from an ended session
    with translation.override(chosen_language(request)):
        copy = _stored_copy(request, signed_in=signed_in)
        response = _shown(copy) if copy else errors.respond(request, 503)
    response["Cache-Control"] = "no-store"
    response["Retry-After"] = "10"
    if signed_in and response.status_code == 200:
        response["Offline"] = "keep"  # otherwise the service worker would treat it as a sign-out
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`, for exceptions of middleware, which `process_exception` does not get."""
    return answer(request) if isinstance(sys.exception(), AWAY) else errors.server_error(request)


def _stored_copy(request: HttpRequest, *, signed_in: bool) -> CachedPage | None:
    """Returns the stored copy for readers or visitors.

    The session's signature suffices: copies hold nothing personal.
    """
    if request.method not in ("GET", "HEAD") or not set(request.GET) <= QUERY_KEYS:
        return None
    return page_cache.last_copy(
        request.path,
        chosen_tone(request),
        texts_choice.stored(request) if signed_in else "",
        signed_in=signed_in,
    )


def _shown(copy: CachedPage) -> HttpResponse:
    note = loader.render_to_string("briefing/kept.html", {"at": copy.at, "language": page_language()}).strip()
    page = copy.packed.coded(IDENTITY).decode()
    response = HttpResponse(page.replace(MAIN, MAIN + note, 1), content_type=copy.content_type)
    response["Content-Language"] = page_language()
    response["Vary"] = "Accept-Language, Cookie"
    return response
