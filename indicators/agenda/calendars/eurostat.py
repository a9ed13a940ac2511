"""Eurostat's release calendar: the JSON of its public page, or its iCalendar file if that fails.

The "Z" in the JSON is wrong: `11:00Z` means 11:00 in Luxembourg, in summer and in winter.
"""

import json
from datetime import date, datetime, time
from typing import Any
from urllib.parse import urlencode

from briefing.core import periods
from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url, in_utc, page_parsing
from indicators.sources import SourceError, parsing

NAME = "eurostat"
TITLE = "Eurostat"
ADDRESS = "https://ec.europa.eu/eurostat/o/calendars"
ZONE = "Europe/Luxembourg"
PAGE = "https://ec.europa.eu/eurostat/news/release-calendar"


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    """The events with hours from the JSON; if it fails, days only from the iCalendar file."""
    try:
        return from_json(_ask("eventsJson", request))
    except SourceError as error:
        try:
            return from_ics(_ask("eventsIcal", request), request.first, request.last)
        except SourceError:
            raise error from None


def _ask(path: str, request: CalendarRequest) -> bytes:
    query: dict[str, Any] = {"theme": 0, "category": 0}
    if path == "eventsJson":
        query |= {
            "keywords": "",
            "isEuroindicator": "true",
            "authorInclude": "",
            "authorExclude": "ecb,ecfin",
            "start": f"{request.first.isoformat()}T00:00:00Z",
            "end": f"{request.last.isoformat()}T00:00:00Z",
            "timeZone": ZONE,
        }
    return parsing.get(TITLE, f"{base_url(NAME)}/{path}?{urlencode(query, safe=':/,')}").body


def from_json(body: bytes) -> list[CalendarEvent]:
    text = parsing.text_of(TITLE, body)
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise SourceError(f"{TITLE} sent a calendar that is no JSON: {text[:60]!r}.") from None
    if not isinstance(rows, list) or not rows:
        raise SourceError(f"{TITLE} sent an empty calendar.")
    return [_event(row) for row in rows]


def _event(row: Any) -> CalendarEvent:
    try:
        wall = datetime.fromisoformat(row["start"]).replace(tzinfo=None)
        title, key = str(row["title"]), str(row["recordid"])
    except (KeyError, TypeError, ValueError):
        raise SourceError(f"{TITLE} sent an event of another shape than expected.") from None
    codes = str(row.get("datasetCodes") or "").replace(";", ",").split(",")
    hour = wall.time()
    return CalendarEvent(
        key=key,
        labels=(title, *(code.strip() for code in codes if code.strip())),
        day=wall.date(),
        starts_at=None if hour == time() else in_utc(wall.date(), hour, ZONE),
        period=period_of(str(row.get("period") or "")),
        provisional=bool(row.get("preliminary")),
        url=PAGE,
    )


def period_of(text: str) -> str:
    """Normalises `July 2026`, `Q2/2026` or `2026`; empty for anything else."""
    if found := page_parsing.period_in(text):
        return found
    try:
        return periods.parse(text).label
    except ValueError:
        return ""


def from_ics(body: bytes, first: date, last: date) -> list[CalendarEvent]:
    """Events without hours. UIDs differ at each download, so title and day form the key."""
    found = page_parsing.ics_events(TITLE, body, zone=ZONE)
    return [
        CalendarEvent(
            key=f"{event.title[:180]} {event.day.isoformat()}",
            labels=(event.title,),
            day=event.day,
            period=page_parsing.period_in(event.title),
            cancelled=event.cancelled,
            url=PAGE,
        )
        for event in page_parsing.within(found, first, last)
    ]
