"""The made-up events of `events.toml`: every kind in every place, in a fixed disorder."""

import random
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FILE = Path(__file__).with_name("events.toml")
Telling = tuple[str, str]  # title, summary


@dataclass(frozen=True)
class Event:
    """Something that can happen: the feeds that announce it, its place and its tellings by language."""

    announced_by: tuple[str, ...]
    place: dict[str, str]
    tellings: dict[str, list[Telling]]


@lru_cache(maxsize=1)
def events() -> list[Event]:
    """All of them; about a day of 20-minute slots passes before one comes round again."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    found = []
    for kind in data["kind"]:
        tellings = {lang: [(title, summary) for title, summary in kind[lang]] for lang in ("en", "it")}
        for english, italian in data["places"].get(kind.get("places"), [["", ""]]):
            place = {"en": english, "it": italian}
            found.append(Event(tuple(kind["announced_by"]), place, tellings))
    random.Random("events").shuffle(found)
    return found
