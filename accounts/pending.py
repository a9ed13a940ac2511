"""The signed cookie between requesting a code and entering it; it holds the request, never the code."""

from dataclasses import asdict, dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from briefing.core.addresses import AddressError, EmailAddress, normalise
from briefing.core.web import cookies

COOKIE = cookies.named("verify")
MAX_AGE_S = 15 * 60
SALT = "accounts.pending"


@dataclass(frozen=True)
class Pending:
    """A sign-in that waits for its code."""

    challenge: str
    email: str
    ref: str
    language: str
    ack_version: int
    ack_language: str
    next: str
    asked_at: int

    @property
    def address(self) -> EmailAddress:
        return normalise(self.email)


def read(request: HttpRequest) -> Pending | None:
    """The request's pending sign-in; None when there is none, or it is too old or was tampered with."""
    try:
        pending = Pending(**signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE_S,
                                       fallback_keys=list(settings.SECRET_KEY_FALLBACKS)))  # fmt: skip
        # Older cookies may hold an address that is not normalised: the reader requests a new code.
        return pending if pending.address.mail == pending.email else None
    except (signing.BadSignature, AddressError, TypeError, ValueError):
        return None


def write(response: HttpResponse, pending: Pending) -> None:
    value = signing.dumps(asdict(pending), salt=SALT, compress=True)
    response.set_cookie(
        COOKIE, value, max_age=MAX_AGE_S, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def clear(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")
