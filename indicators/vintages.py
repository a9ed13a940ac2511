"""Series as they were known at an earlier moment: every replaced or withdrawn point is stored and can be put back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from indicators.figures import Point
from indicators.models import DailyQuote, Quote, Revision

BATCH = 500
REVISIONS = 10  # read at once; each may hold a whole history


class NotKnown(Exception):
    """The series cannot be rebuilt for that day; the message, in the active language, says why.

    `since` is the first moment of the record, None for a day that has not come or without a record.
    """

    def __init__(self, reason: str, since: datetime | None = None) -> None:
        super().__init__(reason)
        self.since = since


def record(symbol: str, days: Sequence[date], *, at: datetime, rebased: bool) -> None:
    """Stores the points of these days as one revision, before they are replaced or deleted; none without days."""
    found: list[DailyQuote] = []
    for start in range(0, len(days), BATCH):
        found += DailyQuote.objects.filter(symbol=symbol, day__in=days[start : start + BATCH]).order_by("day")
    if found:
        Revision.of(found, symbol=symbol, at=at, rebased=rebased).save()


def end_of(day: date) -> datetime:
    """The last moment of a day in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) - datetime.resolution


def known_since(symbols: Iterable[str], quotes: Mapping[str, Quote] | None = None) -> datetime | None:
    """From when on the series of all these symbols can be rebuilt; None if one has no record yet.

    One query, none with the symbols' `quotes`.
    """
    wanted = set(symbols)
    if quotes is None:
        quotes = Quote.objects.filter(symbol__in=wanted).in_bulk(field_name="symbol")
    moments = [quotes[symbol].known_since if symbol in quotes else None for symbol in wanted]
    return None if None in moments else max(moment for moment in moments if moment)


def moment_of(day: date, symbols: Iterable[str], quotes: Mapping[str, Quote] | None = None) -> datetime:
    """The end of the day; raises NotKnown for a day to come and for one that ended before the record begins."""
    if day > timezone.now().astimezone(UTC).date():
        raise NotKnown(_("This day is yet to come: choose today or a day before it (UTC)."))
    since = known_since(symbols, quotes)
    if since is None:
        raise NotKnown(_("No revisions of this figure have been recorded yet."))
    if end_of(day) < since:
        text = _("How this series stood is known from %(day)s on (UTC): no revisions were recorded before.")
        raise NotKnown(text % {"day": since.astimezone(UTC).date().isoformat()}, since)
    return end_of(day)


def known_at(symbols: Iterable[str], moment: datetime) -> dict[str, list[Point]]:
    """The points of each symbol as they were stored at a moment, oldest first; two queries.

    Meaningful from `known_since` on: a point of unknown age counts as known from the beginning.
    """
    wanted = tuple(symbols)
    current = DailyQuote.objects.of(wanted).filter(Q(seen_at=None) | Q(seen_at__lte=moment))
    found: dict[str, dict[date, Point]] = defaultdict(dict)
    for symbol, period, day, value in current.values_list("symbol", "period", "day", "value").iterator(5000):
        found[symbol][day] = Point(period, day, value)
    # The value of a day at the moment was fetched until then and replaced later. Of hundreds of revisions of a whole
    # history that is one; undone newest first, so that the oldest remains where ages are unknown.
    undone = Revision.objects.filter(symbol__in=wanted, at__gt=moment).order_by("-at", "-pk")
    for revision in undone.iterator(REVISIONS):
        for point in revision.points(seen_until=moment):
            found[revision.symbol][point.day] = Point(point.period, point.day, point.value)
    return {symbol: [points[day] for day in sorted(points)] for symbol, points in found.items()}
