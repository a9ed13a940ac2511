"""Stores, returns and removes a reader's encrypted copy, and limits wrong verifiers.

Each write is one conditional statement, so that two devices cannot both succeed.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, F, Value, When
from django.utils import timezone

from briefing.core.operations import notices
from briefing.core.web import limits
from portfolio.models import PortfolioSync
from portfolio.sync import encryption, payload

log = logging.getLogger(__name__)

WRONG_SCOPE = "portfolio.sync.wrong"
WRONG_LIMIT, WRONG_WINDOW = 5, timedelta(minutes=15)
FAILURES_KEPT = 50
NOTICE = "portfolio_sync"


class Missing(Exception):
    """The reader has no copy."""


class VersionConflict(Exception):
    """Another device saved meanwhile; `version` is the stored one, 0 for none."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class PepperChanged(Exception):
    """The copy was encrypted with another pepper and can no longer be opened."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class WrongVerifier(Exception):
    """The verifier is missing or wrong. `removed`: it was the last attempt, and the copy was deleted."""

    def __init__(self, tries_left: int, *, removed: bool) -> None:
        super().__init__(tries_left)
        self.tries_left, self.removed = tries_left, removed


class Locked(Exception):
    """Too many wrong verifiers; the next attempt is allowed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True)
class Copy:
    """A copy as the browser uploaded it: the envelope, its version and its time."""

    inner: bytes
    version: int
    updated_at: datetime


@dataclass(frozen=True)
class Summary:
    """What a device may see of a copy without a verifier. `kdf` is None if the copy cannot be decrypted."""

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
    """Returns the copy's summary; None when there is no copy."""
    try:
        row = _row(user_id)
    except Missing:
        return None
    head = None
    if not _foreign(row, pepper):
        with suppress(encryption.Damaged):  # staff are notified; a download reports it to the device
            head = payload.kdf(_open(row, pepper))
    size = max(0, len(bytes(row.blob)) - encryption.OVERHEAD)
    return Summary(row.version, row.updated_at, size, head)


def fetch(user_id: int, auth_key: bytes | None, pepper: bytes) -> Copy:
    """Returns the copy for the right verifier.

    Raises, in this order: Missing, PepperChanged (not counted), Locked or WrongVerifier (counted), Damaged (the row
    stays).
    """
    row = _row(user_id)
    if _foreign(row, pepper):
        raise PepperChanged(row.version)
    if row.verifier is not None:
        _verify(row, auth_key, pepper)
    inner = _open(row, pepper)
    if row.pepper_fp is None:
        unmarked = PortfolioSync.objects.filter(pk=row.pk, version=row.version, pepper_fp=None)
        unmarked.update(pepper_fp=encryption.fingerprint(pepper))
    return Copy(inner, row.version, row.updated_at)


def _verify(row: PortfolioSync, auth_key: bytes | None, pepper: bytes) -> None:
    key = str(row.user_id)
    # Counted before it is checked, so that concurrent guesses are all counted.
    if wait := limits.count_use(WRONG_SCOPE, key, limit=WRONG_LIMIT, window=WRONG_WINDOW):
        raise Locked(wait)
    expected = bytes(row.verifier or b"")
    if auth_key is not None and encryption.same(expected, encryption.verifier(auth_key, row.user_id, pepper)):
        limits.undo_use(WRONG_SCOPE, key)
        PortfolioSync.objects.filter(pk=row.pk, failures__gt=0).update(failures=0)
        return
    guessed = PortfolioSync.objects.filter(pk=row.pk)
    guessed.update(failures=F("failures") + 1)
    removed = bool(guessed.filter(failures__gte=FAILURES_KEPT).delete()[0])
    if removed:
        log.warning("the encrypted copy of reader %s was removed after %s wrong keys", key, FAILURES_KEPT)
    left = WRONG_LIMIT - limits.used(WRONG_SCOPE, key, window=WRONG_WINDOW)
    raise WrongVerifier(max(0, left), removed=removed)


def _open(row: PortfolioSync, pepper: bytes) -> bytes:
    try:
        return encryption.decrypt(bytes(row.blob), row.user_id, pepper)
    except encryption.Damaged:
        text = (
            f"The encrypted copy of reader {row.user_id} does not open: damage or tampering. The row was kept: restore"
            " it from a backup, or ask the reader to delete the copy and save again."
        )
        if not notices.notify(NOTICE, str(row.user_id), text):
            log.error("%s", text)
        raise


def save(user_id: int, inner: bytes, auth_key: bytes, *, version: int, pepper: bytes) -> Copy:
    """Replaces `version` (0: none) with `inner`; VersionConflict if another version is stored."""
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
            raise VersionConflict(row.version)
    else:
        # Keep the count for the same key: frequent saves must not reset it.
        counted = Case(When(verifier=mark, then=F("failures")), default=Value(0))
        replaced = PortfolioSync.objects.filter(user_id=user_id, version=version)
        if not replaced.update(version=version + 1, failures=counted, **content):
            raise VersionConflict(_stored_version(user_id))
    notices.resolve(NOTICE, str(user_id))
    return Copy(inner, version + 1, now)


def _stored_version(user_id: int) -> int:
    return PortfolioSync.objects.filter(user_id=user_id).values_list("version", flat=True).first() or 0


def remove(user_id: int, *, version: int | None = None) -> bool:
    """Deletes the copy and returns whether there was one; VersionConflict if it is not `version`."""
    found = PortfolioSync.objects.filter(user_id=user_id)
    wanted = found if version is None else found.filter(version=version)
    if not wanted.delete()[0]:
        if stored := _stored_version(user_id):
            raise VersionConflict(stored)
        return False
    notices.resolve(NOTICE, str(user_id))
    return True
