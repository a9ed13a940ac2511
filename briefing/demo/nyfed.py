"""Serves the New York Fed's rates: newest first, SOFR averages in between, one revised."""

import json
from datetime import date, datetime

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import last_out, policy, sessions
from briefing.demo.world import FIRST_DAY, value

ROUTE = "nyfed"
JSON = "application/json"
# A rate lies in the Fed's range, slightly higher if lent against Treasuries.
OVER = {"EFFR": "fed_fund_over", "SOFR": "sofr_over"}
PATHS = {"unsecured/effr": "EFFR", "secured/sofr": "SOFR"}
REVISED = 10  # on this day of each month


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` unsecured/effr/search.json or secured/sofr/search.json; others are 400."""
    kind = PATHS.get(path.removesuffix("/search.json"))
    if kind is None or not path.endswith("/search.json"):
        return SampleResponse(json.dumps({"error": "Bad request"}), JSON, 400)
    start = max(date.fromisoformat(first(query, "startDate", FIRST_DAY.isoformat())), FIRST_DAY)
    end = date.fromisoformat(first(query, "endDate", now.date().isoformat()))
    last = min(end, last_out("money_market_us", now))
    rows = [row for day in sessions("America/New_York", start, last) for row in of_day(kind, day)]
    return SampleResponse(json.dumps({"refRates": rows[::-1]}), JSON)


def of_day(kind: str, day: date) -> list[dict[str, object]]:
    upper = policy("FOMC", day)
    lower = upper - 0.25
    rate = round(lower + value(OVER[kind], day), 2)
    row: dict[str, object] = {
        "effectiveDate": day.isoformat(), "type": kind, "percentRate": rate, "percentPercentile1": rate - 0.03,
        "percentPercentile25": rate - 0.01, "percentPercentile75": rate + 0.01, "percentPercentile99": rate + 0.05,
    }  # fmt: skip
    if kind == "EFFR":
        row |= {"targetRateFrom": lower, "targetRateTo": upper}
    row |= {"volumeInBillions": 103, "revisionIndicator": "[r]" if day.day == REVISED else ""}
    if kind == "EFFR":
        return [row]
    average = {
        "effectiveDate": day.isoformat(),
        "type": "SOFRAI",
        "average30day": rate,
        "index": 1.2,
        "revisionIndicator": "",
    }
    return [average, row]
