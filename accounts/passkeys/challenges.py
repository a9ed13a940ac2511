"""Challenges: random, bound to one session, reader and purpose, used once, valid for five minutes."""

import secrets
from datetime import datetime, timedelta
from typing import Literal

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.passkeys.models import PasskeyChallenge
from briefing.core import limits
from briefing.core.retention import purges

LIFETIME = timedelta(minutes=5)
HOUR = timedelta(hours=1)
CHALLENGES_A_READER_AND_CLIENT = 60
KEY = "passkey_challenge"
Purpose = Literal["register", "use"]


class Refused(Exception):
    """A passkey, or its answer, that does not count; `kind` says why, for the log."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def open_challenge(request: HttpRequest, user: User, purpose: Purpose) -> bytes:
    """A new challenge, which replaces the session's earlier one. Refused when there are too many."""
    key = f"{user.pk} {limits.client_of(request)}"
    if limits.take("passkey-challenge", key, limit=CHALLENGES_A_READER_AND_CLIENT, window=HOUR):
        raise Refused("limited")
    row = PasskeyChallenge.objects.create(
        id=secrets.token_urlsafe(32), user=user, purpose=purpose, challenge=secrets.token_bytes(32)
    )
    request.session[KEY] = row.pk
    return bytes(row.challenge)


def take_challenge(request: HttpRequest, user: User, purpose: Purpose) -> bytes:
    """The session's open challenge, which is thereby used up; Refused when there is none."""
    mine = PasskeyChallenge.objects.filter(
        pk=request.session.pop(KEY, ""),
        user=user,
        purpose=purpose,
        created_at__gt=timezone.now() - LIFETIME,
    )
    row = mine.first()
    if row is None or not mine.delete()[0]:
        raise Refused("challenge")
    return bytes(row.challenge)


@purges("passkey challenges")
def purge(now: datetime) -> int:
    return int(PasskeyChallenge.objects.filter(created_at__lt=now - timedelta(days=1)).delete()[0])
