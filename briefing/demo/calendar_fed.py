"""The Federal Reserve's calendar: JSON with a byte order mark, New York hours, and rows with gaps."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

from briefing.demo import Query, SampleResponse, fred
from briefing.demo.releases import releases

ROUTE = "calendar_fed"
# Title, series whose figures come with it, hour.
STATISTICS = (
    ("Z.1 - Financial Accounts of the United States", "NCBEILQ027S", "12:00 p.m."),
    ("H.6 - Money Stock Measures", "M2SL", "1:00 p.m."),
    ("H.4.1 - Factors Affecting Reserve Balances", "WALCL", "4:30 p.m."),
    ("Senior Loan Officer Opinion Survey", "DRTSCILM", ""),
)
MEETING_EVERY = timedelta(days=49)
FIRST_MEETING = date(2026, 1, 28)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if path != "calendar.json":
        return SampleResponse("<html><body>Not found</body></html>", "text/html", 404)
    events = [*_statistics(today), *_meetings(today), {"title": "A row without a month", "days": "3"}]
    document = {"events": events, "announcement": [{"title": "&lt;p&gt;Sample&lt;/p&gt;", "month": ""}]}
    return SampleResponse("\ufeff" + json.dumps(document), "application/json")


def _statistics(today: date) -> Iterator[dict[str, str]]:
    for title, series, hour in STATISTICS:
        frequency, band = fred.SERIES[series]
        span = {"first": today - timedelta(days=60), "last": today + timedelta(days=200)}
        for release in releases(frequency, band.lag, **span):
            yield _row(title, hour, release.day, kind="Statistical Releases")


def _meetings(today: date) -> Iterator[dict[str, str]]:
    day = FIRST_MEETING
    while day < today + timedelta(days=200):
        eve = day - timedelta(days=1)
        yield _row(" FOMC Meeting", "2:00 p.m.", day, kind="FOMC") | {
            "days": f"{eve.day}-{day.day}" if eve.month == day.month else str(day.day)
        }
        yield _row("FOMC Minutes", "2:00 p.m.", day + timedelta(days=21), kind="FOMC")
        yield _row("Beige Book", "2:00 p.m.", day - timedelta(days=14), kind="Beige")
        day += MEETING_EVERY


def _row(title: str, hour: str, day: date, *, kind: str) -> dict[str, str]:
    return {"title": title, "time": hour, "month": f"{day:%Y-%m}", "days": str(day.day), "type": kind}
