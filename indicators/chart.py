"""Geometry of sparklines and charts: numbers in, SVG coordinates out. Pure, and the same at every call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import ceil, floor, log10

from indicators.figures import Point

# Whole numbers in a box twice as high as it is shown: the lines of 48 rows are the heaviest part of the dashboard.
SPARK_WIDTH, SPARK_HEIGHT, SPARK_ACROSS, SPARK_DOWN = 96, 52, 2, 4
# Years of history in a sparkline and the points that it can show, by frequency.
SPARK_YEARS = {"D": 1, "W": 2, "M": 5, "Q": 10, "A": 20}
SPARK_POINTS = 32
CHART_POINTS = 400

# A number and its decimals to a text in the reader's language.
NumberText = Callable[[float, int], str]


@dataclass(frozen=True)
class Tick:
    """A place on an axis in SVG units, and what is written there."""

    at: float
    text: str


@dataclass(frozen=True)
class Chart:
    """A line chart in a viewBox of `width` by `height`; the plot lies inside left, top, right, bottom.

    `zero` is the height of the zero line where it crosses the plot; `end` the newest point.
    """

    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float
    line: str
    across: list[Tick]
    up: list[Tick]
    zero: float | None
    end: tuple[float, float]


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


def spark(points: Sequence[tuple[date, float]]) -> tuple[str, tuple[int, int] | None]:
    """A path's data in viewBox 0 0 96 52, across by date in relative steps, and where the newest point lies.

    A single observation is no line: its place in the middle of the right edge, and no path. A history
    that never moved is a level line in the middle.
    """
    if not points:
        return "", None
    if len(points) == 1:
        return "", (SPARK_WIDTH - SPARK_ACROSS, SPARK_HEIGHT // 2)
    box = (SPARK_ACROSS, SPARK_DOWN, SPARK_WIDTH - SPARK_ACROSS, SPARK_HEIGHT - SPARK_DOWN)
    places = [(round(x), round(y)) for x, y in _places(points, box)]
    steps = [(x - before[0], y - before[1]) for before, (x, y) in pairwise(places)]
    return f"M{places[0][0]} {places[0][1]}l" + " ".join(f"{x} {y}" for x, y in steps).replace(
        " -", "-"
    ), places[-1]


def _places(
    points: Sequence[tuple[date, float]],
    box: tuple[float, float, float, float],
    span: tuple[float, float] | None = None,
) -> list[tuple[float, float]]:
    left, top, right, bottom = box
    first, last = points[0][0].toordinal(), points[-1][0].toordinal()
    low, high = span or (min(value for _, value in points), max(value for _, value in points))
    across = (right - left) / (last - first) if last > first else 0.0
    return [
        (
            round(left + (day.toordinal() - first) * across, 1) if across else right,
            round(bottom - (value - low) / (high - low) * (bottom - top), 1)
            if high > low
            else (top + bottom) / 2,
        )
        for day, value in points
    ]


def _polyline(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def geometry(
    points: Sequence[Point],
    *,
    number_text: NumberText,
    width: float = 720.0,
    height: float = 300.0,
) -> Chart:
    """The chart of a whole history (oldest first, at least one point), with round numbers up its side."""
    left, top, right, bottom = 56.0, 12.0, width - 16.0, height - 28.0
    shown = thin(points, CHART_POINTS)
    marks = round_marks(min(p.value for p in shown), max(p.value for p in shown))
    low, high = marks[0], marks[-1]
    decimals = max(0, -floor(log10(marks[1] - marks[0]) + 1e-9))
    places = _places([(p.day, p.value) for p in shown], (left, top, right, bottom), (low, high))

    def height_of(value: float) -> float:
        return round(bottom - (value - low) / (high - low) * (bottom - top), 1)

    return Chart(
        width=width,
        height=height,
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        line=_polyline(places),
        across=_years(shown[0].day, shown[-1].day, left, right),
        up=[Tick(height_of(mark), number_text(mark, decimals)) for mark in marks],
        zero=height_of(0.0) if low < 0 < high else None,
        end=places[-1],
    )


def round_marks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers (1, 2 or 5 times a power of ten apart) that enclose low and high.

    Heckbert, "Nice numbers for graph labels", Graphics Gems (1990). At least two marks.
    """
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):  # less than a double can draw
        room = abs(low) * 0.1 if abs(low) > 1e-9 else 1.0
        low, high = low - room, high + room
    step = _round_up((high - low) / (wanted - 1))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 12) for number in range(first, max(last, first + 1) + 1)]


def _round_up(step: float) -> float:
    power: float = 10.0 ** floor(log10(step))
    return power * next(round_one for round_one in (1, 2, 5, 10) if step / power <= round_one + 1e-9)


def _years(first: date, last: date, left: float, right: float, most: int = 8) -> list[Tick]:
    """A tick at the first of January of every n-th year; without a whole year, none."""
    days = last.toordinal() - first.toordinal()
    years = list(range(first.year + 1, last.year + 1))
    every = max(1, ceil(len(years) / most))
    return [
        Tick(
            round(left + (date(year, 1, 1).toordinal() - first.toordinal()) / days * (right - left), 1),
            str(year),
        )
        for year in years
        if year % every == 0
    ]
