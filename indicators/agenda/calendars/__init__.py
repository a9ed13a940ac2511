"""Publishers' own calendars of releases: one module each, found by its `NAME`, like the sources of figures."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any, Protocol, cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.functional import Promise

from indicators import sources


@dataclass(frozen=True)
class CalendarEvent:
    """One publication as a calendar names it.

    `labels` are what the catalogue's patterns are held against: data sets, a title, an address. `key` stays the
    same when the day moves, as far as the calendar allows it. `day` is the publisher's own, `starts_at` is UTC and
    None where no hour is stated; `period` is in our spelling ("2026-07", "2026-Q2"), empty where none is named.
    """

    key: str
    labels: tuple[str, ...]
    day: date
    starts_at: datetime | None = None
    period: str = ""
    provisional: bool = False
    cancelled: bool = False
    moved_from: date | None = None
    url: str = ""


@dataclass(frozen=True)
class CalendarRequest:
    """What a calendar is asked for: days from `first` to `last`, and the catalogue's patterns for it.

    `memory` is the module's own, kept from one reading to the next; it may change it.
    """

    first: date
    last: date
    patterns: tuple[str, ...]
    memory: dict[str, Any]


class CalendarModule(Protocol):
    """What a module of this package offers; `enabled()` may be left out when it is always on."""

    NAME: str
    TITLE: str  # the publisher, as pages name it
    ADDRESS: str
    ZONE: str  # whose days and hours these are
    LICENCE: str | Promise

    def fetch(self, request: CalendarRequest) -> list[CalendarEvent]:
        """Raises SourceError; an empty answer is a failure, not "nothing due"."""
        ...


@cache
def calendars() -> dict[str, CalendarModule]:
    """Every calendar of the package by its name."""
    modules = [
        importlib.import_module(f"{__name__}.{entry.name}") for entry in pkgutil.iter_modules(__path__)
    ]
    return {module.NAME: cast(CalendarModule, module) for module in modules if hasattr(module, "NAME")}


def enabled(name: str) -> bool:
    """Whether this installation may ask the calendar: its key is set, or all is sample data."""
    if settings.SAMPLE_DATA:
        return True
    switch: Callable[[], bool] | None = vars(calendars()[name]).get("enabled")
    return switch() if switch else True


def setting(name: str) -> str:
    """The calendar's name in `SOURCE_CALENDAR_ONS_BASE_URL`: `CALENDAR_ONS`."""
    return f"CALENDAR_{name.upper()}"


def addresses() -> dict[str, str]:
    """The public addresses of all calendars by the name of their setting."""
    return {setting(name): calendar.ADDRESS for name, calendar in calendars().items()}


def base_url(name: str) -> str:
    """The address that a calendar's requests start with; with sample data the sample server's."""
    return sources.base_url(setting(name), calendars()[name].ADDRESS)


def in_utc(day: date, hour: time, zone: str) -> datetime:
    """A wall clock's moment in UTC, by the zone's own rules on that day."""
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)
