"""Serves the Bureau of Labor Statistics' calendar: iCalendar in a zone called US-Eastern, without periods."""

from datetime import datetime, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import releases

ROUTE = "calendar_bls"
# Title and release.
KINDS = (
    ("Consumer Price Index", "cpi_us"),
    ("Employment Situation", "jobs_us"),
    ("Employment Situation of Veterans", "jobs_us"),
)
HEAD = """BEGIN:VCALENDAR
PRODID:-//Sample//EN
VERSION:2.0
X-WR-TIMEZONE:US-Eastern
BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZNAME:EDT
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZNAME:EST
END:STANDARD
END:VTIMEZONE
"""
EVENT = """BEGIN:VEVENT
UID:{uid}
DTSTART;TZID=US-Eastern:{day:%Y%m%d}T083000
DURATION:PT0M
SUMMARY:{title}
LOCATION:Washington\\, DC
END:VEVENT
"""


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path != "bls.ics":
        return SampleResponse("<html><body>Access Denied</body></html>", "text/html", 403)
    span = now.date() - timedelta(days=30), now.date() + timedelta(days=200)
    events = [
        EVENT.format(uid=f"{title.replace(' ', '')}-{release.end:%Y%m}", day=release.day, title=title)
        for title, name in KINDS
        for release in releases(name, *span)
    ]
    return SampleResponse(HEAD + "".join(events) + "END:VCALENDAR\n", "text/calendar")
