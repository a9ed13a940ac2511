"""Browsers that signed in to an account before, recognised by a long-lived signed cookie.

The cookie gives no access: it exempts the browser from limits that others' wrong codes and requests use up.
It is bound to the account and its `session_epoch`, so "sign out everywhere" ends it.
"""

import secrets
from dataclasses import astuple, dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from briefing.core.addresses import EmailAddress

SALT = "accounts.device"


@dataclass(frozen=True)
class Device:
    """The cookie's content: the browser's random id and the account it signed in to."""

    id: str
    user_id: int
    epoch: int


def _read(request: HttpRequest) -> Device | None:
    cookie = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        return Device(*signing.loads(cookie, salt=SALT, max_age=settings.DEVICE_COOKIE_AGE,
                                     fallback_keys=list(settings.SECRET_KEY_FALLBACKS)))  # fmt: skip
    except (signing.BadSignature, TypeError, ValueError):
        return None


def known(request: HttpRequest, address: EmailAddress) -> str:
    """The id of the request's browser if it signed in to the account of this address, else "".

    Without the cookie there is no query, so the response time does not reveal whether an account exists.
    """
    device = _read(request)
    if device is None:
        return ""
    account = User.objects.filter(
        pk=device.user_id, session_epoch=device.epoch, normalised_email=address.key, is_active=True
    )
    return device.id if account.exists() else ""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Sets the browser's cookie for the account; the id stays the same for the same account."""
    earlier = _read(request)
    same = earlier is not None and earlier.user_id == user.pk
    device = Device(
        earlier.id if earlier and same else secrets.token_urlsafe(12), user.pk, user.session_epoch
    )
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(astuple(device), salt=SALT),
        max_age=settings.DEVICE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def forget(response: HttpResponse) -> None:
    """Deletes the cookie of a deleted account."""
    response.delete_cookie(settings.DEVICE_COOKIE_NAME, samesite="Lax")
