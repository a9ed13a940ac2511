"""The Bureau of Labor Statistics calendar: an iCalendar file whose time zone is called "US-Eastern".

The site answers many data centres and non-browser clients with 403, so it is fetched once, under our own user
agent, and FRED's dates are the fallback.
"""

from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url, page_parsing
from indicators.sources import parsing

NAME = "bls"
TITLE = "Bureau of Labor Statistics"
ADDRESS = "https://www.bls.gov/schedule/news_release"
ZONE = "America/New_York"
PAGE = "https://www.bls.gov/schedule/"


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    reply = parsing.get(TITLE, f"{base_url(NAME)}/bls.ics", attempts=1)
    found = page_parsing.ics_events(TITLE, reply.body, zone=ZONE)
    return [
        CalendarEvent(
            key=event.uid or f"{event.title[:180]} {event.day.isoformat()}",
            labels=(event.title,),
            day=event.day,
            starts_at=event.starts_at,
            cancelled=event.cancelled,
            url=PAGE,
        )
        for event in page_parsing.within(found, request.first, request.last)
    ]
