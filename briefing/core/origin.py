"""Records whether the stored data come from sample or public sources; one database never holds both.

The first transaction that stores fetched data writes the row (`claim`); later ones are refused if the row
differs. Pages, digests, feeds and the API follow the row, not the setting (`is_sample`).
"""

import contextlib
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.utils.translation import gettext as _

from briefing.core.models import DataOrigin

SAMPLES, LIVE = DataOrigin.Origin.SAMPLES.value, DataOrigin.Origin.LIVE.value
# How long a process caches the row; a start on the wrong data is refused before that matters.
REREAD_S = 30.0
# On PostgreSQL `purge_samples` waits for transactions that are storing, and later ones see its result.
LOCKED = {"postgresql": " FOR SHARE", "sqlite": ""}


class MixedData(Exception):
    """Raised when the stored data come from the other sources; the text says what to do."""


class _Memory:
    origin: str | None = None
    read_at: float | None = None


def of_this_process() -> str:
    return SAMPLES if settings.SAMPLE_DATA else LIVE


def stored() -> str | None:
    """Returns SAMPLES or LIVE as the database records it; None while it has no data."""
    return DataOrigin.objects.values_list("origin", flat=True).first()


def is_sample() -> bool:
    """Whether readers see sample data: by the row, or by the setting while there are no data.

    Runs at most one query in 30 seconds per process; while the database is down, the last value counts.
    """
    now = time.monotonic()
    if _Memory.read_at is None or now - _Memory.read_at > REREAD_S:
        with contextlib.suppress(DatabaseError):
            _Memory.origin = stored()
        _Memory.read_at = now
    return (_Memory.origin or of_this_process()) == SAMPLES


def notice() -> str:
    """A sentence that the data are made up, in the active language; "" for live data."""
    return _("Sample data: everything here is made up.") if is_sample() else ""


def marked(response: HttpResponse) -> HttpResponse:
    """Adds the header `Sample-Data: true` if the stored data are samples."""
    if is_sample():
        response["Sample-Data"] = "true"
    return response


def remember(origin: str | None) -> None:
    _Memory.origin, _Memory.read_at = origin, time.monotonic()


def claim(origin: str | None = None) -> None:
    """Records where this transaction's data come from (default: this process's sources); raises MixedData.

    Must be called at the start of every transaction that stores fetched figures, headlines, releases or texts.
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
    """Returns why this process must not work on the stored data, on one line; "" if it may."""
    found = stored()
    return "" if found in (None, of_this_process()) else _refusal(found)


def refuse_contradiction() -> None:
    """Raises MixedData on a contradiction; ignores a database that is down or has no tables."""
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
