"""Serves Eurostat's release calendar: JSON whose "Z" is in fact Luxembourg time, and an iCalendar file of days."""

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse, eustat, first
from briefing.demo.releases import SampleRelease, releases, schedule

ROUTE = "calendar_eurostat"
# Title, and data sets published with it; the first one's figures set the date.
KINDS = (
    ("Inflation (HICP)", "prc_hicp_minr, prc_hicp_midx"),
    ("Euro area unemployment", "une_rt_m"),
    ("GDP main aggregates and employment", "namq_10_gdp, namq_10_pe"),
    ("Industrial production", "sts_inpr_m"),
    ("Retail trade", "sts_trtu_m"),
    ("Government debt", "gov_10q_ggdebt"),
    ("House prices", "prc_hpi_q"),
)


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` eventsJson or eventsIcal."""
    if path == "eventsIcal":
        return SampleResponse(_ics(now.date()), "text/calendar")
    if path != "eventsJson":
        return SampleResponse("<html><body>Not found</body></html>", "text/html", 404)
    since, until = (date.fromisoformat(first(query, name)[:10]) for name in ("start", "end"))
    rows = [_row(*found, today=now.date()) for found in _all(since, until)]
    return SampleResponse(json.dumps(rows), "application/json")


def _all(since: date, until: date) -> Iterator[tuple[str, str, str, SampleRelease]]:
    for title, codes in KINDS:
        name = eustat.SETS[codes.partition(",")[0]][0]
        for release in releases(name, since, until):
            yield title, schedule(name).every, codes, release


def _row(title: str, frequency: str, codes: str, release: SampleRelease, *, today: date) -> dict[str, object]:
    end = release.end
    return {
        "recordid": f"{codes.partition(',')[0]}-{end:%Y%m}",
        "title": title,
        "period": f"Q{end.month // 3}/{end.year}" if frequency == "Q" else f"{end:%B %Y}",
        "start": f"{release.day.isoformat()}T11:00Z",
        "datasetCodes": codes,
        "euroind": True,
        # The coming week is confirmed on Fridays.
        "preliminary": release.day - today > timedelta(days=7),
        "theme": 2,
        "types": ["DATA"],
    }


def _ics(today: date) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sample//EN"]
    for number, (title, _frequency, _codes, release) in enumerate(
        _all(today - timedelta(days=30), today + timedelta(days=180))
    ):
        lines += ["BEGIN:VEVENT", f"UID:{today:%Y%m%d}{number}@sample", f"SUMMARY:{title}"]
        lines += [f"DTSTART;VALUE=DATE:{release.day:%Y%m%d}", "X-CATEGORY:2", "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])
