"""Periods of digests: when one is due, what it covers and until when it may be sent.

Sending times are rows of the timetable, which staff can change.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cached_property
from typing import Literal, get_args

from briefing.core.work import schedule

Kind = Literal["daily", "weekly"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Longest delay after which a digest is still sent.
CATCH_UP = {"daily": timedelta(hours=6), "weekly": timedelta(hours=18)}


@dataclass(frozen=True)
class DigestPeriod:
    """One weekday or week; `slot` is its sending time in UTC."""

    kind: Kind
    slot: datetime

    @property
    def key(self) -> str:
        """ "2026-11-23" or "2026-W47"; unique for each kind."""
        return f"{self.slot:%Y-%m-%d}" if self.kind == "daily" else f"{self.slot:%G-W%V}"

    @cached_property
    def since(self) -> datetime:
        """The previous slot; anything after it is new."""
        return current(self.kind, self.slot - timedelta(minutes=1)).slot

    def is_over(self, now: datetime) -> bool:
        return now > self.slot + CATCH_UP[self.kind]


def current(kind: Kind, now: datetime) -> DigestPeriod:
    """Returns the period of the last slot at or before `now`."""
    return DigestPeriod(kind, schedule.slot_at(f"commentary.digest_{kind}", now))


def shown(kind: Kind, now: datetime) -> DigestPeriod:
    """Returns the period to preview: the current one while it can be sent, then one that ends now."""
    period = current(kind, now)
    return DigestPeriod(kind, now.astimezone(UTC)) if period.is_over(now) else period


def named(kind: Kind, key: str) -> DigestPeriod:
    """Returns the period with this key, by the current timetable. Raises ValueError for an invalid key."""
    last_day = (
        datetime.strptime(key, "%Y-%m-%d") if kind == "daily" else datetime.strptime(f"{key}-7", "%G-W%V-%u")
    )
    return current(kind, datetime.combine(last_day, time.max, UTC))
