"""Answers in the shape of the New York Fed's rates: newest first, averages of SOFR between the rates, one revised."""

import json
from datetime import date

from briefing.demo import Query, SampleResponse, first, fred
from briefing.demo.figures import FIRST_DAY, Band, business_days, value

ROUTE = "nyfed"
JSON = "application/json"
UPPER, LOWER = (fred.SERIES[name][1] for name in ("DFEDTARU", "DFEDTARL"))
# A rate lies in the Fed's range, a little higher where it is lent against Treasuries.
OVER = {"EFFR": Band(0.06, 0.1, lag=1), "SOFR": Band(0.08, 0.18, lag=1, rough=2)}
PATHS = {"unsecured/effr": "EFFR", "secured/sofr": "SOFR"}
REVISED = 10  # on this day of each month


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is unsecured/effr/search.json or secured/sofr/search.json; an unknown one is 400."""
    kind = PATHS.get(path.removesuffix("/search.json"))
    if kind is None or not path.endswith("/search.json"):
        return SampleResponse(json.dumps({"error": "Bad request"}), JSON, 400)
    start = max(date.fromisoformat(first(query, "startDate", FIRST_DAY.isoformat())), FIRST_DAY)
    last = min(date.fromisoformat(first(query, "endDate", today.isoformat())), OVER[kind].last_day(today))
    rows = [row for day in business_days(start, last) for row in of_day(kind, day)]
    return SampleResponse(json.dumps({"refRates": rows[::-1]}), JSON)


def of_day(kind: str, day: date) -> list[dict[str, object]]:
    lower, upper = (value(name, day, band) for name, band in (("DFEDTARL", LOWER), ("DFEDTARU", UPPER)))
    lower = min(lower, upper - 0.25)
    rate = round(lower + value(f"over {kind}", day, OVER[kind]), 2)
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
