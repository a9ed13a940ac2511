"""Answers in the shape of the Bank of England's database: DATE as "02 Jan 2026", a column for each code."""

from datetime import date, datetime

from briefing.demo import Query, SampleResponse, first
from briefing.demo.figures import FIRST_DAY, Band, business_days, value
from briefing.demo.tables import page, table

ROUTE = "boe"
NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

BANDS = {
    "IUDBEDR": Band(3.25, 4.75, step=0.25, rough=0),
    "IUDMNPY": Band(4.0, 5.0, decimals=4, rough=0.6, lag=2),
}


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """An unknown code and a missing parameter are both a web page with status 200, as there."""
    codes = first(query, "SeriesCodes").split(",")
    start = day_of(first(query, "Datefrom"))
    if path != "_iadb-fromshowcolumns.asp" or start is None or first(query, "csv.x") != "yes":
        return page(200, "Database | Bank of England")
    if any(code not in BANDS for code in codes):
        return page(200, "Invalid series code")
    rows = []
    for day in business_days(max(start, FIRST_DAY), today):
        cells = [
            f"{value(code, day, BANDS[code]):.{BANDS[code].decimals}f}"
            if day <= BANDS[code].last_day(today)
            else ""
            for code in codes
        ]
        if any(cells):
            rows.append([f"{day.day:02} {NAMES[day.month - 1]} {day.year}", *cells])
    return table(["DATE", *codes], rows, content_type="application/csv")


def day_of(text: str) -> date | None:
    """01/Jan/2015."""
    try:
        return datetime.strptime(text, "%d/%b/%Y").date()
    except ValueError:
        return None
