"""Serves the US Treasury's yearly tables: newest first, with columns added over the years."""

from datetime import date, datetime

from briefing.demo import Query, SampleResponse, curve, first
from briefing.demo.releases import last_out, sessions
from briefing.demo.tables import page, table
from briefing.demo.world import FIRST_DAY

ROUTE = "treasury"

# Column, maturity in years, first day with a figure.
PAR = (
    ("1 Mo", 1 / 12, FIRST_DAY),
    ("1.5 Month", 1 / 8, date(2025, 2, 18)),
    ("2 Mo", 2 / 12, date(2018, 10, 16)),
    ("3 Mo", 3 / 12, FIRST_DAY),
    ("4 Mo", 4 / 12, date(2022, 10, 19)),
    ("6 Mo", 6 / 12, FIRST_DAY),
    *((f"{years} Yr", years, FIRST_DAY) for years in (1, 2, 3, 5, 7, 10, 20, 30)),
)
REAL = tuple((f"{years} YR", years, FIRST_DAY) for years in (5, 7, 10, 20, 30))
TABLES = {
    "daily_treasury_yield_curve": (PAR, curve.us),
    "daily_treasury_real_yield_curve": (REAL, curve.us_real),
}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` daily-treasury-rates.csv/<year>/all; anything else gives the site's own page."""
    parts = path.split("/")
    kind = TABLES.get(first(query, "type"))
    if len(parts) != 3 or parts[0] != "daily-treasury-rates.csv" or not parts[1].isdecimal() or kind is None:
        return page(404, "Page not found")
    columns, curve_of = kind
    year = min(int(parts[1]), 9000)
    there = [column for column in columns if column[2].year <= year]
    rows = [
        [
            f"{day:%m/%d/%Y}",
            *(f"{curve_of(years, day):.2f}" if day >= since else "" for _name, years, since in there),
        ]
        for day in sessions(
            "America/Detroit",  # not New York: bonds rest on federal holidays
            max(date(year, 1, 1), FIRST_DAY),
            min(date(year, 12, 31), last_out("treasury", now)),
        )
    ]
    # The Treasury quotes only the names of the maturities.
    header = ",".join(["Date", *(f'"{name}"' for name, _years, _since in there)])
    body = table([], reversed(rows)).body.lstrip()
    return SampleResponse(f"{header}\n{body}", "text/csv")
