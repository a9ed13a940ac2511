"""The vocabulary of a language, compiled once: `[macros]` stand in braces in the patterns."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
_MACRO = re.compile(r"\{([a-z_]*[a-z_])\}")

Patterns = Mapping[str, re.Pattern[str]]


@dataclass(frozen=True)
class Words:
    """What a language calls figures, places, terms and groups (`sorts`), and what it says of them (`of`)."""

    lang: str
    concepts: Patterns
    families: Mapping[str, tuple[re.Pattern[str], frozenset[str]]]
    sorts: Mapping[str, Patterns]
    groups: Patterns
    of: Patterns
    numbers: Mapping[str, float]

    def has(self, name: str, text: str) -> bool:
        return self.of[name].search(text) is not None


@cache
def words(lang: str) -> Words:
    """The vocabulary of a language; raises OSError, KeyError or re.error when its file cannot be used."""
    found = tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
    macros: dict[str, str] = found["macros"]

    def compiled(patterns: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
        return {name: re.compile(_expand(text, macros)) for name, text in patterns.items()}

    families = {
        name: (re.compile(_expand(each["words"], macros)), frozenset(each["of"]))
        for name, each in found["families"].items()
    }
    sorts = {sort: compiled(found[sort]) for sort in ("regions", "maturities", "measures")}
    return Words(
        lang,
        compiled(found["concepts"]),
        families,
        sorts,
        compiled(found["groups"]),
        compiled(found["words"]),
        {**found["numbers"], **found["ordinals"]},
    )


def _expand(pattern: str, macros: Mapping[str, str]) -> str:
    return _MACRO.sub(lambda match: macros[match[1]], pattern)
