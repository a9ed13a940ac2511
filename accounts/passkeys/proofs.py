"""What a session has proven, when, and what that permits.

The session is a signed cookie, so its owner can read these times but not change them. There are three proofs:
the code (every sign-in), a passkey, and an operator's one-time link, which replaces a lost passkey.
"""

from datetime import timedelta
from typing import Any, Literal

from django.conf import settings
from django.contrib.auth import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.passkeys.models import Passkey

FRESH = timedelta(minutes=10)
ADMIN_LASTS = timedelta(hours=8)
CODE_AT, PASSKEY_AT, PASSKEY_ID, LINK_AT = "code_at", "passkey_at", "passkey", "link_at"
Proof = Literal["code", "passkey", "link"]


def seconds() -> int:
    return int(timezone.now().timestamp())


@receiver(user_logged_in, dispatch_uid="accounts.passkeys.code_given")
def code_given(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Records the code's time; only a right code starts a session (`accounts.backend`)."""
    request.session[CODE_AT] = seconds()


def passkey_given(request: HttpRequest, passkey: Passkey) -> None:
    request.session[PASSKEY_AT], request.session[PASSKEY_ID] = seconds(), passkey.pk


def link_given(request: HttpRequest) -> None:
    request.session[LINK_AT] = seconds()


def _within(request: HttpRequest, name: str, limit: timedelta) -> bool:
    at = request.session.get(name)
    return isinstance(at, int) and seconds() - at < limit.total_seconds()


def _passkey_within(request: HttpRequest, user: User, limit: timedelta) -> bool:
    """Whether a passkey was given, still exists and, for staff who need one, opens the admin."""
    if not _within(request, PASSKEY_AT, limit):
        return False
    keys = Passkey.objects.for_admin() if admin_needs_passkey(user) else Passkey.objects.usable()
    return keys.filter(pk=request.session.get(PASSKEY_ID, 0), user=user).exists()


def admin_needs_passkey(user: User) -> bool:
    return bool(user.is_staff and settings.STAFF_PASSKEY_REQUIRED)


def has_admin_passkey(user: User) -> bool:
    return Passkey.objects.for_admin().filter(user=user).exists()


def needed(user: User) -> Proof:
    """Returns the proof needed recently before exporting or deleting the account."""
    if user.second_step or (admin_needs_passkey(user) and has_admin_passkey(user)):
        return "passkey"
    return "code"


def needed_for_passkeys(user: User) -> Proof:
    """Returns the proof needed recently before changing passkeys; for staff's first one a mailbox is not enough."""
    if admin_needs_passkey(user) and not has_admin_passkey(user):
        return "link"
    return needed(user)


def confirmed(request: HttpRequest, user: User, proof: Proof) -> bool:
    """Whether the session gave this proof, or a stronger one, in the last ten minutes."""
    if _within(request, LINK_AT, FRESH):
        return True
    if proof != "link" and _passkey_within(request, user, FRESH):
        return True
    return proof == "code" and _within(request, CODE_AT, FRESH)


def new_key_opens_admin(request: HttpRequest, user: User) -> bool:
    """Whether an operator's link or another passkey that opens the admin vouched for the staff member."""
    by_key = _within(request, PASSKEY_AT, FRESH) and (
        Passkey.objects.for_admin().filter(pk=request.session.get(PASSKEY_ID, 0), user=user).exists()
    )
    return user.is_staff and (_within(request, LINK_AT, FRESH) or by_key)


def admin_open(request: HttpRequest, user: User) -> bool:
    """Whether the session may use the admin: a proof within 8 hours, by passkey where staff need one."""
    if not (user.is_active and user.is_staff):
        return False
    if _passkey_within(request, user, ADMIN_LASTS):
        return True
    return not admin_needs_passkey(user) and _within(request, CODE_AT, ADMIN_LASTS)
