"""The signed cookie between asking for a code and typing it: who asked, not what the code is."""

from dataclasses import asdict, dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from briefing.core import cookies
from briefing.core.addresses import AddressError, EmailAddress, normalise

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
    """The request's pending sign-in; None when there is none, it is too old, or somebody changed it."""
    try:
        pending = Pending(**signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE_S,
                                       fallback_keys=list(settings.SECRET_KEY_FALLBACKS)))  # fmt: skip
        # A cookie from before addresses were normalised may hold another form: its reader asks again.
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
