"""Request ids, which appear in all of a request's log lines and in its response.

A trusted proxy's `X-Request-ID` is used if it has a strict format; any other is replaced.
"""

import re
import secrets

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars
from whitenoise.middleware import WhiteNoiseFileResponse

from briefing.core.operations.logs import OF_A_REQUEST
from briefing.pages.middleware import Middleware, trusted

HEADER = "X-Request-ID"
SHAPE = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


class RequestIdMiddleware(Middleware):
    """The outermost middleware: ForwardedForMiddleware replaces the peer's address by the client's."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = _name(request)
        request.META[OF_A_REQUEST["request_id"]] = name
        with bound_contextvars(request_id=name):
            response = self.get_response(request)
        # Only if a view has loaded the user: logging alone must not cause the query.
        reader = getattr(request, "_cached_user", None)
        if reader is not None and reader.pk:
            request.META[OF_A_REQUEST["user_id"]] = reader.pk
        if not isinstance(
            response, WhiteNoiseFileResponse
        ):  # saves 900 bytes in the thirty files of a first load
            response[HEADER] = name
        return response


def _name(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "")
    if SHAPE.match(given) and trusted(request.META.get("REMOTE_ADDR", "")):
        return given
    return secrets.token_hex(8)
