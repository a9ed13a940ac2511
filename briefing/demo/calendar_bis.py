"""Serves the BIS's release calendar as SDMX CSV whose values are days."""

from datetime import datetime, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import releases
from briefing.demo.tables import table

ROUTE = "calendar_bis"
# By category: the release of its figures.
CATEGORIES = {"CREDIT_GAPS": "credit_gap", "RPP": "houses_world", "TOTAL_CREDIT": "credit_gap"}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path != "BIS,BIS_REL_CAL,1.0/all":
        return SampleResponse("<error>No results found</error>", "application/xml", 404)
    since, until = now.date() - timedelta(days=200), now.date() + timedelta(days=300)
    rows = [
        ["Q", category, "R", f"{release.end.year}-Q{release.end.month // 3}", f"{release.day:%Y%m%d}"]
        for category, name in CATEGORIES.items()
        for release in releases(name, since, until)
    ]
    rows.append(["M", "CBPOL", "R", f"{until:%Y-%m}", ""])  # a release without a day yet
    return table(["FREQ", "CATEGORY", "RELEASE_TYPE", "TIME_PERIOD", "OBS_VALUE"], rows)
