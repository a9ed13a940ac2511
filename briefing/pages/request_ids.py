"""A name for each request, which every line of the log that belongs to it carries, and the answer too.

A trusted proxy's `X-Request-ID` is taken over in a strict shape; anybody else's is a stranger's text and replaced.
"""

import re
import secrets

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars
from whitenoise.middleware import WhiteNoiseFileResponse

from briefing.core.logs import OF_A_REQUEST
from briefing.pages.middleware import GetResponse, trusted

HEADER = "X-Request-ID"
SHAPE = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


class RequestIds:
    """Outside of all other middleware; before ForwardedFor, which puts the client in the peer's place."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = _name(request)
        request.META[OF_A_REQUEST["request_id"]] = name
        with bound_contextvars(request_id=name):
            response = self.get_response(request)
        # Only where somebody looked: an answer that needs no reader asks for none because of the log.
        reader = getattr(request, "_cached_user", None)
        if reader is not None and reader.pk:
            request.META[OF_A_REQUEST["user_id"]] = reader.pk
        if not isinstance(response, WhiteNoiseFileResponse):  # 900 bytes of a first load's thirty files
            response[HEADER] = name
        return response


def _name(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "")
    if SHAPE.match(given) and trusted(request.META.get("REMOTE_ADDR", "")):
        return given
    return secrets.token_hex(8)
