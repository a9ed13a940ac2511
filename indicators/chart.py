"""Geometry of sparklines and charts: pure functions from numbers to SVG coordinates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import ceil, floor, log10
from operator import attrgetter

from indicators.figures import Point, years_before

# Sparklines are the largest part of the dashboard's HTML, so their points are few and on a coarse grid (a unit is 1.4
# pixels high on a wide screen, one on a phone) and spaced evenly, which takes a third of the bytes, unless one would be
# more than SPARK_SHIFT steps (5 pixels) from its day.
SPARK_WIDTH, SPARK_HEIGHT, SPARK_SHIFT = 50, 16, 1.5
# Years of history and maximum number of points of a sparkline, by frequency.
SPARK_YEARS = {"D": 1, "W": 2, "M": 5, "Q": 10, "A": 20}
SPARK_POINTS = 26
CHART_POINTS = 400
MARKS, MOST_YEARS = 5, 8  # on the vertical and the horizontal axis
SIDE = 1000.0  # width and height of a chart's viewBox

# Formats a number with so many decimals in the reader's language.
NumberText = Callable[[float, int], str]


@dataclass(frozen=True)
class Tick:
    """A label on an axis, at a percentage of the plot's side."""

    at: float
    text: str

    @property
    def unit(self) -> float:
        """The position in units of the viewBox."""
        return round(self.at * SIDE / 100, 1)

    @property
    def anchor(self) -> str:
        """The SVG text-anchor that keeps the label inside the plot."""
        return "start" if self.at < 5 else "end" if self.at > 95 else "middle"


@dataclass(frozen=True)
class ChartPoint:
    """A point with its position in per cent of the plot's width and height."""

    across: float
    down: float
    point: Point

    @property
    def anchor(self) -> str:
        return "start" if self.across < 15 else "end" if self.across > 85 else "middle"


@dataclass(frozen=True)
class ChartLine:
    """One history: `line` are SVG points in the viewBox 0 0 1000 1000, one for each point of `shown`."""

    line: str
    shown: list[Point]
    up: list[Tick]
    end: ChartPoint
    lowest: ChartPoint
    highest: ChartPoint


@dataclass(frozen=True)
class Chart:
    """A chart that scales to its container: texts are positioned in per cent.

    `zero` and `band` (top, height) are in units of the viewBox, None if outside the plot.
    """

    lines: list[ChartLine]
    across: list[Tick]
    zero: float | None
    band: tuple[float, float] | None


