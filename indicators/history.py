"""The history of a configured row: its symbols' stored figures after the row's transform."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from indicators import figures
from indicators.figures import Point
from indicators.groups import RowConfig
from indicators.models import DailyQuote
from indicators.plausibility import are_few


def of_symbols(symbols: Iterable[str]) -> dict[str, list[Point]]:
    """The stored points of each symbol, oldest first; one query."""
    found: dict[str, list[Point]] = defaultdict(list)
    stored = DailyQuote.objects.of(symbols).values_list("symbol", "period", "day", "value")
    for symbol, period, day, value in stored.iterator(chunk_size=5000):
        found[symbol].append(Point(period, day, value))
    return found


def of_row(row: RowConfig) -> list[Point]:
    return transformed(row, of_symbols(row.symbols))


def transformed(row: RowConfig, stored: Mapping[str, Sequence[Point]]) -> list[Point]:
    """The row's points after its transform, without isolated implausible ones."""
    points = computed(row, stored)
    wrong = {point.period for point in implausible(row, points)}
    return [point for point in points if point.period not in wrong] if wrong else points


def implausible(row: RowConfig, points: Sequence[Point]) -> list[Point]:
    """The computed points outside the row's range, except the latest; empty if there are too many.

    Published figures (`level`) were checked when stored and may have been accepted by staff; `computation` checks the
    latest. Many points outside mean that the range is wrong.
    """
    if row.transform == "level":
        return []
    lowest, highest = row.plausible
    found = [point for point in points[:-1] if not lowest <= point.value <= highest]
    return found if are_few(len(found), len(points)) else []


def computed(row: RowConfig, stored: Mapping[str, Sequence[Point]]) -> list[Point]:
    """The row's transform applied to its symbols' points."""
    series = [stored.get(symbol, ()) for symbol in row.symbols]
    if row.transform == "level":
        return list(series[0])
    if row.transform == "yoy":
        return figures.year_on_year(series[0])
    pairs = figures.paired(series[0], series[1], frequencies=(row.frequencies[0], row.frequencies[1]))
    return figures.spread(pairs) if row.transform == "spread" else figures.ratio(pairs, factor=row.factor)
