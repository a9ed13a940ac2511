"""Serves the Federal Reserve's calendar: JSON with a byte order mark, New York hours and incomplete rows."""

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import decisions, releases

ROUTE = "calendar_fed"
# Title, release and hour.
STATISTICS = (
    ("Z.1 - Financial Accounts of the United States", "accounts_us", "12:00 p.m."),
    ("H.6 - Money Stock Measures", "money_us", "1:00 p.m."),
    ("H.4.1 - Factors Affecting Reserve Balances", "balance_us", "4:30 p.m."),
    ("Senior Loan Officer Opinion Survey", "lending_us", ""),
)
MINUTES, BEIGE_BOOK = timedelta(days=21), timedelta(days=-14)  # from a meeting's last day


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path != "calendar.json":
        return SampleResponse("<html><body>Not found</body></html>", "text/html", 404)
    first, last = now.date() - timedelta(days=60), now.date() + timedelta(days=200)
    events = [
        *_statistics(first, last),
        *_meetings(first, last),
        {"title": "A row without a month", "days": "3"},
    ]
    document = {"events": events, "announcement": [{"title": "&lt;p&gt;Sample&lt;/p&gt;", "month": ""}]}
    return SampleResponse("\ufeff" + json.dumps(document), "application/json")


def _statistics(first: date, last: date) -> Iterator[dict[str, str]]:
    for title, name, hour in STATISTICS:
        for release in releases(name, first, last):
            yield _row(title, hour, release.day, kind="Statistical Releases")


def _meetings(first: date, last: date) -> Iterator[dict[str, str]]:
    for day in decisions("FOMC", first, last):
        eve = day - timedelta(days=1)
        yield _row(" FOMC Meeting", "2:00 p.m.", day, kind="FOMC") | {
            "days": f"{eve.day}-{day.day}" if eve.month == day.month else str(day.day)
        }
        yield _row("FOMC Minutes", "2:00 p.m.", day + MINUTES, kind="FOMC")
        yield _row("Beige Book", "2:00 p.m.", day + BEIGE_BOOK, kind="Beige")


def _row(title: str, hour: str, day: date, *, kind: str) -> dict[str, str]:
    return {"title": title, "time": hour, "month": f"{day:%Y-%m}", "days": str(day.day), "type": kind}
