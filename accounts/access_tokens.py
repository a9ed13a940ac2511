"""Personal tokens: what a reader's own programs send in place of a session, to read and nothing else.

A token is told once, when it is made. The row holds a keyed hash, so a copy of the database opens nothing; the hash
is looked up by equality, and whoever has not the key cannot choose one that comes near another.
"""

import re
import secrets
from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.models import AccessToken, User
from briefing.core import api, limits
from briefing.core.hashing import keyed_hash

PREFIX = "mb_"  # so that a token is known for one where it should not stand: in a log, in a repository
FORM = re.compile(PREFIX + "[A-Za-z0-9_-]{43}")
MOST = 10
# All tokens of a reader together; the lists change every few minutes at most.
ASKED, WINDOW = 60, timedelta(minutes=1)
log = structlog.get_logger(__name__)


class TokenRefused(Exception):
    """No token was made; `kind` is "nameless", "known" (the name is in use) or "too_many"."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def make(user: User, name: str) -> str:
    """A new token of the reader's. It is not stored and cannot be told again; raises TokenRefused."""
    name = " ".join("".join(filter(str.isprintable, name.replace("\t", " "))).split())[:60].strip()
    if not name:
        raise TokenRefused("nameless")
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # of two presses at once the second waits
        names = set(AccessToken.objects.filter(user=user).values_list("name", flat=True))
        if name in names:
            raise TokenRefused("known")
        if len(names) >= MOST:
            raise TokenRefused("too_many")
        AccessToken.objects.create(user=user, name=name, token_hash=_hash(token))
    log.info("access_token_made", user_id=user.pk)
    return token


def revoke(user: User, pk: int) -> bool:
    """Whether the reader had such a token; it opens nothing from this moment."""
    gone = bool(AccessToken.objects.filter(user=user, pk=pk).delete()[0])
    if gone:
        log.info("access_token_revoked", user_id=user.pk)
    return gone


def holder(token: str) -> User | None:
    """The active reader whose token this is; what has not its form is refused without a query."""
    if not FORM.fullmatch(token):
        return None
    found = (
        AccessToken.objects.select_related("user")
        .filter(token_hash=_hash(token), user__is_active=True)
        .first()
    )
    if found is None:
        return None
    today = timezone.now().date()
    if found.last_used_on != today:
        AccessToken.objects.filter(pk=found.pk).update(last_used_on=today)
    return found.user


def count_use(user: User) -> None:
    """Counts a call; Problem 429 when it is one too many for this minute."""
    wait = limits.count_use("accounts.access_token", str(user.pk), limit=ASKED, window=WINDOW)
    if wait:
        raise api.Problem(
            429, "rate_limited", f"A reader's tokens may ask {ASKED} times a minute.", retry_after=wait
        )


def _hash(token: str) -> str:
    return keyed_hash("accounts.access_token", token)
