"""Serves the BLS's API, version 1: a POST names series; M13 is a year's mean, "-" a gap."""

import calendar
import json
from collections.abc import Callable
from datetime import date, datetime
from statistics import fmean

from briefing.demo import POSTED, Query, SampleResponse, first, fred
from briefing.demo.releases import last_out
from briefing.demo.world import FIRST_DAY, grown, month_ends, value

ROUTE = "usbls"
JSON = "application/json;charset=UTF-8"
# By series: release, decimals, figure; the first two equal FRED's samples of the same series.
SERIES: dict[str, tuple[str, int, Callable[[date], float]]] = {
    "CUUR0000SA0": ("cpi_us", 3, fred.DERIVED["CPIAUCNS"][2]),
    "LNS14000000": ("jobs_us", 1, lambda end: value("UNRATE", end)),
    "CUUR0000SA0L1E": ("cpi_us", 3, lambda end: grown("core_us", 222.0, end)),
    "CES0000000001": ("jobs_us", 0, lambda end: value("CES0000000001", end)),
}
NEVER_PUBLISHED = date(2025, 10, 31)  # a government shutdown prevented it, except for jobs
MOST_YEARS = 10


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Refusals are also a 200, with another status in the document."""
    try:
        request = json.loads(first(query, POSTED))
        names, start, end = request["seriesid"], int(request["startyear"]), int(request["endyear"])
    except (ValueError, KeyError, TypeError):
        return SampleResponse("<html><body>Access Denied</body></html>", "text/html", 403)
    if path != "timeseries/data" or end - start >= MOST_YEARS:
        return reply("REQUEST_NOT_PROCESSED", ["The year range has been reduced."], [])
    found = [{"seriesID": name, "data": rows(name, start, end, now)} for name in names if name in SERIES]
    return reply("REQUEST_SUCCEEDED", [], found)


def reply(status: str, message: list[str], series: list[dict[str, object]]) -> SampleResponse:
    told = {"status": status, "responseTime": 100, "message": message, "Results": {"series": series}}
    return SampleResponse(json.dumps(told), JSON)


def rows(name: str, start: int, end: int, now: datetime) -> list[dict[str, object]]:
    """Returns the rows, newest first; a complete year starts with its mean."""
    release, decimals, figure = SERIES[name]
    last = min(last_out(release, now), date(end, 12, 31))
    days = list(month_ends(max(date(start, 1, 1), FIRST_DAY), last))
    figures = {day: figure(day) for day in days}
    found: list[dict[str, object]] = []
    for day in reversed(days):
        if day.month == 12:
            mean = fmean(figures[each] for each in days if each.year == day.year)
            found.append(row(day.year, "M13", "Annual", f"{mean:.{decimals}f}"))
        gap = day == NEVER_PUBLISHED and name != "CES0000000001"
        text = "-" if gap else f"{figures[day]:.{decimals}f}"
        found.append(row(day.year, f"M{day.month:02}", calendar.month_name[day.month], text))
    if found:
        found[0] = {**found[0], "latest": "true", "footnotes": [{"code": "P", "text": "preliminary"}]}
    return found


def row(year: int, period: str, name: str, value: str) -> dict[str, object]:
    return {"year": str(year), "period": period, "periodName": name, "value": value, "footnotes": [{}]}
