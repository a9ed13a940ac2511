"""Eurostat's release calendar: JSON whose "Z" is wrong (it is Luxembourg's clock), and an iCalendar file of days."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

from briefing.demo import Query, SampleResponse, eustat, first
from briefing.demo.releases import SampleRelease, releases

ROUTE = "calendar_eurostat"
# Title, frequency, data sets that come with it; the first one's figures say when.
KINDS = (
    ("Inflation (HICP)", "M", "prc_hicp_minr, prc_hicp_midx"),
    ("Euro area unemployment", "M", "une_rt_m"),
    ("GDP main aggregates and employment", "Q", "namq_10_gdp, namq_10_pe"),
    ("Industrial production", "M", "sts_inpr_m"),
    ("Retail trade", "M", "sts_trtu_m"),
    ("Government debt", "Q", "gov_10q_ggdebt"),
    ("House prices", "Q", "prc_hpi_q"),
)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is eventsJson or eventsIcal."""
    if path == "eventsIcal":
        return SampleResponse(_ics(today), "text/calendar")
    if path != "eventsJson":
        return SampleResponse("<html><body>Not found</body></html>", "text/html", 404)
    since, until = (date.fromisoformat(first(query, name)[:10]) for name in ("start", "end"))
    rows = [_row(*found, today=today) for found in _all(since, until)]
    return SampleResponse(json.dumps(rows), "application/json")


def _all(since: date, until: date) -> Iterator[tuple[str, str, str, SampleRelease]]:
    for title, frequency, codes in KINDS:
        lag = eustat.BANDS[codes.partition(",")[0]].lag
        for release in releases(frequency, lag, first=since, last=until):
            yield title, frequency, codes, release


def _row(title: str, frequency: str, codes: str, release: SampleRelease, *, today: date) -> dict[str, object]:
    end = release.end
    return {
        "recordid": f"{codes.partition(',')[0]}-{end:%Y%m}",
        "title": title,
        "period": f"Q{end.month // 3}/{end.year}" if frequency == "Q" else f"{end:%B %Y}",
        "start": f"{release.day.isoformat()}T11:00Z",
        "datasetCodes": codes,
        "euroind": True,
        # The week ahead is confirmed on Fridays.
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
