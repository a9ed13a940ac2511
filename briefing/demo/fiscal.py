"""Answers in the shape of Fiscal Data: every value a string, "null" where there is none, pages of any size."""

import json
from collections.abc import Iterator
from datetime import date

from briefing.demo import Query, SampleResponse, first
from briefing.demo.figures import FIRST_DAY, Band, business_days, month_ends, value

ROUTE = "fiscal"
JSON = "application/json"
DEBT = Band(3.72e13, 3.78e13, decimals=2, growth=0.06, rough=0.1, lag=2)
RATE = Band(3.1, 3.5, decimals=3, rough=0.1, lag=5)
TABLES = {
    "v2/accounting/od/debt_to_penny": ("tot_pub_debt_out_amt", DEBT),
    "v2/accounting/od/avg_interest_rates": ("avg_interest_rate_amt", RATE),
}
LARGEST_PAGE = 4_000  # smaller than asked for, so that there is a second page
GAP = date(2012, 3, 1)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if path not in TABLES:
        return SampleResponse(json.dumps({"error": "Not Found"}), JSON, 404)
    column, band = TABLES[path]
    start = max(FIRST_DAY, *(wanted_start(first(query, "filter"))))
    rows = [
        {
            "record_date": day.isoformat(),
            column: "null" if day == GAP else f"{value(column, day, band):.{band.decimals}f}",
        }
        for day in days(path, start, band.last_day(today))
    ][::-1]
    size = min(int(first(query, "page[size]", "100")), LARGEST_PAGE)
    place = int(first(query, "page[number]", "1"))
    shown = rows[(place - 1) * size : place * size]
    meta = {"count": len(shown), "total-count": len(rows), "total-pages": max(1, -(-len(rows) // size))}
    return SampleResponse(
        json.dumps({"data": shown, "meta": meta, "links": {"self": f"&page[number]={place}"}}), JSON
    )


def wanted_start(condition: str) -> Iterator[date]:
    """`…,record_date:gte:2020-01-01`."""
    yield FIRST_DAY
    for part in condition.split(","):
        if part.startswith("record_date:gte:"):
            yield date.fromisoformat(part.rpartition(":")[2])


def days(path: str, start: date, last: date) -> Iterator[date]:
    return business_days(start, last) if path.endswith("penny") else month_ends(start, last)
