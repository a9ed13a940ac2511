"""Answers in the shape of the BLS's interface, version 1: a POST names series; M13 is a year's mean, "-" a gap."""

import json
from datetime import date
from statistics import fmean

from briefing.demo import POSTED, Query, SampleResponse, first, fred
from briefing.demo.figures import FIRST_DAY, Band, month_ends, value

ROUTE = "usbls"
JSON = "application/json;charset=UTF-8"
# The same figures as FRED's samples of the same series.
SAME = {"CUUR0000SA0": "CPIAUCNS", "LNS14000000": "UNRATE"}
BANDS = {
    **{name: fred.SERIES[other][1] for name, other in SAME.items()},
    "CUUR0000SA0L1E": Band(332.0, 335.0, decimals=3, growth=0.029, lag=13),
    "CES0000000001": Band(159000.0, 160200.0, decimals=0, growth=0.011, rough=0.3, lag=6),
}
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
NEVER_PUBLISHED = date(2025, 10, 31)  # a shutdown kept the office from it, jobs apart
MOST_YEARS = 10


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """What it will not do is a 200 as well, with another status in it."""
    try:
        asked = json.loads(first(query, POSTED))
        names, start, end = asked["seriesid"], int(asked["startyear"]), int(asked["endyear"])
    except (ValueError, KeyError, TypeError):
        return SampleResponse("<html><body>Access Denied</body></html>", "text/html", 403)
    if path != "timeseries/data" or end - start >= MOST_YEARS:
        return reply("REQUEST_NOT_PROCESSED", ["The year range has been reduced."], [])
    found = [{"seriesID": name, "data": rows(name, start, end, today)} for name in names if name in BANDS]
    return reply("REQUEST_SUCCEEDED", [], found)


def reply(status: str, message: list[str], series: list[dict[str, object]]) -> SampleResponse:
    told = {"status": status, "responseTime": 100, "message": message, "Results": {"series": series}}
    return SampleResponse(json.dumps(told), JSON)


def rows(name: str, start: int, end: int, today: date) -> list[dict[str, object]]:
    """Newest first; a year that is whole begins with its mean."""
    band = BANDS[name]
    last = min(band.last_day(today), date(end, 12, 31))
    days = list(month_ends(max(date(start, 1, 1), FIRST_DAY), last))
    figures = {day: value(SAME.get(name, name), day, band) for day in days}
    found: list[dict[str, object]] = []
    for day in reversed(days):
        if day.month == 12:
            mean = fmean(figures[each] for each in days if each.year == day.year)
            found.append(row(day.year, "M13", "Annual", f"{mean:.{band.decimals}f}"))
        gap = day == NEVER_PUBLISHED and name != "CES0000000001"
        text = "-" if gap else f"{figures[day]:.{band.decimals}f}"
        found.append(row(day.year, f"M{day.month:02}", MONTHS[day.month - 1], text))
    if found:
        found[0] = {**found[0], "latest": "true", "footnotes": [{"code": "P", "text": "preliminary"}]}
    return found


def row(year: int, period: str, name: str, value: str) -> dict[str, object]:
    return {"year": str(year), "period": period, "periodName": name, "value": value, "footnotes": [{}]}
