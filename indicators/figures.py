"""What a row's history says: transforms, change, rank and distance from the mean. Pure calculation on points.

Every function refuses NaN and infinities with a ValueError: a figure that is no number must not get this far.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import fsum, isfinite, sqrt

# A rank or a distance from the mean among fewer observations says nothing about a place in history.
LEAST_POINTS = 8
# How old the latest known figure of the second series may be, two of its periods: beyond that it has
# stopped, and a spread or ratio with it would describe nothing.
KNOWN_FOR = {"D": 10, "W": 21, "M": 62, "Q": 184, "S": 366, "A": 732}


@dataclass(frozen=True, slots=True)
class Point:
    """One observation: `period` as its label, `day` the end of that period, `value` in the row's unit."""

    period: str
    day: date
    value: float


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the newest of a row's observations stands in the row's own history."""

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

    A rate of change from a zero or negative base has no meaning (OECD Glossary of Statistical Terms,
    "growth rate"), so none is given.
    """
    if old is None or finite(old) <= 0:
        return None
    result = (finite(new) / old - 1) * 100
    return result if isfinite(result) else None


def year_before(period: str) -> str | None:
    """The label of the same period a year earlier; None for a day or a week, which have no namesake."""
    year, dash, rest = period.partition("-")
    if rest and not (rest.startswith(("Q", "S")) or (len(rest) == 2 and rest.isdigit())):
        return None
    return f"{int(year) - 1:04}{dash}{rest}"


class History:
    """Points by label and by day, for looking back a year."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        self.by_label = {point.period: point for point in points}
        self.days = [point.day for point in points]

    def a_year_before(self, point: Point) -> Point | None:
        """The observation of the same period a year earlier, by its label, never by counting rows.

        Days and weeks take the last observation at or before the same date a year earlier, six days
        older at most. A period that was never published has no successor either: it stays missing.
        """
        if label := year_before(point.period):
            return self.by_label.get(label)
        return self.newest_at(_same_date_a_year_before(point.day), days=6)

    def newest_at(self, day: date, *, days: int) -> Point | None:
        """The newest point at or before the day, `days` older at most."""
        place = bisect_right(self.days, day) - 1
        if place < 0 or day - self.days[place] > timedelta(days=days):
            return None
        return self.points[place]


def _same_date_a_year_before(day: date) -> date:
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


def year_on_year(points: Sequence[Point]) -> list[Point]:
    """Per cent against the same period a year before: (x_t / x_{t-1y} - 1) * 100.

    Eurostat's RCH_A and FRED's `pc1` are the same formula. Points without a base fall away.
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
    """Each point of the first series with the second's figure for it.

    Of equal frequency: the figure with the same label, so what one of them lacks is missing. Of different
    frequency: the latest figure of the second that is known at the end of the first's period, two of its
    own periods old at most ("as of" alignment).
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
    """first / second * factor; pairs with a zero or negative denominator fall away, for they compare nothing."""
    return [
        Point(point.period, point.day, finite(finite(point.value) / other * factor))
        for point, other in pairs
        if finite(other) > 0
    ]


def percentile_rank(values: Sequence[float], value: float) -> float | None:
    """The "mean" percentile rank, 0 to 100: (values below + half of those equal) / all * 100.

    The mean of the strict and the weak rank (Roscoe 1975; `percentileofscore(kind="mean")` in SciPy), so
    that a history that never moved ranks at 50. None among fewer than two values.
    """
    if len(values) < 2:
        return None
    finite(value)
    below = sum(1 for each in values if finite(each) < value)
    equal = sum(1 for each in values if each == value)
    return (below + equal / 2) / len(values) * 100


def z_score(values: Sequence[float], value: float) -> float | None:
    """(value - mean) / standard deviation of the population (ISO 3534-1, "standardized variable").

    None among fewer than two values, and for a history that never moved.
    """
    if len(values) < 2:
        return None
    mean = fsum(finite(each) for each in values) / len(values)
    deviation = sqrt(fsum((each - mean) ** 2 for each in values) / len(values))
    # A constant history leaves a deviation of rounding errors, not of movement.
    if deviation <= 1e-12 * max(1.0, abs(mean)):
        return None
    return (finite(value) - mean) / deviation


def standing(points: Sequence[Point]) -> Standing:
    """The newest point's place among all; rank and distance only from `LEAST_POINTS` observations on."""
    values = [finite(point.value) for point in points]
    enough = len(values) >= LEAST_POINTS
    return Standing(
        percentile=percentile_rank(values, values[-1]) if enough else None,
        zscore=z_score(values, values[-1]) if enough else None,
        lowest=min(values),
        highest=max(values),
    )
