"""Geometry of sparklines and charts: numbers in, SVG coordinates out. Pure, and the same at every call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import ceil, floor, log10

from indicators.figures import Point

# Whole numbers in a box about as large as it is shown: the lines of all rows are the heaviest part of the dashboard.
# A point stands at its day, or in even steps with the others where none is then further than so many steps (4 pixels)
# from its day: even steps are a third of the bytes.
SPARK_WIDTH, SPARK_HEIGHT, SPARK_SHIFT = 62, 22, 1.5
# Years of history in a sparkline and the points that it can show, by frequency.
SPARK_YEARS = {"D": 1, "W": 2, "M": 5, "Q": 10, "A": 20}
SPARK_POINTS = 32
CHART_POINTS = 400
MARKS, MOST_YEARS = 5, 8  # up and across
SIDE = 1000.0  # of a chart's viewBox, across and down

# A number and its decimals to a text in the reader's language.
NumberText = Callable[[float, int], str]


@dataclass(frozen=True)
class Tick:
    """A place on an axis in per cent of the plot's side, and what is written there."""

    at: float
    text: str

    @property
    def unit(self) -> float:
        """The place in units of the viewBox."""
        return round(self.at * SIDE / 100, 1)

    @property
    def anchor(self) -> str:
        """Which end of the text stands at the place, so that it stays inside the plot."""
        return "start" if self.at < 5 else "end" if self.at > 95 else "middle"


@dataclass(frozen=True)
class ChartPoint:
    """A point in the plot: across and down in per cent of its sides."""

    across: float
    down: float
    point: Point

    @property
    def anchor(self) -> str:
        return "start" if self.across < 15 else "end" if self.across > 85 else "middle"


@dataclass(frozen=True)
class ChartLine:
    """One history in the plot: `line` are SVG points in the viewBox 0 0 1000 1000, one for each of `shown`."""

    line: str
    shown: list[Point]
    up: list[Tick]
    end: ChartPoint
    lowest: ChartPoint
    highest: ChartPoint


@dataclass(frozen=True)
class Chart:
    """A chart without a size: its box is stretched to the page's, its texts are placed in per cent of it.

    `zero` and `band` (top, height) are in units of the viewBox, None where they are not in the plot.
    """

    lines: list[ChartLine]
    across: list[Tick]
    zero: float | None
    band: tuple[float, float] | None


def thin(points: Sequence[Point], most: int) -> list[Point]:
    """At most `most` points that keep the shape: the first, the last, and each stretch's low and high."""
    if len(points) <= most:
        return list(points)
    stretches = max(1, (most - 2) // 2)
    inner = points[1:-1]
    kept = [points[0]]
    for number in range(stretches):
        part = inner[number * len(inner) // stretches : (number + 1) * len(inner) // stretches]
        ends = {point.day: point for point in (min(part, key=_value), max(part, key=_value))}
        kept += [ends[day] for day in sorted(ends)]
    return [*kept, points[-1]]


def _value(point: Point) -> float:
    return point.value


def recent(points: Sequence[Point], frequency: str) -> list[Point]:
    """The end of a history that its sparkline shows."""
    if not points:
        return []
    years = SPARK_YEARS[frequency]
    newest = points[-1].day
    first = date(newest.year - years, newest.month, 28 if newest.month == 2 else min(newest.day, 30))
    return thin([point for point in points if point.day >= first], SPARK_POINTS)


def spark(points: Sequence[tuple[date, float]]) -> str:
    """A path's data in viewBox 0 0 62 22, in relative steps from side to side; empty without any observation.

    A single observation is a dot in the middle of the right edge. A history that never moved is a level line in the
    middle.
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


def _polyline(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


@dataclass(frozen=True)
class AxisFormat:
    """How numbers and dates are written on the axes: a number with its decimals, a month with its year."""

    number: NumberText
    month: Callable[[date], str]


def layout(
    histories: Sequence[Sequence[Point]],
    *,
    words: AxisFormat,
    band: tuple[float, float] | None = None,
    share: bool = False,
) -> Chart:
    """One history (oldest first, at least one point) or two over each other, each with round numbers up its side.

    `band` shades what lies between two values of the first. `share`: the values are percentiles and share one axis.
    """
    days = [point.day for history in histories for point in (history[0], history[-1])]
    first, last = min(days), max(days)
    lines = [_line(history, (first, last), words, share=share) for history in histories]
    low, high = _span(histories[0], share=share)
    return Chart(
        lines=lines,
        across=_dates(first, last, words),
        zero=_down(0.0, low, high) if len(lines) == 1 and low < 0 < high else None,
        band=_band(band, low, high) if band else None,
    )


def _span(history: Sequence[Point], *, share: bool) -> tuple[float, float]:
    marks = _marks(history, share=share)
    return marks[0], marks[-1]


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
        line=_polyline(places),
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
    """The part of a band that lies in the plot."""
    bottom, top = max(low, values[0]), min(high, values[1])
    if bottom >= top:
        return None
    return _down(top, low, high), round(_down(bottom, low, high) - _down(top, low, high), 1)


def round_marks(low: float, high: float) -> list[float]:
    """Round numbers (1, 2 or 5 times a power of ten apart) that enclose low and high.

    Heckbert, "Nice numbers for graph labels", Graphics Gems (1990). At least two marks.
    """
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):  # less than a double can draw
        room = abs(low) * 0.1 if abs(low) > 1e-9 else 1.0
        low, high = low - room, high + room
    step = _round_up((high - low) / (MARKS - 1))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 12) for number in range(first, max(last, first + 1) + 1)]


def _round_up(step: float) -> float:
    power: float = 10.0 ** floor(log10(step))
    return power * next(round_one for round_one in (1, 2, 5, 10) if step / power <= round_one + 1e-9)


def _dates(first: date, last: date, words: AxisFormat) -> list[Tick]:
    """A tick at the first of January of every n-th year; below three of them at the quarters' first days."""
    years = range(first.year + 1, last.year + 1)
    every = max(1, ceil(len(years) / MOST_YEARS))
    days = [(date(year, 1, 1), str(year)) for year in years if year % every == 0]
    if len(years) < 3:
        quarters = [
            date(year, month, 1) for year in range(first.year, last.year + 1) for month in (1, 4, 7, 10)
        ]
        days = [(day, words.month(day)) for day in quarters if first <= day <= last]
    return [Tick(_across(day, (first, last)) / 10, text) for day, text in days]
