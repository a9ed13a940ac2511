"""The made-up events of `events.toml`: which one happens in a slot, with its names, by the clock alone.

Each kind comes once in a round, in a disorder of its own; at night and at weekends most slots are empty. Every three
days a saga begins, whose chapters take the place of what would happen then.
"""

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("events.toml")
Telling = tuple[str, str]  # title, summary
SLOT = timedelta(minutes=20)
SLOTS_A_DAY = 72
SAGA_DAYS = 3
CHAPTERS_AT = (23, 47, 97, 170)  # slots after midnight of the first day: 07:40, 15:40, 08:20, 08:40
BUSY_HOURS = range(6, 20)
WEEKDAYS = 5
QUIET, QUIETER = 3, 5  # one slot in so many brings something at night, and at weekends


@dataclass(frozen=True)
class Event:
    """Something that can happen: the feeds that announce it, where, to whom, and its tellings by language."""

    announced_by: tuple[str, ...]
    places: tuple[Mapping[str, str], ...]
    firms: tuple[str, ...]
    tellings: Mapping[str, list[Telling]]
    large: bool = False


@dataclass(frozen=True)
class Happening:
    """An event in a slot; `seed` makes its names and figures, the same in every chapter of a saga."""

    event: Event
    seed: str


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def persons() -> tuple[str, ...]:
    return tuple(_file()["names"]["persons"])


@lru_cache(maxsize=1)
def kinds() -> tuple[Event, ...]:
    """What happens on any day."""
    return tuple(_event(kind) for kind in _file()["kind"])


@lru_cache(maxsize=1)
def sagas() -> tuple[tuple[Event, ...], ...]:
    """The large stories, each by its chapters."""
    return tuple(
        tuple(_event({"firms": saga.get("firms")} | chapter, large=True) for chapter in saga["chapter"])
        for saga in _file()["saga"]
    )


def happening(slot: int) -> Happening | None:
    """What happens in the slot that begins `slot` times 20 minutes after 1970; None where nothing does."""
    block, place = divmod(slot, SAGA_DAYS * SLOTS_A_DAY)
    saga = sagas()[block % len(sagas())]
    if place in CHAPTERS_AT[: len(saga)]:
        return Happening(saga[CHAPTERS_AT.index(place)], f"saga {block}")
    if not _is_busy(slot):
        return None
    number, place = divmod(slot, len(kinds()))
    order = random.Random(f"round {number}").sample(kinds(), len(kinds()))
    return Happening(order[place], f"event {slot}")


def _is_busy(slot: int) -> bool:
    begins = datetime.fromtimestamp(slot * SLOT.total_seconds(), UTC)
    if begins.weekday() >= WEEKDAYS:
        return slot % QUIETER == 0
    return begins.hour in BUSY_HOURS or slot % QUIET == 0


def _event(kind: Mapping[str, Any], *, large: bool = False) -> Event:
    places = _file()["places"].get(kind.get("places"), [["", ""]])
    return Event(
        announced_by=tuple(kind.get("announced_by", ())),
        places=tuple({"en": english, "it": italian} for english, italian in places),
        firms=tuple(_file()["names"].get(kind.get("firms"), ())),
        tellings={lang: [(title, summary) for title, summary in kind[lang]] for lang in ("en", "it")},
        large=large,
    )
