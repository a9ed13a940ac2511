"""Serves the World Bank's file of monthly commodity prices: names, units, months, dots for missing prices."""

from collections.abc import Callable, Iterator
from datetime import date, datetime

from briefing.demo import Query, SampleResponse, pink
from briefing.demo.releases import ends
from briefing.demo.sheets import Cell, xlsx
from briefing.demo.tables import page
from briefing.demo.world import mean_of_month, value

ROUTE = "pinkdocs"
Figure = Callable[[date], float]


def _mean(name: str) -> Figure:
    return lambda end: round(mean_of_month(name, end), 2)


def _share(name: str, of: float) -> Figure:
    """Returns an index that is 100 at the price `of`."""
    return lambda end: round(100 * mean_of_month(name, end) / of, 2)


PRICES: dict[str, tuple[str, Figure]] = {
    "Crude oil, average": ("($/bbl)", _mean("DCOILBRENTEU")),
    "Natural gas, Europe": ("($/mmbtu)", _mean("gas_eu")),
    "Copper": ("($/mt)", _mean("copper")),
    "Gold": ("($/troy oz)", _mean("GC=F")),
}
INDICES: dict[str, Figure] = {
    "Energy": _share("DCOILBRENTEU", 70.0),
    "Food": lambda end: round(value("food", end), 2),
    "Metals & Minerals": _share("copper", 9500.0),
}
MISSING = "…"


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if f"/{path}" != pink.FILE:
        return page(404, "Page not found")
    months = ends("commodities", now)
    title = "World Bank Commodity Price Data (The Pink Sheet)"
    head: list[list[Cell]] = [
        [title],
        ["monthly prices in nominal US dollars, 1960 to present"],
        ["Sample data"],
        [None],
    ]
    prices: list[list[Cell]] = [
        *head,
        [None, *PRICES],
        [None, *(unit for unit, _figure in PRICES.values())],
        *lines([figure for _unit, figure in PRICES.values()], months),
    ]
    indices: list[list[Cell]] = [
        *head,
        [None],
        [None, "Energy"],
        [None, None, None, "Metals & Minerals **"],
        [None, None, "Food"],
    ]
    body = xlsx(
        {
            "AFOSHEET": [["Sample"]],
            "Monthly Prices": prices,
            "Monthly Indices": indices + list(lines(list(INDICES.values()), months)),
        }
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return SampleResponse("", kind, file=body)


def lines(figures: list[Figure], months: list[date]) -> Iterator[list[Cell]]:
    """Yields the rows; the oldest month is missing, spelt as the source does."""
    for end in months:
        cells = [MISSING if end == months[0] else figure(end) for figure in figures]
        yield [f"{end.year}M{end.month:02}", *cells]
