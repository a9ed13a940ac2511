"""Central banks' decision days: a dated table of our own, since no public calendar holds them all."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

from indicators.agenda import catalogue
from indicators.agenda.calendars import in_utc
from indicators.groups import RowConfig
from indicators.sources.periods import add_business_days

PATH = Path(__file__).with_name("decisions.toml")


@dataclass(frozen=True)
class Bank:
    """A bank's days, oldest first. `hour` is None where it states none; `source` says where the days are from.

    `in_force_after` is how many business days after a decision the rate is the decided one.

    `check` is where its days can be read by a program; empty where they cannot.
    """

    id: str
    page: str
    check: str
    zone: str
    hour: time | None
    in_force_after: int
    source: str
    retrieved: date
    confirmed: tuple[date, ...]
    provisional: tuple[date, ...]

    @property
    def days(self) -> list[date]:
        return sorted((*self.confirmed, *self.provisional))

    def decided_by(self, day: date) -> date | None:
        """The newest decision whose rate is in force on a day."""
        found = [each for each in self.days if add_business_days(each, self.in_force_after) <= day]
        return found[-1] if found else None

    def moment(self, day: date) -> datetime | None:
        """When the decision is announced, in UTC; None where only the day is known."""
        return in_utc(day, self.hour, self.zone) if self.hour else None


@cache
def banks() -> dict[str, Bank]:
    """The table by the bank's id."""
    with PATH.open("rb") as file:
        return {row["id"]: _bank(row) for row in tomllib.load(file)["banks"]}


def decided_by(row: RowConfig, day: date) -> date | None:
    """The day of the newest decision that a policy rate observed on a day carries; None for rows of no bank."""
    entry = catalogue.entry_of(row)
    bank = banks().get(entry.bank) if entry else None
    return bank.decided_by(day) if bank else None


def _bank(row: dict[str, Any]) -> Bank:
    return Bank(
        id=row["id"],
        page=row["page"],
        check=row.get("check", row["page"]),
        zone=row["zone"],
        hour=time.fromisoformat(row["hour"]) if row["hour"] else None,
        in_force_after=row["in_force_after"],
        source=row["source"],
        retrieved=date.fromisoformat(row["retrieved"]),
        confirmed=tuple(map(date.fromisoformat, row["confirmed"])),
        provisional=tuple(map(date.fromisoformat, row["provisional"])),
    )


def ending(today: date, *, within_days: int) -> Iterator[Bank]:
    """The banks whose last day is nearer than that: their next dates have to be added."""
    for bank in banks().values():
        if (bank.days[-1] - today).days < within_days:
            yield bank
