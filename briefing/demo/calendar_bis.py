"""The BIS's release calendar as SDMX csv: the value is a day."""

from datetime import date, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import releases
from briefing.demo.tables import table

ROUTE = "calendar_bis"
# By category: days from the end of the quarter to its figures, as in the sample of the BIS's data.
LAGS = {"CREDIT_GAPS": 150, "RPP": 120, "TOTAL_CREDIT": 150}


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if path != "BIS,BIS_REL_CAL,1.0/all":
        return SampleResponse("<error>No results found</error>", "application/xml", 404)
    since, until = today - timedelta(days=200), today + timedelta(days=300)
    rows = [
        ["Q", category, "R", f"{release.end.year}-Q{release.end.month // 3}", f"{release.day:%Y%m%d}"]
        for category, lag in LAGS.items()
        for release in releases("Q", lag, first=since, last=until)
    ]
    rows.append(["M", "CBPOL", "R", f"{until:%Y-%m}", ""])  # a release without a day yet
    return table(["FREQ", "CATEGORY", "RELEASE_TYPE", "TIME_PERIOD", "OBS_VALUE"], rows)
