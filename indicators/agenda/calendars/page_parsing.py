"""Shared by the calendars: iCalendar parsing and periods in titles."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from briefing.core.lazy_module import LazyModule
from indicators.sources import SourceError, parsing

if TYPE_CHECKING:
    import icalendar
else:
    icalendar = LazyModule("icalendar")

NAMES = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
MONTHS = {name: number for number, name in enumerate(NAMES, 1)}
MONTH = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{4}})\b", re.IGNORECASE)
QUARTER = re.compile(r"\bQ([1-4])[ /](\d{4})\b")
SPAN = re.compile(rf"\b({'|'.join(MONTHS)}) to ({'|'.join(MONTHS)}) (\d{{4}})\b", re.IGNORECASE)
# The Bureau of Labor Statistics uses a zone name that is not in the IANA database.
ZONES = {"US-Eastern": "America/New_York"}


@dataclass(frozen=True)
class IcsEvent:
    """A VEVENT: its day in its own time zone, and its start in UTC if it has an hour."""

    uid: str
    title: str
    day: date
    starts_at: datetime | None
    cancelled: bool


def ics_events(name: str, body: bytes, *, zone: str) -> list[IcsEvent]:
    """The events of an iCalendar text; raises SourceError for HTML, a truncated text or one without events.

    Times without a zone (`floating`) are local times of `zone`.
    """
    text = parsing.text_of(name, body)
    if text.lstrip().startswith("<") or "BEGIN:VCALENDAR" not in text:
        raise SourceError(f"{name} sent no calendar but: {text[:60].strip()!r}.")
    try:
        document = icalendar.Calendar.from_ical(text)
        found = [event for part in document.walk("VEVENT") if (event := _event(part, zone))]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(f"{name} sent a calendar that cannot be read: {error}.") from None
    if not found:
        raise SourceError(f"{name} sent a calendar without events.")
    return found


def _event(part: "icalendar.Component", zone: str) -> IcsEvent | None:
    start = part.get("DTSTART")
    if start is None:
        return None
    day, moment = _start(start, zone)
    return IcsEvent(
        uid=str(part.get("UID", "")),
        title=" ".join(str(part.get("SUMMARY", "")).split()),
        day=day,
        starts_at=moment,
        cancelled=str(part.get("STATUS", "")).upper() == "CANCELLED",
    )


def _start(start: "icalendar.vDDDTypes", zone: str) -> tuple[date, datetime | None]:
    """Day and UTC time of a DTSTART. The TZID in the text overrides the zone that icalendar derived from it."""
    value = start.dt
    if not isinstance(value, date):
        raise ValueError(f"{value!r} is no day")
    if not isinstance(value, datetime):
        return value, None
    named = str(start.params.get("TZID", ""))
    if value.tzinfo is UTC or (not named and value.tzinfo is not None):
        return value.astimezone(ZoneInfo(zone)).date(), value.astimezone(UTC)
    place = ZoneInfo(ZONES.get(named, named) or zone)
    return value.date(), value.replace(tzinfo=place).astimezone(UTC)


def period_in(title: str) -> str:
    """The period in a title, normalised ("2026-07", "2026-Q2"); empty without one."""
    if span := SPAN.search(title):
        first, last = MONTHS[span[1].lower()], MONTHS[span[2].lower()]
        return f"{span[3]}-Q{last // 3}" if last - first == 2 and last % 3 == 0 else ""
    if quarter := QUARTER.search(title):
        return f"{quarter[2]}-Q{quarter[1]}"
    months = MONTH.findall(title)
    return f"{months[-1][1]}-{MONTHS[months[-1][0].lower()]:02}" if months else ""


def within(events: list[IcsEvent], first: date, last: date) -> list[IcsEvent]:
    return [event for event in events if first <= event.day <= last]
