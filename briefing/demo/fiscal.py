"""Serves Fiscal Data's format: all values strings, "null" for missing ones, limited page size."""

import json
from collections.abc import Iterator
from datetime import date, datetime

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import ends_of
from briefing.demo.world import FIRST_DAY, value

ROUTE = "fiscal"
JSON = "application/json"
# By table: column, line of the world's table, decimals.
TABLES = {
    "v2/accounting/od/debt_to_penny": ("tot_pub_debt_out_amt", "USDEBT", 2),
    "v2/accounting/od/avg_interest_rates": ("avg_interest_rate_amt", "USIR", 3),
}
LARGEST_PAGE = 4_000  # smaller than requested, so that there is a second page
GAP = date(2012, 3, 1)


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path not in TABLES:
        return SampleResponse(json.dumps({"error": "Not Found"}), JSON, 404)
    column, name, decimals = TABLES[path]
    start = max(FIRST_DAY, *(wanted_start(first(query, "filter"))))
    rows = [
        {
            "record_date": day.isoformat(),
            column: "null" if day == GAP else f"{value(name, day):.{decimals}f}",
        }
        for day in ends_of(name, now, start)
    ][::-1]
    size = min(int(first(query, "page[size]", "100")), LARGEST_PAGE)
    place = int(first(query, "page[number]", "1"))
    shown = rows[(place - 1) * size : place * size]
    meta = {"count": len(shown), "total-count": len(rows), "total-pages": max(1, -(-len(rows) // size))}
    return SampleResponse(
        json.dumps({"data": shown, "meta": meta, "links": {"self": f"&page[number]={place}"}}), JSON
    )


def wanted_start(condition: str) -> Iterator[date]:
    """Yields the start dates in a filter: `…,record_date:gte:2020-01-01`."""
    yield FIRST_DAY
    for part in condition.split(","):
        if part.startswith("record_date:gte:"):
            yield date.fromisoformat(part.rpartition(":")[2])
