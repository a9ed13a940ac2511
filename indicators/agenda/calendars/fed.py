"""The Federal Reserve's calendar: a JSON file with a byte order mark, New York times and incomplete rows."""

import re
from collections.abc import Iterator
from datetime import date, time
from typing import Any

from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url, in_utc
from indicators.sources import SourceError, parsing

NAME = "fed"
TITLE = "Federal Reserve"
ADDRESS = "https://www.federalreserve.gov/json"
ZONE = "America/New_York"
PAGE = "https://www.federalreserve.gov/newsevents/calendar.htm"

HOUR = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])\.?m", re.IGNORECASE)
MONTH = re.compile(r"(\d{4})-(\d{2})")
DAYS = re.compile(r"\d{1,2}")


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    events = all_events(request)
    return [event for event in events if request.first <= event.day <= request.last]


def all_events(request: CalendarRequest) -> list[CalendarEvent]:
    reply = parsing.get(TITLE, f"{base_url(NAME)}/calendar.json")
    rows = parsing.json_of(TITLE, reply.body).get("events")
    if not isinstance(rows, list):
        raise SourceError(f"{TITLE} sent a calendar of another shape than expected.")
    found = list(events_of(rows))
    if not found:
        raise SourceError(f"{TITLE} sent an empty calendar.")
    return found


def events_of(rows: list[Any]) -> Iterator[CalendarEvent]:
    """Events of rows with month and day; `29, 30` gives two, `27-28` one on the last day (the decision's)."""
    for row in rows:
        month = MONTH.fullmatch(str(row.get("month", ""))) if isinstance(row, dict) else None
        if month:
            title = " ".join(str(row.get("title", "")).split())
            for part in str(row.get("days", "")).split(","):
                if days := DAYS.findall(part):
                    yield _event(row, title, _day(month, int(days[-1]), part))


def _day(month: re.Match[str], day: int, written: str) -> date:
    year, number = int(month[1]), int(month[2])
    first = int(DAYS.findall(written)[0])
    if day < first:  # "30-1": the meeting ends in the next month
        year, number = year + number // 12, number % 12 + 1
    try:
        return date(year, number, day)
    except ValueError:
        raise SourceError(f"{TITLE} has a day {day} in {month[0]}.") from None


def _event(row: dict[str, Any], title: str, day: date) -> CalendarEvent:
    hour = HOUR.search(str(row.get("time", "")))
    return CalendarEvent(
        key=f"{title[:180]} {day.isoformat()}",
        labels=(title, f"type:{row.get('type', '')}"),
        day=day,
        starts_at=in_utc(day, _clock(hour), ZONE) if hour else None,
        url=PAGE,
    )


def _clock(hour: re.Match[str]) -> time:
    return time(int(hour[1]) % 12 + (12 if hour[3].lower() == "p" else 0), int(hour[2]))
