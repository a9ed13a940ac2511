"""Serves the Bureau of Economic Analysis's release dates: times by release, one repeated, and an extra member."""

import json
from datetime import datetime, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import releases

ROUTE = "calendar_bea"


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path != "release_dates.json":
        return SampleResponse("<html><body>Not found</body></html>", "text/html", 404)
    gdp, income = _moments("gdp_us", now), _moments("income_us", now)
    document = {
        "Gross Domestic Product": {"release_dates": [*gdp, gdp[-1]]},
        "Personal Income and Outlays": {"release_dates": income},
        "last_updated": f"{now.date().isoformat()}T00:00:00+00:00",
    }
    return SampleResponse(json.dumps(document), "application/json")


def _moments(name: str, now: datetime) -> list[str]:
    today = now.date()
    found = releases(name, today - timedelta(days=100), today + timedelta(days=200))
    return [release.moment.isoformat() for release in found]
