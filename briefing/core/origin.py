"""Where the stored data come from: the sample sources or the public ones, never both in one database.

The first transaction that stores fetched data writes the one row that says so (`claim`); each later one is refused when
the row says otherwise. Pages, digests, feeds and the API follow the row and not the setting (`is_sample`).
"""

import contextlib
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpResponse

from briefing.core.models import DataOrigin

SAMPLES, LIVE = DataOrigin.Origin.SAMPLES.value, DataOrigin.Origin.LIVE.value
# How long a process believes what it read last; a start over the wrong data is refused before that matters.
REREAD_S = 30.0
# On PostgreSQL `purge_samples` waits for every transaction that is storing, and each later one sees what it did.
LOCKED = {"postgresql": " FOR SHARE", "sqlite": ""}


class MixedData(Exception):
    """The stored data come from the other sources; the text says what to do."""


class _Memory:
    origin: str | None = None
    read_at: float | None = None


def of_this_process() -> str:
    """What this process would fetch."""
    return SAMPLES if settings.SAMPLE_DATA else LIVE


def stored() -> str | None:
    """What the database says of its data: SAMPLES, LIVE, or None while it has none."""
    return DataOrigin.objects.values_list("origin", flat=True).first()


def is_sample() -> bool:
    """Whether what readers see is made up: by the data, and by the setting while there are none.

    At most one query in 30 seconds of a process; what was read last counts while the database is away.
    """
    now = time.monotonic()
    if _Memory.read_at is None or now - _Memory.read_at > REREAD_S:
        with contextlib.suppress(DatabaseError):
            _Memory.origin = stored()
        _Memory.read_at = now
    return (_Memory.origin or of_this_process()) == SAMPLES


def marked(response: HttpResponse) -> HttpResponse:
    """The answer with the header `Sample-Data: true` where what it says is made up."""
    if is_sample():
        response["Sample-Data"] = "true"
    return response


def remember(origin: str | None) -> None:
    """Sets what `is_sample` believes without a query."""
    _Memory.origin, _Memory.read_at = origin, time.monotonic()


def claim(origin: str | None = None) -> None:
    """Notes where the data of this transaction come from (default: this process's sources); raises MixedData.

    Called at the beginning of every transaction that stores fetched figures, headlines or releases, or a text.
    """
    wanted = origin or of_this_process()
    found = _locked()
    if found is None:
        DataOrigin.objects.bulk_create([DataOrigin(origin=wanted)], ignore_conflicts=True)
        found = _locked()
        remember(found)
    if found != wanted:
        raise MixedData(_refusal(found))


def _locked() -> str | None:
    query = f"SELECT origin FROM {DataOrigin._meta.db_table}{LOCKED[connection.vendor]}"  # noqa: S608  # nosec B608
    with connection.cursor() as cursor:
        cursor.execute(query)
        row = cursor.fetchone()
    return row[0] if row else None


def contradiction() -> str:
    """Why this process must not work on the stored data, on one line; "" when it may."""
    found = stored()
    return "" if found in (None, of_this_process()) else _refusal(found)


def refuse_contradiction() -> None:
    """Raises MixedData. A database that is away, or has no tables yet, is the caller's to handle."""
    try:
        reason = contradiction()
    except DatabaseError:
        connection.close()
        return
    if reason:
        raise MixedData(reason)


def _refusal(found: str | None) -> str:
    if found == SAMPLES:
        return (
            "The stored data are samples, which are made up, and SAMPLE_DATA is off: `manage.py purge_samples` "
            "removes them and everything made from them (readers and payments stay)."
        )
    return (
        "The stored data come from the public sources, and SAMPLE_DATA is on: set SAMPLE_DATA=false, or give the "
        "samples a folder (DATA_DIR) or a database (DATABASE_URL) of their own."
    )
