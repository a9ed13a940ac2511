"""How texts name the publisher of a headline, from `publishers.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Publisher:
    """Names as in "according to {en}", "secondo {it}"; `it_after` follows an Italian preposition."""

    en: str
    it: str
    it_after: str
    is_official: bool = False
    head: str = ""

    @property
    def opening(self) -> str:
        """The English name at the start of a quoted line, without an article that is not part of it."""
        return self.head or self.en.removeprefix("the ")

    @property
    def opening_it(self) -> str:
        """The Italian name at the start of a quoted line, without article."""
        return re.sub(r"^(?:il |lo |la |l’)", "", self.it)


def publisher(name: str) -> Publisher:
    """Looks up a feed's publisher; an unknown name is used unchanged."""
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
