"""The publishers' own dates of values that were just stored, where a source states them (FRED's ALFRED)."""

import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from django.db import transaction

from briefing.core import origin
from indicators.fetching import FetchRequest
from indicators.models import DailyQuote
from indicators.sources import SourceError, pause_s, split, vintages_of

MOST_REQUESTS = 30  # in a refresh; what is left over stays without the publisher's date
# A publisher's day may begin and end up to a day before or after ours, and the value have come later on it.
ZONES = timedelta(days=2)
log = logging.getLogger(__name__)


def record(requests: Sequence[FetchRequest], *, now: datetime, time_limit_s: float) -> int:
    """Dates the values that the refresh of `now` stored for these symbols; returns how many it dated.

    A symbol's first fetch is left out: its values were published at any time before. A failure leaves values undated
    and ends the requests, since they add to figures that are stored already.
    """
    until, dated, asked = time.monotonic() + time_limit_s, 0, 0
    for request in requests:
        prefix, identifier = split(request.symbol)
        vintages = vintages_of(prefix)
        if vintages is None or request.fetched_at is None or request.frequency is None:
            continue
        if asked >= MOST_REQUESTS or time.monotonic() > until:
            break
        asked += 1
        after = request.fetched_at.astimezone(UTC).date() - ZONES
        try:
            found = vintages(identifier, since=request.since, after=after, frequency=request.frequency)
        except SourceError as error:
            log.info("no publisher's dates for %s: %s", request.symbol, error)
            break
        dated += _store(request.symbol, found, now)
        time.sleep(pause_s(prefix))
    return dated


def _store(symbol: str, found: dict[str, tuple[float, date]], now: datetime) -> int:
    new = DailyQuote.objects.filter(symbol=symbol, seen_at__gte=now, vintage=None, period__in=found)
    by_version: dict[tuple[date, datetime | None], list[date]] = defaultdict(list)
    for point in new:
        value, vintage = found[point.period]
        if value == point.value:
            by_version[vintage, point.seen_at].append(point.day)
    if not by_version:
        return 0
    with transaction.atomic():
        origin.claim()
        # By the time of the fetch too: a value that a concurrent refresh replaced is not dated.
        return sum(
            DailyQuote.objects.filter(symbol=symbol, day__in=days, seen_at=seen_at).update(vintage=vintage)
            for (vintage, seen_at), days in by_version.items()
        )
