"""FRED's release dates (days only) for the series in the catalogue; needs the API key.

A pattern is a series ("NFCI"). The id of its release is requested once and stored in `memory`.
"""

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url
from indicators.sources import SourceError, parsing

NAME = "fred"
TITLE = "FRED, Federal Reserve Bank of St. Louis"
ADDRESS = "https://api.stlouisfed.org/fred"
ZONE = "America/Chicago"
PAGE = "https://fred.stlouisfed.org/releases/calendar"


def enabled() -> bool:
    return bool(settings.FRED_API_KEY)


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    series_of: dict[int, list[str]] = {}
    for series in request.patterns:
        series_of.setdefault(_release_of(series, request.memory), []).append(series)
    found = []
    for release, names in sorted(series_of.items()):
        found += [_event(release, day, names) for day in _days(release, request.first)]
    if not found:
        raise SourceError(f"{TITLE} sent an empty calendar.")
    return [event for event in found if request.first <= event.day <= request.last]


def _ask(path: str, **query: object) -> dict[str, Any]:
    # Sample data need no key.
    request = query | {"api_key": settings.FRED_API_KEY or "sample", "file_type": "json"}
    return parsing.json_of(TITLE, parsing.get(TITLE, f"{base_url(NAME)}/{path}?{urlencode(request)}").body)


def _release_of(series: str, memory: dict[str, Any]) -> int:
    if series not in memory:
        releases = _ask("series/release", series_id=series).get("releases") or [{}]
        try:
            memory[series] = int(releases[0]["id"])
        except (KeyError, TypeError, ValueError):
            raise SourceError(f"{TITLE} names no release for {series}.", permanent=True) from None
    return int(memory[series])


def _days(release: int, first: date) -> list[date]:
    """The release's days from `first` on. FRED lists future days only with releases without data included."""
    rows = _ask(
        "release/dates",
        release_id=release,
        include_release_dates_with_no_data="true",
        realtime_start=first.isoformat(),
        sort_order="asc",
        limit=1000,
    ).get("release_dates")
    if not isinstance(rows, list):
        raise SourceError(f"{TITLE} sent release dates of another shape than expected.")
    return [parsing.day_of(TITLE, str(row.get("date")), "%Y-%m-%d") for row in rows]


def _event(release: int, day: date, series: list[str]) -> CalendarEvent:
    return CalendarEvent(key=f"{release} {day.isoformat()}", labels=tuple(series), day=day, url=PAGE)
