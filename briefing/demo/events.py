"""The made-up events of `events.toml`: which one happens in a slot, with its names, by the clock alone.

Each kind comes at most once a day, at an hour of its own if it has one: figures in the morning, closing prices in the
afternoon, Asia at night. At night and at weekends most slots are empty. Every three days a saga begins, whose chapters
take the place of what would happen then.
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
    hours: range = range(24)
    large: bool = False

    @property
    def is_official(self) -> bool:
        """Whether it comes on weekdays alone."""
        return bool(self.announced_by) or len(self.hours) < len(range(24))


@dataclass(frozen=True)
class Happening:
    """An event in a slot; `seed` makes its places and figures; with its names the same in every chapter of a saga."""

    event: Event
    seed: str
    firm: str
    person: str


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
        seed, event = f"saga {block}", saga[CHAPTERS_AT.index(place)]
        chance = random.Random(seed)
        return Happening(event, seed, chance.choice(event.firms or ("",)), chance.choice(persons()))
    return _day(slot // SLOTS_A_DAY).get(slot)


@lru_cache(maxsize=8)
def _day(day: int) -> dict[int, Happening]:
    """What happens on the day that is so many after 1970, by slot: no kind, firm of a kind or person comes twice."""
    chance = random.Random(f"day {day}")
    waiting = chance.sample(kinds(), len(kinds()))
    people = chance.sample(persons(), len(persons()))
    found: dict[int, Happening] = {}
    for slot in filter(_is_busy, range(day * SLOTS_A_DAY, (day + 1) * SLOTS_A_DAY)):
        begins = _begins(slot)
        fitting = [kind for kind in waiting if begins.hour in kind.hours]
        if begins.weekday() >= WEEKDAYS:
            fitting = [kind for kind in fitting if not kind.is_official]
        if not fitting:
            continue
        fitting.sort(key=lambda kind: len(kind.hours) + chance.randint(0, 24))  # mostly what cannot wait
        waiting.remove(fitting[0])
        person = people[len(found) % len(people)]
        found[slot] = Happening(fitting[0], f"event {slot}", _firm(fitting[0], day), person)
    return found


def _firm(event: Event, day: int) -> str:
    """Another one for each kind of the same trade, on this day and the next."""
    if not event.firms:
        return ""
    peers = [kind for kind in kinds() if kind.firms == event.firms]
    return event.firms[(peers.index(event) + day * len(peers)) % len(event.firms)]


def _is_busy(slot: int) -> bool:
    begins = _begins(slot)
    if begins.weekday() >= WEEKDAYS:
        return slot % QUIETER == 0
    return begins.hour in BUSY_HOURS or slot % QUIET == 0


def _begins(slot: int) -> datetime:
    return datetime.fromtimestamp(slot * SLOT.total_seconds(), UTC)


def _event(kind: Mapping[str, Any], *, large: bool = False) -> Event:
    places = _file()["places"].get(kind.get("places"), [["", ""]])
    return Event(
        announced_by=tuple(kind.get("announced_by", ())),
        places=tuple({"en": english, "it": italian} for english, italian in places),
        firms=tuple(_file()["names"].get(kind.get("firms"), ())),
        hours=range(*kind.get("hours", (0, 24))),
        tellings={lang: [(title, summary) for title, summary in kind[lang]] for lang in ("en", "it")},
        large=large,
    )
