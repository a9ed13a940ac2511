"""Trading hours of the exchanges in UTC, from the calendar in `exchanges.json`. Pure; correct across DST."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

CALENDAR = Path(__file__).parent / "exchanges.json"

# Local start and end of each session; two if there is a lunch break.
SessionHours = tuple[tuple[time, time], ...]


@dataclass(frozen=True)
class Exchange:
    """One exchange of the calendar; days are local dates, `closed` holds weekdays only."""

    mic: str
    region: str
    city: dict[str, str]
    name: dict[str, str]
    zone: str
    hours: SessionHours
    closed: frozenset[date]
    short_days: dict[date, SessionHours]
    provisional: frozenset[date]
    index_name: str
    index_symbol: str
    index_decimals: int
    browser: dict[str, Any]


@dataclass(frozen=True)
class ExchangeCalendar:
    """All exchanges, and the dates that the calendar covers.

    It includes some days after `valid_until`, so that its last evening has a next session.
    """

    valid_from: date
    valid_until: date
    covered_until: date
    exchanges: tuple[Exchange, ...]

    def covers(self, moment: datetime) -> bool:
        return self.valid_from <= moment.astimezone(UTC).date() <= self.valid_until


@dataclass(frozen=True)
class TradingState:
    """`closes_at` is the end of the current session (None if closed); `opens_at` the next start, also when open."""

    is_open: bool
    is_break: bool
    opens_at: datetime | None
    closes_at: datetime | None


def _hours(pairs: list[list[str]]) -> SessionHours:
    return tuple((time.fromisoformat(start), time.fromisoformat(end)) for start, end in pairs)


def _exchange(entry: dict[str, Any]) -> Exchange:
    return Exchange(
        mic=entry["mic"],
        region=entry["region"],
        city=entry["city"],
        name=entry["name"],
        zone=entry["zone"],
        hours=_hours(entry["hours"]),
        closed=frozenset(map(date.fromisoformat, entry["closed"])),
        short_days={date.fromisoformat(day): _hours(hours) for day, hours in entry["short_days"].items()},
        provisional=frozenset(map(date.fromisoformat, entry["provisional"])),
        index_name=entry["index"]["name"],
        index_symbol=entry["index"]["symbol"],
        index_decimals=entry["index"]["decimals"],
        browser={key: entry[key] for key in ("mic", "zone", "hours", "closed", "short_days")},
    )


@cache
def load(path: Path = CALENDAR) -> ExchangeCalendar:
    """The calendar of the file; raises KeyError or ValueError if it is invalid."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return ExchangeCalendar(
        valid_from=date.fromisoformat(data["valid_from"]),
        valid_until=date.fromisoformat(data["valid_until"]),
        covered_until=date.fromisoformat(data["covered_until"]),
        exchanges=tuple(_exchange(entry) for entry in data["exchanges"]),
    )


def sessions_on(exchange: Exchange, day: date) -> list[tuple[datetime, datetime]]:
    """Start and end in UTC of each session of a local day."""
    if day.weekday() > 4 or day in exchange.closed:
        return []
    zone = ZoneInfo(exchange.zone)
    return [
        (datetime.combine(day, start, zone).astimezone(UTC), datetime.combine(day, end, zone).astimezone(UTC))
        for start, end in exchange.short_days.get(day, exchange.hours)
    ]


def state(exchange: Exchange, now: datetime, covered_until: date) -> TradingState:
    """The state at `now`, which the calendar must cover; a session includes its start and excludes its end."""
    today = now.astimezone(ZoneInfo(exchange.zone)).date()
    sessions = sessions_on(exchange, today)
    closes_at = next((end for start, end in sessions if start <= now < end), None)
    is_break = closes_at is None and bool(sessions) and sessions[0][1] <= now < sessions[-1][0]
    days = (today + timedelta(days=number) for number in range((covered_until - today).days + 1))
    starts = (start for day in days for start, _end in sessions_on(exchange, day))
    opens_at = next((start for start in starts if start > now), None)
    return TradingState(closes_at is not None, is_break, opens_at, closes_at)
