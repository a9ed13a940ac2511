"""Central banks' decision days, from `decisions.toml`, since no public calendar covers all of them."""

import tomllib
from collections.abc import Iterator
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from briefing.core.periods import add_business_days
from indicators.agenda import catalogue
from indicators.agenda.calendars import in_utc
from indicators.groups import RowConfig

PATH = Path(__file__).with_name("decisions.toml")


class Bank(BaseModel):
    """A bank's decision days, oldest first. `source` is where they are from, `check` the address to verify them at.

    `hour` is None if none is announced, `check` is empty if no program can read the page. `in_force_after` is the
    number of business days from a decision until the decided rate applies.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    page: str
    check: str
    zone: str
    hour: Annotated[time | None, BeforeValidator(lambda text: text or None)]
    in_force_after: int
    source: str
    retrieved: date
    confirmed: tuple[date, ...]
    provisional: tuple[date, ...]

    @property
    def days(self) -> list[date]:
        return sorted((*self.confirmed, *self.provisional))

    def decided_by(self, day: date) -> date | None:
        """The latest decision whose rate applies on a day."""
        found = [each for each in self.days if add_business_days(each, self.in_force_after) <= day]
        return found[-1] if found else None

    def moment(self, day: date) -> datetime | None:
        """The time of the announcement in UTC; None if only the day is known."""
        return in_utc(day, self.hour, self.zone) if self.hour else None


@cache
def banks() -> dict[str, Bank]:
    """The banks of `decisions.toml` by id."""
    rows = tomllib.loads(PATH.read_text(encoding="utf-8"))["banks"]
    return {row["id"]: Bank.model_validate({"check": row["page"]} | row) for row in rows}


def decided_by(row: RowConfig, day: date) -> date | None:
    """The day of the latest decision reflected in a policy rate of a day; None for other rows."""
    entry = catalogue.entry_of(row)
    bank = banks().get(entry.bank) if entry else None
    return bank.decided_by(day) if bank else None


def ending(today: date, *, within_days: int) -> Iterator[Bank]:
    """The banks whose last known day is less than `within_days` away, so new dates have to be added."""
    for bank in banks().values():
        if (bank.days[-1] - today).days < within_days:
            yield bank
