"""The Bureau of Economic Analysis calendar: release times in UTC by release name, as JSON."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url
from indicators.sources import SourceError, parsing

NAME = "bea"
TITLE = "Bureau of Economic Analysis"
ADDRESS = "https://apps.bea.gov/API/signup"
ZONE = "America/New_York"
PAGE = "https://www.bea.gov/news/schedule"


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    reply = parsing.get(TITLE, f"{base_url(NAME)}/release_dates.json")
    events = list(events_of(parsing.json_of(TITLE, reply.body)))
    if not events:
        raise SourceError(f"{TITLE} sent an empty calendar.")
    return [event for event in events if request.first <= event.day <= request.last]


def events_of(document: dict[str, Any]) -> Iterator[CalendarEvent]:
    """One event per release and time; skips members that are not releases ("last_updated") and duplicates."""
    for title, entry in document.items():
        moments = entry.get("release_dates") if isinstance(entry, dict) else None
        for text in sorted({str(moment) for moment in moments or []}):
            yield _event(title, text)


def _event(title: str, text: str) -> CalendarEvent:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise SourceError(f"{TITLE} has {text!r} where a moment should be.") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    day = moment.astimezone(ZoneInfo(ZONE)).date()
    return CalendarEvent(
        key=f"{title[:180]} {day.isoformat()}",
        labels=(title,),
        day=day,
        starts_at=moment.astimezone(UTC),
        url=PAGE,
    )
