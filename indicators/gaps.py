"""Finds missing figures, changes and comparisons that are due to a period that was never published. Pure.

Example: the United States published no consumer prices for October 2025, so October 2026 has no yearly rate,
November 2026 no change from the month before, and October 2027 no comparison with a year earlier.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from briefing.core import periods
from indicators.figures import Point, year_before

# Frequencies with consecutive labels; days and weeks may skip holidays.
NAMED = frozenset({"M", "Q", "A"})


@dataclass(frozen=True)
class Gap:
    """`period` has no figure because `missing` (the same period or its base) was never published."""

    period: str
    missing: str


@dataclass(frozen=True)
class Gaps:
    """The gaps of a row: in the latest figure, the change since the period before, and that since a year earlier."""

    newest: Gap | None = None
    change: Gap | None = None
    year_ago: Gap | None = None

    def stored(self) -> dict[str, list[str]]:
        """The existing gaps as JSON."""
        return {name: [gap.period, gap.missing] for name, gap in vars(self).items() if gap}


def read(stored: Mapping[str, Sequence[str]]) -> Gaps:
    """Parses the result of `Gaps.stored`."""
    return Gaps(**{name: Gap(*pair) for name, pair in stored.items()})


def find(
    points: Sequence[Point], series: Sequence[Sequence[Point]], *, transform: str, frequency: str
) -> Gaps:
    """The gaps of a row's points (oldest first), computed by `transform` from the points of its symbols."""
    if frequency not in NAMED or not points:
        return Gaps()
    own = {point.period for point in points}
    alike = [each for each in series if each and periods.parse(each[-1].period).frequency == frequency]
    held = [({point.period for point in each}, each) for each in alike]

    def gap(label: str | None) -> Gap | None:
        """None if the row has a figure, if it is not published yet, or if it precedes the history."""
        if label is None or label in own:
            return None
        wanted = [label, year_before(label)] if transform == "yoy" else [label]
        missing = [each for each in wanted if each and any(_is_hole(each, labels, of) for labels, of in held)]
        return Gap(label, missing[0]) if missing else None

    newest = points[-1]
    last = series[0][-1].period if series[0] else newest.period
    return Gaps(
        newest=gap(last if last > newest.period else None),
        change=gap(before(newest.period)),
        year_ago=gap(year_before(newest.period)),
    )


def _is_hole(label: str, labels: set[str], series: Sequence[Point]) -> bool:
    """Whether a series lacks a period between its first and its last."""
    return label not in labels and series[0].period < label < series[-1].period


def are_neighbours(old: Point, new: Point) -> bool:
    """Whether no month, quarter or year lies between two observations; days and weeks pass over holidays."""
    return not is_named(new.period) or old.period == before(new.period)


def is_named(label: str) -> bool:
    """Whether the label is of a month, quarter or year."""
    return periods.parse(label).frequency in NAMED


def before(label: str) -> str:
    """The label of the month, quarter or year before: "2026-10" for "2026-11"."""
    frequency = periods.parse(label).frequency
    first = periods.first_day(label)
    return periods.of(first.replace(day=1) - first.resolution, frequency).label
