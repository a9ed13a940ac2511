"""The Bureau of Economic Analysis's release dates: moments by release, with a repeat and a member that is none."""

import json
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from briefing.demo import Query, SampleResponse, fred
from briefing.demo.releases import releases

ROUTE = "calendar_bea"
EAST = ZoneInfo("America/New_York")


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if path != "release_dates.json":
        return SampleResponse("<html><body>Not found</body></html>", "text/html", 404)
    gdp, income = _moments("Q", fred.SERIES["GDP"][1].lag, today), _moments("M", 26, today)
    document = {
        "Gross Domestic Product": {"release_dates": [*gdp, gdp[-1]]},
        "Personal Income and Outlays": {"release_dates": income},
        "last_updated": f"{today.isoformat()}T00:00:00+00:00",
    }
    return SampleResponse(json.dumps(document), "application/json")


def _moments(frequency: str, lag: int, today: date) -> list[str]:
    span = {"first": today - timedelta(days=100), "last": today + timedelta(days=200)}
    return [
        datetime.combine(release.day, time(8, 30), EAST).astimezone(ZoneInfo("UTC")).isoformat()
        for release in releases(frequency, lag, **span)
    ]
