"""Challenges: random, bound to browser, reader and purpose, single-use, valid for five minutes.

The browser's part has its own cookie. In the session, also a cookie, it would overwrite the session with an
older tab's state and sign out a reader who has just signed in elsewhere.
"""

import re
import secrets
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.passkeys.models import PasskeyChallenge
from briefing.core.web import cookies, limits
from briefing.core.work.retention import purges

LIFETIME = timedelta(minutes=5)
HOUR = timedelta(hours=1)
CHALLENGES_A_READER_AND_CLIENT = 60
COOKIE = cookies.named("passkey")
ID = re.compile(r"[A-Za-z0-9_-]{43}")
Purpose = Literal["register", "use"]


class PasskeyRefused(Exception):
    """Raised for an invalid passkey or answer; `kind` is the reason, for the log."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def open_challenge(request: HttpRequest, user: User, purpose: Purpose) -> PasskeyChallenge:
    """Creates a challenge; raises PasskeyRefused if there are too many."""
    key = f"{user.pk} {limits.client_of(request)}"
    if limits.count_use("passkey-challenge", key, limit=CHALLENGES_A_READER_AND_CLIENT, window=HOUR):
        raise PasskeyRefused("limited")
    return PasskeyChallenge.objects.create(
        id=secrets.token_urlsafe(32), user=user, purpose=purpose, challenge=secrets.token_bytes(32)
    )


def keep(response: HttpResponse, challenge: PasskeyChallenge) -> None:
    """Sets the cookie that binds the challenge to this browser, replacing an earlier one."""
    response.set_cookie(
        COOKIE,
        challenge.pk,
        max_age=int(LIFETIME.total_seconds()),
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def use_challenge(request: HttpRequest, user: User, purpose: Purpose) -> PasskeyChallenge:
    """Returns the browser's open challenge and deletes it; raises PasskeyRefused if there is none."""
    named = request.COOKIES.get(COOKIE, "")
    if not ID.fullmatch(named):  # a quoted cookie may hold a NUL, which PostgreSQL refuses
        raise PasskeyRefused("challenge")
    mine = PasskeyChallenge.objects.filter(
        pk=named,
        user=user,
        purpose=purpose,
        created_at__gt=timezone.now() - LIFETIME,
    )
    row = mine.first()
    if row is None or not mine.delete()[0]:
        raise PasskeyRefused("challenge")
    return row


@purges("passkey challenges")
def purge(now: datetime) -> int:
    return int(PasskeyChallenge.objects.filter(created_at__lt=now - timedelta(days=1)).delete()[0])
