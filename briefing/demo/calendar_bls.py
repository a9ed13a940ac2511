"""The Bureau of Labor Statistics' calendar: iCalendar in a zone called US-Eastern, without periods."""

from datetime import date, timedelta

from briefing.demo import Query, SampleResponse, fred
from briefing.demo.releases import releases

ROUTE = "calendar_bls"
# Title, series whose figures come with it.
KINDS = (
    ("Consumer Price Index", "CPIAUCNS"),
    ("Employment Situation", "UNRATE"),
    ("Employment Situation of Veterans", "UNRATE"),
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


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if path != "bls.ics":
        return SampleResponse("<html><body>Access Denied</body></html>", "text/html", 403)
    span = {"first": today - timedelta(days=30), "last": today + timedelta(days=200)}
    events = [
        EVENT.format(uid=f"{title.replace(' ', '')}-{release.end:%Y%m}", day=release.day, title=title)
        for title, series in KINDS
        for release in releases("M", fred.SERIES[series][1].lag, **span)
    ]
    return SampleResponse(HEAD + "".join(events) + "END:VCALENDAR\n", "text/calendar")
