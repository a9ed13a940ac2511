"""The publishers' release calendars: one module each, registered by its `NAME`, like the sources of figures."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any, Protocol, cast
from zoneinfo import ZoneInfo

from django.conf import settings

from indicators import sources


@dataclass(frozen=True)
class CalendarEvent:
    """One publication listed in a calendar.

    `labels` (data sets, a title, an address) are matched against the catalogue's patterns. `key` stays the same when
    the day moves, as far as the calendar allows. `day` is in the publisher's time zone, `starts_at` is UTC or None
    without an hour; `period` is normalised ("2026-07", "2026-Q2"), empty if not given.
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
    """The days `first` to `last` and the catalogue's patterns to fetch from a calendar.

    `memory` is the module's own state, stored between readings; the module may change it.
    """

    first: date
    last: date
    patterns: tuple[str, ...]
    memory: dict[str, Any]


class CalendarModule(Protocol):
    """The interface of a module of this package; `enabled()` is optional and defaults to True."""

    NAME: str
    TITLE: str  # the publisher's name on pages
    ADDRESS: str
    ZONE: str  # the time zone of its days and hours

    def fetch(self, request: CalendarRequest) -> list[CalendarEvent]:
        """The events of the requested days. Raises SourceError, also for an empty calendar."""
        ...


@cache
def calendars() -> dict[str, CalendarModule]:
    """Every calendar of the package by its name."""
    modules = [
        importlib.import_module(f"{__name__}.{entry.name}") for entry in pkgutil.iter_modules(__path__)
    ]
    return {module.NAME: cast(CalendarModule, module) for module in modules if hasattr(module, "NAME")}


def enabled(name: str) -> bool:
    """Whether the calendar may be fetched: its key is set, or the data are sample data."""
    if settings.SAMPLE_DATA:
        return True
    switch: Callable[[], bool] | None = vars(calendars()[name]).get("enabled")
    return switch() if switch else True


def setting(name: str) -> str:
    """The part of a setting's name for a calendar: `CALENDAR_ONS` in `SOURCE_CALENDAR_ONS_BASE_URL`."""
    return f"CALENDAR_{name.upper()}"


def addresses() -> dict[str, str]:
    """The public addresses of all calendars by setting name."""
    return {setting(name): calendar.ADDRESS for name, calendar in calendars().items()}


def base_url(name: str) -> str:
    """The base address of a calendar's requests; that of the sample server with sample data."""
    return sources.base_url(setting(name), calendars()[name].ADDRESS)


def in_utc(day: date, hour: time, zone: str) -> datetime:
    """A local day and time of a zone in UTC."""
    return datetime.combine(day, hour, ZoneInfo(zone)).astimezone(UTC)
