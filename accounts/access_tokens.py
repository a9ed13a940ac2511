"""Personal access tokens: read-only API access for a reader's own programs.

A token is shown once, when it is made. The row stores a keyed hash, so a copy of the database gives no access;
the hash is looked up by equality, and without the key no one can choose a token with a similar hash.
"""

import re
import secrets
from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from accounts.models import AccessToken, User
from briefing.core import api
from briefing.core.hashing import keyed_hash
from briefing.core.web import limits

PREFIX = "mb_"  # lets secret scanners recognise a leaked token in a log or a repository
FORM = re.compile(PREFIX + "[A-Za-z0-9_-]{43}")
MOST = 10
# Shared by all tokens of a reader; the data changes every few minutes at most.
ASKED, WINDOW = 60, timedelta(minutes=1)
log = structlog.get_logger(__name__)


class TokenRefused(Exception):
    """No token was made; `kind` is "nameless", "known" (the name is in use) or "too_many"."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def make(user: User, name: str) -> str:
    """Creates a token and returns it; only its hash is stored. Raises TokenRefused."""
    name = " ".join("".join(filter(str.isprintable, name.replace("\t", " "))).split())[:60].strip()
    if not name:
        raise TokenRefused("nameless")
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # serialises concurrent requests of the reader
        names = set(AccessToken.objects.filter(user=user).values_list("name", flat=True))
        if name in names:
            raise TokenRefused("known")
        if len(names) >= MOST:
            raise TokenRefused("too_many")
        AccessToken.objects.create(user=user, name=name, token_hash=_hash(token))
    log.info("access_token_made", user_id=user.pk)
    return token


def revoke(user: User, pk: int) -> bool:
    """Deletes the reader's token; False when the reader has no such token."""
    gone = bool(AccessToken.objects.filter(user=user, pk=pk).delete()[0])
    if gone:
        log.info("access_token_revoked", user_id=user.pk)
    return gone


def holder(token: str) -> User | None:
    """The active reader of this token; a malformed token is refused without a query."""
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
    """Counts a call; raises Problem 429 above the limit per minute."""
    wait = limits.count_use("accounts.access_token", str(user.pk), limit=ASKED, window=WINDOW)
    if wait:
        raise api.Problem(
            429, "rate_limited", f"A reader's tokens may ask {ASKED} times a minute.", retry_after=wait
        )


def _hash(token: str) -> str:
    return keyed_hash("accounts.access_token", token)
