"""When a digest is due, what it looks back on, and until when sending it still makes sense.

The times of sending are the timetable's rows, which staff change.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal, get_args

from briefing.core import schedule

Kind = Literal["daily", "weekly"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# A morning's digest that comes in the afternoon, or Sunday's on Monday afternoon, tells of another day.
CATCH_UP = {"daily": timedelta(hours=6), "weekly": timedelta(hours=18)}


@dataclass(frozen=True)
class DigestPeriod:
    """One weekday or one week. `slot` is its time of sending, in UTC."""

    kind: Kind
    slot: datetime

    @property
    def key(self) -> str:
        """ "2026-11-23" or "2026-W47"; unique among the periods of the kind."""
        return f"{self.slot:%Y-%m-%d}" if self.kind == "daily" else f"{self.slot:%G-W%V}"

    @property
    def since(self) -> datetime:
        """The slot before this one: what came after it is new."""
        return current(self.kind, self.slot - timedelta(minutes=1)).slot

    def is_over(self, now: datetime) -> bool:
        """Too late to be sent."""
        return now > self.slot + CATCH_UP[self.kind]


def current(kind: Kind, now: datetime) -> DigestPeriod:
    """The period whose slot is the last one at or before `now`."""
    return DigestPeriod(kind, schedule.slot_at(f"commentary.digest_{kind}", now))


def shown(kind: Kind, now: datetime) -> DigestPeriod:
    """What a preview shows: the current period while it can still be sent, then one that ends now."""
    period = current(kind, now)
    return DigestPeriod(kind, now.astimezone(UTC)) if period.is_over(now) else period


def named(kind: Kind, key: str) -> DigestPeriod:
    """The inverse of `Period.key`, while the timetable stays as it is. ValueError for a key that names none."""
    last_day = (
        datetime.strptime(key, "%Y-%m-%d") if kind == "daily" else datetime.strptime(f"{key}-7", "%G-W%V-%u")
    )
    return current(kind, datetime.combine(last_day, time.max, UTC))
