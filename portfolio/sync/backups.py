"""The encrypted copy of a reader: told of, saved, handed out and removed; and what becomes of wrong guesses.

What is stored is decided by one conditional statement each, so that two devices cannot both win.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, F, Value, When
from django.utils import timezone

from briefing.core import limits, notices
from portfolio.models import PortfolioSync
from portfolio.sync import encryption, payload

log = logging.getLogger(__name__)

WRONG_SCOPE = "portfolio.sync.wrong"
WRONG_LIMIT, WRONG_WINDOW = 5, timedelta(minutes=15)
FAILURES_KEPT = 50
NOTICE = "portfolio_sync"


class Missing(Exception):
    """The reader has no copy."""


class Stale(Exception):
    """Somebody saved in between; `version` is what is stored now, 0 for nothing."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Gone(Exception):
    """The copy was wrapped with another pepper: nobody can open it any more."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Refused(Exception):
    """The verifier is missing or wrong. `removed`: it was the last guess, and the copy is gone."""

    def __init__(self, tries_left: int, *, removed: bool) -> None:
        super().__init__(tries_left)
        self.tries_left, self.removed = tries_left, removed


class Locked(Exception):
    """Too many wrong verifiers; the next is heard after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True)
class Copy:
    """A copy as the browser made it: the envelope, and which save it is."""

    inner: bytes
    version: int
    updated_at: datetime


@dataclass(frozen=True)
class Summary:
    """What may be told of a copy without a verifier. `kdf` is None when the wrap does not open."""

    version: int
    updated_at: datetime
    size: int
    kdf: bytes | None


def _row(user_id: int) -> PortfolioSync:
    row = PortfolioSync.objects.filter(user_id=user_id).first()
    if row is None:
        raise Missing
    return row


def _foreign(row: PortfolioSync, pepper: bytes) -> bool:
    return row.pepper_fp is not None and not encryption.same(
        bytes(row.pepper_fp), encryption.fingerprint(pepper)
    )


def summary(user_id: int, pepper: bytes) -> Summary | None:
    """What a device may know before it asks; None when there is no copy."""
    try:
        row = _row(user_id)
    except Missing:
        return None
    head = None
    if not _foreign(row, pepper):
        with suppress(encryption.Damaged):  # told to staff; the device learns it when it asks for the copy
            head = payload.kdf(_open(row, pepper))
    size = max(0, len(bytes(row.blob)) - encryption.OVERHEAD)
    return Summary(row.version, row.updated_at, size, head)


def fetch(user_id: int, auth_key: bytes | None, pepper: bytes) -> Copy:
    """The copy, for whoever shows its verifier.

    In this order: Missing, Gone (not counted), Locked or Refused (counted), Damaged (the row stays).
    """
    row = _row(user_id)
    if _foreign(row, pepper):
        raise Gone(row.version)
    if row.verifier is not None:
        _verify(row, auth_key, pepper)
    inner = _open(row, pepper)
    if row.pepper_fp is None:
        unmarked = PortfolioSync.objects.filter(pk=row.pk, version=row.version, pepper_fp=None)
        unmarked.update(pepper_fp=encryption.fingerprint(pepper))
    return Copy(inner, row.version, row.updated_at)


def _verify(row: PortfolioSync, auth_key: bytes | None, pepper: bytes) -> None:
    key = str(row.user_id)
    # The guess is counted before it is looked at: guesses at the same moment are not heard for free.
    if wait := limits.take(WRONG_SCOPE, key, limit=WRONG_LIMIT, window=WRONG_WINDOW):
        raise Locked(wait)
    expected = bytes(row.verifier or b"")
    if auth_key is not None and encryption.same(expected, encryption.verifier(auth_key, row.user_id, pepper)):
        limits.give_back(WRONG_SCOPE, key)
        PortfolioSync.objects.filter(pk=row.pk, failures__gt=0).update(failures=0)
        return
    guessed = PortfolioSync.objects.filter(pk=row.pk)
    guessed.update(failures=F("failures") + 1)
    removed = bool(guessed.filter(failures__gte=FAILURES_KEPT).delete()[0])
    if removed:
        log.warning("the encrypted copy of reader %s was removed after %s wrong keys", key, FAILURES_KEPT)
    left = WRONG_LIMIT - limits.used(WRONG_SCOPE, key, window=WRONG_WINDOW)
    raise Refused(max(0, left), removed=removed)


def _open(row: PortfolioSync, pepper: bytes) -> bytes:
    try:
        return encryption.decrypt(bytes(row.blob), row.user_id, pepper)
    except encryption.Damaged:
        text = (
            f"The encrypted copy of reader {row.user_id} does not open: damage or tampering. The row was kept: restore"
            " it from a backup, or ask the reader to delete the copy and save again."
        )
        if not notices.tell(NOTICE, str(row.user_id), text):
            log.error("%s", text)
        raise


def save(user_id: int, inner: bytes, auth_key: bytes, *, version: int, pepper: bytes) -> Copy:
    """Stores `inner` in place of `version` (0: of nothing); Stale when something else is stored."""
    mark = encryption.verifier(auth_key, user_id, pepper)
    now = timezone.now()
    content = {
        "blob": encryption.encrypt(inner, user_id, pepper),
        "pepper_fp": encryption.fingerprint(pepper),
        "verifier": mark,
        "updated_at": now,
    }
    if version == 0:
        row, made = PortfolioSync.objects.get_or_create(user_id=user_id, defaults=content)
        if not made:
            raise Stale(row.version)
    else:
        # Guesses at the same key stay counted: a device that saves often must not start them again.
        counted = Case(When(verifier=mark, then=F("failures")), default=Value(0))
        replaced = PortfolioSync.objects.filter(user_id=user_id, version=version)
        if not replaced.update(version=version + 1, failures=counted, **content):
            raise Stale(_stored_version(user_id))
    notices.resolve(NOTICE, str(user_id))
    return Copy(inner, version + 1, now)


def _stored_version(user_id: int) -> int:
    return PortfolioSync.objects.filter(user_id=user_id).values_list("version", flat=True).first() or 0


def remove(user_id: int, *, version: int | None = None) -> bool:
    """Whether there was a copy to remove; Stale when it is not `version` any more."""
    found = PortfolioSync.objects.filter(user_id=user_id)
    wanted = found if version is None else found.filter(version=version)
    if not wanted.delete()[0]:
        if stored := _stored_version(user_id):
            raise Stale(stored)
        return False
    notices.resolve(NOTICE, str(user_id))
    return True
