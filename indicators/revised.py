"""A row's observations as first published, and its usual revision.

A revision is the later value less the first one, both after the row's transform and at the decimals that pages show
(OECD and Eurostat, Guidelines on Revisions Policy and Analysis: R = L - P). A new base year is no revision: values
are compared from the latest one on.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from statistics import fmean, median

from indicators import history
from indicators.figures import Point
from indicators.groups import RowConfig
from indicators.models import DailyQuote, Revision
from indicators.vintages import REVISIONS

LATEST = 120  # observations looked at
LEAST = 20  # revised ones among them, for a usual revision
# What an observation may be computed from: the value a year before it, or an annual one up to two years old.
WINDOW = timedelta(days=3 * 366)
Stored = Mapping[str, Sequence[Point]]


@dataclass(frozen=True)
class RevisedPoint:
    """An observation that differs from its first value, in the row's unit.

    `seen_at` is when the first value was fetched, None if before the record; `revised_at` when the latest change was;
    `vintage` the publisher's date of the present value, where it states one.
    """

    period: str
    day: date
    first: float
    value: float
    seen_at: datetime | None
    revised_at: datetime
    vintage: date | None = None

    @property
    def change(self) -> float:
        return self.value - self.first


@dataclass(frozen=True)
class UsualRevision:
    """`count` revisions: the median of their absolute sizes, their mean (signed), and how many were upward."""

    count: int
    size: float
    mean: float
    upward: int


@dataclass(frozen=True)
class _Change:
    """A replaced value: in force until `at`."""

    at: datetime
    value: float
    seen_at: datetime | None


class _Changes:
    """The replaced values of one symbol since its latest new base, by period, oldest first."""

    def __init__(self) -> None:
        self.by_period: dict[str, list[_Change]] = defaultdict(list)

    def add(self, revision: Revision, since: date) -> None:
        if revision.rebased:
            self.by_period.clear()
            return
        for point in revision.points(since):
            self.by_period[point.period].append(_Change(revision.at, point.value, point.seen_at))

    def known(self, point: Point, moment: datetime | None) -> Point:
        """The point with its value at a moment (None: the beginning), or with its first one if that came later."""
        for change in self.by_period.get(point.period, ()):
            if moment is None or change.at > moment:
                return replace(point, value=change.value)
        return point


def revised_points(
    row: RowConfig, points: Sequence[Point], stored: Stored, *, until: datetime | None = None
) -> list[RevisedPoint]:
    """The revised ones of the row's latest observations, oldest first; two queries, one without any.

    `points` is the row's history computed from `stored`, as known at `until` (None: now).
    """
    shown = points[-LATEST:]
    changes = _changes(row, shown, until)
    if not any(each.by_period for each in changes.values()):
        return []
    first = row.symbols[0]
    present = {
        period: (seen_at, vintage)
        for period, seen_at, vintage in DailyQuote.objects.of([first])
        .filter(day__gte=shown[0].day)
        .values_list("period", "seen_at", "vintage")
    }
    found = []
    for point in shown:
        own = changes[first].by_period.get(point.period)
        seen_at, vintage = present.get(point.period, (None, None))
        if point_revised := _revised(row, point, stored, changes, own[0].seen_at if own else seen_at):
            found.append(replace(point_revised, vintage=vintage if until is None else None))
    return found


def _changes(row: RowConfig, shown: Sequence[Point], until: datetime | None) -> dict[str, _Changes]:
    found = {symbol: _Changes() for symbol in row.symbols}
    if shown:
        since = shown[0].day - WINDOW
        revisions = Revision.objects.filter(symbol__in=row.symbols, at__date__gte=since).order_by("at", "pk")
        for revision in (revisions.filter(at__lte=until) if until else revisions).iterator(REVISIONS):
            found[revision.symbol].add(revision, since)
    return found


def _revised(
    row: RowConfig, point: Point, stored: Stored, changes: Mapping[str, _Changes], moment: datetime | None
) -> RevisedPoint | None:
    """The point with its first value, computed from its inputs as they were when it was first seen."""
    inputs = {
        symbol: [each for each in stored.get(symbol, ()) if point.day - WINDOW <= each.day <= point.day]
        for symbol in row.symbols
    }
    then = {
        symbol: [changes[symbol].known(each, moment) for each in series] for symbol, series in inputs.items()
    }
    if then == inputs:
        return None
    first = next((each for each in history.computed(row, then) if each.period == point.period), None)
    if first is None or round(first.value, row.decimals) == round(point.value, row.decimals):
        return None
    revised_at = max(
        change.at
        for symbol, series in inputs.items()
        for each in series
        for change in changes[symbol].by_period.get(each.period, ())
    )
    return RevisedPoint(point.period, point.day, first.value, point.value, moment, revised_at)


def usual_revision(revised: Sequence[RevisedPoint]) -> UsualRevision | None:
    """None below `LEAST` revisions.

    The median absolute revision, since one benchmark revision would move the mean absolute one, and the mean revision,
    which shows a tendency in one direction.
    """
    if len(revised) < LEAST:
        return None
    sizes = [each.change for each in revised]
    return UsualRevision(len(sizes), median(map(abs, sizes)), fmean(sizes), sum(size > 0 for size in sizes))
