"""Names of figures by tone and language: the wire names of `indicators/groups.toml`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from commentary.facts.snapshot import RowFacts
from indicators.groups import RowConfig, load
from indicators.wire import Wire

NOVICE = "NOVICE"
ARTICLE = re.compile(r"^(?:(?:the|il|lo|la|i|gli|le)\s|l’)")


@dataclass(frozen=True)
class Name:
    """`name` in a sentence (Italian with article), `short` for later mentions, `title` without article.

    `gloss` is an apposition for novices, "" if none; `feminine` is the Italian gender.
    """

    name: str
    short: str
    title: str
    gloss: str = ""
    feminine: bool = False

    @property
    def pair(self) -> str:
        """What an exchange rate's name adds to its short one: "against the yen"."""
        return self.name.removeprefix(self.short).lstrip()


def name_of(row: RowFacts, language: str, tone: str) -> Name:
    """Returns the wire name, or the quoted label of a row no longer configured."""
    entry = wire_of(row.key)
    if entry is None:
        return _labelled(row, language)
    names = entry.it if language == "it" else entry.en
    gloss = getattr(entry.gloss, language) if entry.gloss and tone == NOVICE else ""
    name = names.novice if tone == NOVICE else names.intermediate
    title = (tone == NOVICE and names.novice_title) or names.title
    return Name(name, names.short, title, gloss, entry.it.gender == "f")


def label_of(row: RowFacts, language: str, tone: str) -> str:
    """Returns the name without article and capitalised, for lists and tables."""
    if wire_of(row.key) is None:
        return row.label_it if language == "it" else row.label_en
    bare = ARTICLE.sub("", name_of(row, language, tone).name)
    return bare[:1].upper() + bare[1:]


def _labelled(row: RowFacts, language: str) -> Name:
    if language == "it":
        return Name(f"il dato «{row.label_it}»", "il dato", row.label_it)
    return Name(f"the figure “{row.label_en}”", "the figure", row.label_en)


def wire_of(key: str) -> Wire | None:
    """Returns the wire settings of a row; None if it is not configured."""
    row = _rows().get(key)
    return row.wire if row else None


def voice_of(key: str) -> str:
    """Returns how a row is spoken of, "yield" or "price"; "index" if it is not configured."""
    wire = wire_of(key)
    return wire.voice if wire else "index"


def rank_of(key: str) -> str:
    """Returns the place of a row or release in the ranking; "" if it is not configured."""
    wire = wire_of(key)
    return wire.rank if wire else ""


@cache
def _rows() -> Mapping[str, RowConfig]:
    return {row.code: row for row in load().rows}
