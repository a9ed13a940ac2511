"""The releases of the agenda: their names, the calendars that list them and the rows that they update."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from indicators.config_types import LocalisedText
from indicators.groups import RowConfig

PATH = Path(__file__).with_name("catalogue.toml")
# Of daily rows only policy rates have release days.
DAILY = frozenset({"D"})


@dataclass(frozen=True)
class CatalogueRelease:
    """One release. `phrase` is its name inside a sentence.

    `calendars` holds patterns by calendar, in order of precedence. `bank` is an id in `decisions.toml`, empty for
    releases of figures. `period`: whether the calendar's period is that of the figures. `first`: whether the
    release is prominent.
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
        """Whether a label of a calendar's event matches one of the patterns, ignoring case."""
        patterns = [pattern.lower() for pattern in self.calendars.get(calendar, ())]
        return any(fnmatchcase(label.lower(), pattern) for label in labels for pattern in patterns)

    def brings(self, symbol: str, frequency: str) -> bool:
        """Whether the release updates the row whose first symbol is `symbol`."""
        if frequency in DAILY and not self.bank:
            return False
        return any(fnmatchcase(symbol, pattern) for pattern in self.symbols)


@cache
def entries(path: Path = PATH) -> dict[str, CatalogueRelease]:
    """Every release by its id, in file order; raises KeyError or ValueError for an invalid file."""
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
    """All patterns of the catalogue for a calendar."""
    return tuple(pattern for entry in entries().values() for pattern in entry.calendars.get(calendar, ()))


def entry_of(row: RowConfig) -> CatalogueRelease | None:
    """The release that updates a row; None if no calendar lists it, as for daily market figures."""
    return _entry_of(row.symbols[0], row.frequency)


@cache
def _entry_of(symbol: str, frequency: str) -> CatalogueRelease | None:
    return next((entry for entry in entries().values() if entry.brings(symbol, frequency)), None)
