"""Serves the Bank of England's database format: DATE as "02 Jan 2026", one column per code."""

from collections.abc import Callable
from datetime import date, datetime

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import last_out, policy, sessions
from briefing.demo.tables import page, table
from briefing.demo.world import FIRST_DAY, value

ROUTE = "boe"
# By code: its release and its formatted figure.
CODES: dict[str, tuple[str, Callable[[date], str]]] = {
    "IUDBEDR": ("bank_rate", lambda day: f"{policy('BOE', day):.2f}"),
    "IUDMNPY": ("gilts", lambda day: f"{value('gb10', day):.4f}"),
}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """An unknown code or missing parameter gives a web page with status 200, as at the source."""
    codes = first(query, "SeriesCodes").split(",")
    start = day_of(first(query, "Datefrom"))
    if path != "_iadb-fromshowcolumns.asp" or start is None or first(query, "csv.x") != "yes":
        return page(200, "Database | Bank of England")
    if any(code not in CODES for code in codes):
        return page(200, "Invalid series code")
    lasts = {code: last_out(CODES[code][0], now) for code in codes}
    rows = []
    for day in sessions("Europe/London", max(start, FIRST_DAY), max(lasts.values())):
        cells = [CODES[code][1](day) if day <= lasts[code] else "" for code in codes]
        rows.append([f"{day:%d %b %Y}", *cells])
    return table(["DATE", *codes], rows, content_type="application/csv")


def day_of(text: str) -> date | None:
    """Parses 01/Jan/2015."""
    try:
        return datetime.strptime(text, "%d/%b/%Y").date()
    except ValueError:
        return None
