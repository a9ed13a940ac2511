"""The releases that the agenda follows: their names, the calendars that name them, the rows that they bring."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from indicators.entries import LocalisedText
from indicators.groups import RowConfig

PATH = Path(__file__).with_name("catalogue.toml")
# Rows of these frequencies come each day: of them only a policy rate has a day to wait for.
DAILY = frozenset({"D"})


@dataclass(frozen=True)
class CatalogueRelease:
    """One release. `phrase` is how a sentence names it.

    `calendars` holds patterns by calendar, the one that is believed first in front.
    `bank` is an id of the table of decision days, empty for releases of figures. `period`: whether the period
    that a calendar names is that of the figures. `first`: one of the few releases that stand out.
    """

    id: str
    name: LocalisedText
    phrase: LocalisedText
    group: str
    region: str
    symbols: tuple[str, ...]
    calendars: dict[str, tuple[str, ...]]
    bank: str
    period: bool
    first: bool

    def is_named_by(self, calendar: str, labels: Iterable[str]) -> bool:
        """Whether one of a calendar's event's labels is meant, in whatever case."""
        patterns = [pattern.lower() for pattern in self.calendars.get(calendar, ())]
        return any(fnmatchcase(label.lower(), pattern) for label in labels for pattern in patterns)

    def brings(self, symbol: str, frequency: str) -> bool:
        """Whether the release brings a row with this first symbol: a row of two comes with its first."""
        if frequency in DAILY and not self.bank:
            return False
        return any(fnmatchcase(symbol, pattern) for pattern in self.symbols)


@cache
def entries(path: Path = PATH) -> dict[str, CatalogueRelease]:
    """Every entry by its id, in the file's order; KeyError or ValueError where the file is not whole."""
    with path.open("rb") as file:
        rows = tomllib.load(file)["releases"]
    found = {row["id"]: _entry(row) for row in rows}
    if len(found) != len(rows):
        raise ValueError("catalogue.toml names an entry twice")
    return found


def _entry(row: dict[str, Any]) -> CatalogueRelease:
    return CatalogueRelease(
        id=row["id"],
        name=LocalisedText(**row["name"]),
        phrase=LocalisedText(**row["phrase"]),
        group=row["group"],
        region=row["region"],
        symbols=tuple(row.get("symbols", ())),
        calendars={name: tuple(patterns) for name, patterns in row.get("calendars", {}).items()},
        bank=row.get("bank", ""),
        period=row.get("period", True),
        first=row.get("first", False),
    )


def patterns_of(calendar: str) -> tuple[str, ...]:
    """Everything that the catalogue wants of a calendar."""
    return tuple(pattern for entry in entries().values() for pattern in entry.calendars.get(calendar, ()))


def entry_of(row: RowConfig) -> CatalogueRelease | None:
    """The release that brings a row's figure; None where no calendar names one, as for daily market figures."""
    return _entry_of(row.symbols[0], row.frequency)


@cache
def _entry_of(symbol: str, frequency: str) -> CatalogueRelease | None:
    return next((entry for entry in entries().values() if entry.brings(symbol, frequency)), None)
