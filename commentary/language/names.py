"""What a figure is called, by tone and language: the wire names of `indicators/groups.toml`."""

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
    """`name` as a sentence has it (Italian with its article), `short` after it, `title` for titles, without article.

    `gloss` is an apposition that explains it to newcomers, "" where it needs none; `feminine` is the Italian gender.
    """

    name: str
    short: str
    title: str
    gloss: str = ""
    feminine: bool = False


def name_of(row: RowFacts, language: str, tone: str) -> Name:
    """The wire name, or the row's label in quotation marks where the row is not configured any more."""
    entry = wire_of(row.key)
    if entry is None:
        return _labelled(row, language)
    names = entry.it if language == "it" else entry.en
    gloss = getattr(entry.gloss, language) if entry.gloss and tone == NOVICE else ""
    name = names.novice if tone == NOVICE else names.intermediate
    title = (tone == NOVICE and names.novice_title) or names.title
    return Name(name, names.short, title, gloss, entry.it.gender == "f")


def label_of(row: RowFacts, language: str, tone: str) -> str:
    """The name without its article and with a capital letter, for lists and tables."""
    if wire_of(row.key) is None:
        return row.label_it if language == "it" else row.label_en
    bare = ARTICLE.sub("", name_of(row, language, tone).name)
    return bare[:1].upper() + bare[1:]


def _labelled(row: RowFacts, language: str) -> Name:
    if language == "it":
        return Name(f"il dato «{row.label_it}»", "il dato", row.label_it)
    return Name(f"the figure “{row.label_en}”", "the figure", row.label_en)


def wire_of(key: str) -> Wire | None:
    """How a row is told by a wire; None for a row that is not configured."""
    row = _rows().get(key)
    return row.wire if row else None


@cache
def _rows() -> Mapping[str, RowConfig]:
    return {row.code: row for group in load().configured for row in group.rows}