def thin(points: Sequence[Point], most: int) -> list[Point]:
    """At most `most` points that keep the shape: first, last, and the low and high of each stretch."""
    if len(points) <= most:
        return list(points)
    stretches = max(1, (most - 2) // 2)
    inner = points[1:-1]
    kept = [points[0]]
    for number in range(stretches):
        part = inner[number * len(inner) // stretches : (number + 1) * len(inner) // stretches]
        ends = {
            point.day: point
            for point in (min(part, key=attrgetter("value")), max(part, key=attrgetter("value")))
        }
        kept += [ends[day] for day in sorted(ends)]
    return [*kept, points[-1]]


def recent(points: Sequence[Point], frequency: str) -> list[Point]:
    """The latest part of a history, for its sparkline."""
    if not points:
        return []
    first = years_before(points[-1].day, SPARK_YEARS[frequency])
    return thin([point for point in points if point.day >= first], SPARK_POINTS)


def spark(points: Sequence[tuple[date, float]]) -> str:
    """SVG path data of a sparkline in the viewBox 0 0 50 16; empty without observations.

    A single observation is a dot at the middle of the right edge; a constant history is a line in the middle.
    """
    if not points:
        return ""
    across = _across_spark([day for day, _value in points])
    low, high = min(value for _, value in points), max(value for _, value in points)
    down = [
        round((high - value) / (high - low) * SPARK_HEIGHT) if high > low else SPARK_HEIGHT // 2
        for _, value in points
    ]
    steps = [(x - w, y - z) for (w, z), (x, y) in pairwise(zip(across, down, strict=True))] or [(0, 0)]
    return f"M{across[0]} {down[0]}l" + " ".join(f"{x} {y}" for x, y in steps).replace(" -", "-")


def _across_spark(days: Sequence[date]) -> list[int]:
    last, span = len(days) - 1, (days[-1] - days[0]).days
    if not span:
        return [SPARK_WIDTH] * len(days)
    shares = [(day - days[0]).days / span for day in days]
    if all(abs(share * last - number) <= SPARK_SHIFT for number, share in enumerate(shares)):
        shares = [number / last for number in range(len(days))]
    return [round(share * SPARK_WIDTH) for share in shares]


@dataclass(frozen=True)
class AxisFormat:
    """Formatters of the axis labels: a number with its decimals, a month with its year."""

    number: NumberText
    month: Callable[[date], str]


def layout(
    histories: Sequence[Sequence[Point]],
    *,
    words: AxisFormat,
    band: tuple[float, float] | None = None,
    share: bool = False,
) -> Chart:
    """A chart of one history (oldest first, at least one point) or of two, each with its own value axis.

    `band` shades a range of values of the first history. With `share` the values are percentiles on one axis.
    """
    days = [point.day for history in histories for point in (history[0], history[-1])]
    first, last = min(days), max(days)
    lines = [_line(history, (first, last), words, share=share) for history in histories]
    marks = _marks(histories[0], share=share)
    low, high = marks[0], marks[-1]
    return Chart(
        lines=lines,
        across=_dates(first, last, words),
        zero=_down(0.0, low, high) if len(lines) == 1 and low < 0 < high else None,
        band=_band(band, low, high) if band else None,
    )


def _marks(history: Sequence[Point], *, share: bool) -> list[float]:
    values = [point.value for point in history]
    return [0.0, 25.0, 50.0, 75.0, 100.0] if share else round_marks(min(values), max(values))


def _line(history: Sequence[Point], days: tuple[date, date], words: AxisFormat, *, share: bool) -> ChartLine:
    shown, marks = thin(history, CHART_POINTS), _marks(history, share=share)
    low, high = marks[0], marks[-1]
    decimals = max(0, -floor(log10(marks[1] - marks[0]) + 1e-9))
    places = [(_across(point.day, days), _down(point.value, low, high)) for point in shown]
    placed = [ChartPoint(x / 10, y / 10, point) for (x, y), point in zip(places, shown, strict=True)]
    return ChartLine(
        line=" ".join(f"{x:g},{y:g}" for x, y in places),
        shown=shown,
        up=[Tick(_down(mark, low, high) / 10, words.number(mark, decimals)) for mark in marks],
        end=placed[-1],
        lowest=min(placed, key=lambda mark: mark.point.value),
        highest=max(placed, key=lambda mark: mark.point.value),
    )


def _across(day: date, days: tuple[date, date]) -> float:
    length = (days[1] - days[0]).days
    return round((day - days[0]).days / length * SIDE, 1) if length else SIDE


def _down(value: float, low: float, high: float) -> float:
    return round((high - value) / (high - low) * SIDE, 1)


def _band(values: tuple[float, float], low: float, high: float) -> tuple[float, float] | None:
    """The visible part of a band as top and height; None if it is outside the plot."""
    bottom, top = max(low, values[0]), min(high, values[1])
    if bottom >= top:
        return None
    return _down(top, low, high), round(_down(bottom, low, high) - _down(top, low, high), 1)


def round_marks(low: float, high: float) -> list[float]:
    """Evenly spaced round numbers (steps of 1, 2 or 5 times a power of ten) that enclose low and high.

    Heckbert, "Nice numbers for graph labels", Graphics Gems (1990). At least two marks.
    """
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):  # below the precision of a double
        room = abs(low) * 0.1 if abs(low) > 1e-9 else 1.0
        low, high = low - room, high + room
    step = _round_up((high - low) / (MARKS - 1))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 12) for number in range(first, max(last, first + 1) + 1)]


def _round_up(step: float) -> float:
    power: float = 10.0 ** floor(log10(step))
    return power * next(round_one for round_one in (1, 2, 5, 10) if step / power <= round_one + 1e-9)


def _dates(first: date, last: date, words: AxisFormat) -> list[Tick]:
    """Ticks on 1 January of every n-th year; with fewer than three years, at the start of each quarter."""
    years = range(first.year + 1, last.year + 1)
    every = max(1, ceil(len(years) / MOST_YEARS))
    days = [(date(year, 1, 1), str(year)) for year in years if year % every == 0]
    if len(years) < 3:
        quarters = [
            date(year, month, 1) for year in range(first.year, last.year + 1) for month in (1, 4, 7, 10)
        ]
        days = [(day, words.month(day)) for day in quarters if first <= day <= last]
    return [Tick(_across(day, (first, last)) / 10, text) for day, text in days]
