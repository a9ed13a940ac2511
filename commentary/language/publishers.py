"""How a text names the publisher of a headline, by `publishers.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Publisher:
    """`en` and `it` as in "according to {en}", "secondo {it}"; `it_after` is joined to a preposition."""

    en: str
    it: str
    it_after: str
    is_official: bool = False
    head: str = ""

    @property
    def opening(self) -> str:
        """At the head of a quoted line, in English: without a small "the" that is not of its name."""
        return self.head or self.en.removeprefix("the ")

    @property
    def opening_it(self) -> str:
        """The same in Italian: without article."""
        return re.sub(r"^(?:il |lo |la |l’)", "", self.it)


def publisher(name: str) -> Publisher:
    """By the name that the feed has; an unknown one is printed as it is."""
    name = name.replace("’", "'")
    for part in ("papers", "official"):
        entry = _file()[part].get(name)
        if entry is not None:
            italian = entry["it"]
            after = entry.get("it_after", italian)
            return Publisher(entry["en"], italian, after, part == "official", entry.get("head", ""))
    return Publisher(name, name, name)


@cache
def _file() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("publishers.toml").read_text(encoding="utf-8"))
