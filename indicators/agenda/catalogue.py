"""The releases of the agenda: their names, the calendars that list them and the rows that they update."""

import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from indicators.config_types import LocalisedText
from indicators.groups import RowConfig

PATH = Path(__file__).with_name("catalogue.toml")


class CatalogueRelease(BaseModel):
    """One release. `phrase` is its name inside a sentence.

    `calendars` holds patterns by calendar, in order of precedence. `bank` is an id in `decisions.toml`, empty for
    releases of figures. `period`: whether the calendar's period is that of the figures. `first`: whether the
    release is prominent.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    name: LocalisedText
    phrase: LocalisedText
    group: str
    region: str
    symbols: tuple[str, ...] = ()
    calendars: dict[str, tuple[str, ...]] = {}
    bank: str = ""
    period: bool = True
    first: bool = False

    def is_named_by(self, calendar: str, labels: Iterable[str]) -> bool:
        """Whether a label of a calendar's event matches one of the patterns, ignoring case."""
        patterns = [pattern.lower() for pattern in self.calendars.get(calendar, ())]
        return any(fnmatchcase(label.lower(), pattern) for label in labels for pattern in patterns)

    def brings(self, symbol: str, frequency: str) -> bool:
        """Whether the release updates the row whose first symbol is `symbol`."""
        if frequency == "D" and not self.bank:  # of daily rows only policy rates have release days
            return False
        return any(fnmatchcase(symbol, pattern) for pattern in self.symbols)


@cache
def entries() -> dict[str, CatalogueRelease]:
    """Every release by its id, in file order; raises KeyError or ValueError for an invalid file."""
    rows = tomllib.loads(PATH.read_text(encoding="utf-8"))["releases"]
    found = {row["id"]: CatalogueRelease.model_validate(row) for row in rows}
    if len(found) != len(rows):
        raise ValueError("catalogue.toml names an entry twice")
    return found


def patterns_of(calendar: str) -> tuple[str, ...]:
    """All patterns of the catalogue for a calendar."""
    return tuple(pattern for entry in entries().values() for pattern in entry.calendars.get(calendar, ()))


def entry_of(row: RowConfig) -> CatalogueRelease | None:
    """The release that updates a row; None if no calendar lists it, as for daily market figures."""
    return _entry_of(row.symbols[0], row.frequency)


@cache
def _entry_of(symbol: str, frequency: str) -> CatalogueRelease | None:
    return next((entry for entry in entries().values() if entry.brings(symbol, frequency)), None)
