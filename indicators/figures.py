"""Transforms, changes, ranks and distances from the mean of a row's history: pure functions on points.

Every function raises ValueError for NaN and infinities.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import fsum, isfinite, sqrt

from briefing.core import periods

# Minimum number of observations for a meaningful rank or z-score.
LEAST_POINTS = 8
# Maximum age in days of the second series' latest figure (two of its periods). An older one means that the
# series has ended, and a spread or ratio with it would be meaningless.
KNOWN_FOR = {"D": 10, "W": 21, "M": 62, "Q": 184, "S": 366, "A": 732}


@dataclass(frozen=True, slots=True)
class Point:
    """One observation: `period` as its label, `day` the end of that period, `value` in the row's unit."""

    period: str
    day: date
    value: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a row's latest observation in its own history."""

    percentile: float | None
    zscore: float | None
    lowest: float
    highest: float


def finite(value: float) -> float:
    if not isfinite(value):
        raise ValueError(f"{value} is not a figure")
    return value


def change(new: float, old: float | None) -> float | None:
    """new - old, in the unit of both; None without an earlier figure."""
    return None if old is None else finite(new) - finite(old)


def relative_change(new: float, old: float | None) -> float | None:
    """(new / old - 1) * 100, in per cent; None unless the base is above zero.

    A growth rate from a zero or negative base is undefined (OECD Glossary of Statistical Terms, "growth rate").
    """
    if old is None or finite(old) <= 0:
        return None
    result = (finite(new) / old - 1) * 100
    return result if isfinite(result) else None


def year_before(period: str) -> str | None:
    """The label of the same period a year earlier; None for days and weeks, whose labels do not recur."""
    if periods.frequency_of(period) in ("D", "W"):
        return None
    return f"{int(period[:4]) - 1:04}{period[4:]}"


class History:
    """Points indexed by label and by day, for comparisons with earlier ones."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self.by_label = {point.period: point for point in points}
        self.days = [point.day for point in points]

    def a_year_before(self, point: Point) -> Point | None:
        """The observation of the same period a year earlier, found by label, not by position.

        Days and weeks use the last observation at or before the same date a year earlier, at most six days older.
        Returns None if that period was never published.
        """
        if label := year_before(point.period):
            return self.by_label.get(label)
        return self.newest_at(years_before(point.day, 1), days=6)

    def newest_at(self, day: date, *, days: int) -> Point | None:
        """The latest point at or before the day, at most `days` older."""
        place = bisect_right(self.days, day) - 1
        if place < 0 or day - self.days[place] > timedelta(days=days):
            return None
        return self.points[place]


def years_before(day: date, years: int) -> date:
    """The same date so many years earlier; 28 February for a leap day."""
    return day.replace(year=day.year - years, day=28 if (day.month, day.day) == (2, 29) else day.day)


def year_on_year(points: Sequence[Point]) -> list[Point]:
    """Per cent against the same period a year before: (x_t / x_{t-1y} - 1) * 100.

    The formula of Eurostat's RCH_A and FRED's `pc1`. Points without a base are dropped.
    """
    history = History(points)
    found = []
    for point in points:
        base = history.a_year_before(point)
        rate = relative_change(point.value, base.value) if base else None
        if rate is not None:
            found.append(Point(point.period, point.day, rate))
    return found


def paired(
    first: Sequence[Point], second: Sequence[Point], *, frequencies: tuple[str, str]
) -> list[tuple[Point, float]]:
    """Each point of the first series with the matching figure of the second.

    Equal frequencies: the figure with the same label; unmatched points are dropped. Different frequencies: the latest
    figure of the second at the end of the first's period, at most two of its own periods old ("as of" join).
    """
    if frequencies[0] == frequencies[1]:
        by_label = {point.period: point.value for point in second}
        return [(point, by_label[point.period]) for point in first if point.period in by_label]
    history = History(second)
    limit = KNOWN_FOR[frequencies[1]]
    known = ((point, history.newest_at(point.day, days=limit)) for point in first)
    return [(point, other.value) for point, other in known if other]


def spread(pairs: Sequence[tuple[Point, float]]) -> list[Point]:
    """first - second, in the unit of both (percentage points for rates)."""
    return [Point(point.period, point.day, finite(point.value) - finite(other)) for point, other in pairs]


def ratio(pairs: Sequence[tuple[Point, float]], *, factor: float = 1.0) -> list[Point]:
    """first / second * factor; pairs with a zero or negative denominator are dropped."""
    return [
        Point(point.period, point.day, finite(finite(point.value) / other * factor))
        for point, other in pairs
        if finite(other) > 0
    ]


def percentile_rank(values: Sequence[float], value: float) -> float | None:
    """The "mean" percentile rank, 0 to 100: (values below + half of those equal) / all * 100.

    The mean of the strict and the weak rank (Roscoe 1975; `percentileofscore(kind="mean")` in SciPy), so that a
    constant history ranks at 50. None with fewer than two values.
    """
    if len(values) < 2:
        return None
    finite(value)
    below = sum(1 for each in values if finite(each) < value)
    equal = sum(1 for each in values if each == value)
    return (below + equal / 2) / len(values) * 100


def z_score(values: Sequence[float], value: float) -> float | None:
    """(value - mean) / standard deviation of the population (ISO 3534-1, "standardized variable").

    None with fewer than two values and for a constant history.
    """
    if len(values) < 2:
        return None
    mean = fsum(finite(each) for each in values) / len(values)
    deviation = sqrt(fsum((each - mean) ** 2 for each in values) / len(values))
    # The deviation of a constant history is not exactly zero, because of rounding errors.
    if deviation <= 1e-12 * max(1.0, abs(mean)):
        return None
    return (finite(value) - mean) / deviation


def standing(points: Sequence[Point]) -> Standing:
    """The latest point's place among all; rank and z-score need at least `LEAST_POINTS` observations."""
    values = [finite(point.value) for point in points]
    enough = len(values) >= LEAST_POINTS
    return Standing(
        percentile=percentile_rank(values, values[-1]) if enough else None,
        zscore=z_score(values, values[-1]) if enough else None,
        lowest=min(values),
        highest=max(values),
    )
