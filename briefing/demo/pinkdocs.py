"""The World Bank's file of monthly commodity prices: names over units over months, dots for what is missing."""

from collections.abc import Iterator
from datetime import date

from briefing.demo import Query, SampleResponse, pink
from briefing.demo.figures import FIRST_DAY, Band, month_ends, value
from briefing.demo.sheets import Cell, xlsx
from briefing.demo.tables import page

ROUTE = "pinkdocs"
PRICES = {
    "Crude oil, average": ("($/bbl)", Band(58.0, 90.0)),
    "Natural gas, Europe": ("($/mmbtu)", Band(8.0, 15.0)),
    "Copper": ("($/mt)", Band(8600.0, 11200.0)),
    "Gold": ("($/troy oz)", Band(3100.0, 3900.0, growth=0.08)),
}
INDICES = {"Energy": Band(80.0, 120.0), "Food": Band(105.0, 135.0), "Metals & Minerals": Band(95.0, 125.0)}
LAG = 3
MISSING = "…"


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if f"/{path}" != pink.FILE:
        return page(404, "Page not found")
    ends = list(month_ends(FIRST_DAY, Band(0, 0, lag=LAG).last_day(today)))
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
        [None, *(unit for unit, _band in PRICES.values())],
        *lines({name: band for name, (_unit, band) in PRICES.items()}, ends),
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
            "Monthly Indices": indices + list(lines(INDICES, ends)),
        }
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return SampleResponse("", kind, file=body)


def lines(bands: dict[str, Band], ends: list[date]) -> Iterator[list[Cell]]:
    """The oldest month is missing, in the source's spelling."""
    for end in ends:
        figures = (
            MISSING if end == ends[0] else value(f"pink {name}", end, band) for name, band in bands.items()
        )
        yield [f"{end.year}M{end.month:02}", *figures]
