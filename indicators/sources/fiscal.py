"""The US Treasury's Fiscal Data: `FISCAL:DEBT` (total public debt), `FISCAL:RATE` (average interest rate on it)."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy as _

from briefing.core import periods
from indicators.sources import Hours, Observation, SourceError, base_url, parsing

PREFIX = "FISCAL"
ADDRESSES = {PREFIX: "https://api.fiscaldata.treasury.gov/services/api/fiscal_service"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("America/New_York", ("16:20",))
TERMS = _("US government work: free to use, with credit to the Treasury.")

NAME = "Fiscal Data"
A_PAGE, MOST_PAGES = 5_000, 10


@dataclass(frozen=True)
class DataSet:
    """The table's path, the column, and the filter of a series."""

    path: str
    column: str
    only: str = ""


DATA_SETS = {
    "DEBT": DataSet("v2/accounting/od/debt_to_penny", "tot_pub_debt_out_amt"),
    "RATE": DataSet(
        "v2/accounting/od/avg_interest_rates",
        "avg_interest_rate_amt",
        "security_desc:eq:Total Interest-bearing Debt",
    ),
}


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Fetches page by page, newest first. DEBT is daily in dollars, RATE monthly in per cent."""
    wanted = DATA_SETS.get(identifier)
    if wanted is None:
        raise SourceError(f"{identifier!r} is none of {', '.join(DATA_SETS)}.", permanent=True)
    start, series = parsing.window_start(since), []
    for number in range(1, MOST_PAGES + 1):
        document = _page(wanted, start, number)
        series += observations(document, wanted.column, frequency)
        if number >= pages_in(document):
            return parsing.tidy(NAME, series, since=since)
    raise SourceError(f"{NAME} has more than {MOST_PAGES} pages for {identifier}.")


def _page(wanted: DataSet, start: date, number: int) -> dict[str, Any]:
    asked = {
        "fields": f"record_date,{wanted.column}",
        "filter": ",".join(filter(None, (wanted.only, f"record_date:gte:{start.isoformat()}"))),
        "sort": "-record_date",
        "page[size]": A_PAGE,
        "page[number]": number,
    }
    reply = parsing.get(NAME, f"{base_url(PREFIX)}/{wanted.path}?{urlencode(asked)}")
    return parsing.json_of(NAME, reply.body)


def pages_in(document: dict[str, Any]) -> int:
    meta = document.get("meta")
    pages = meta.get("total-pages") if isinstance(meta, dict) else None
    if not isinstance(pages, int) or isinstance(pages, bool):
        raise SourceError(f"{NAME} does not say how many pages there are.")
    return pages


def observations(document: dict[str, Any], column: str, frequency: str | None) -> list[Observation]:
    """Parses values, which are all strings; missing ones are "null"."""
    rows = document.get("data")
    if not isinstance(rows, list) or not all(isinstance(row, dict) and column in row for row in rows):
        raise SourceError(f"{NAME} sent JSON without rows of {column}.")
    series = []
    for row in rows:
        value = parsing.number(NAME, row[column])
        if value is not None:
            day = parsing.day_of(NAME, str(row.get("record_date")), "%Y-%m-%d")
            period = periods.of(day, frequency or "D")
            series.append(Observation(period.label, period.end, value))
    return series
