"""Pairs of rows that explain each other, and when a pair is worth saying. Pure."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commentary.facts.ranking import shown_way
from commentary.facts.snapshot import RowFacts

PATH = Path(__file__).with_name("pairs.toml")


@dataclass(frozen=True)
class Pair:
    """Two keys in the order of the telling; `gap` where their difference has a meaning of its own."""

    id: str
    keys: tuple[str, str]
    gap: bool


@cache
def configured() -> tuple[Pair, ...]:
    entries = tomllib.loads(PATH.read_text(encoding="utf-8"))["pairs"]
    return tuple(Pair(each["id"], tuple(each["rows"]), each.get("as") == "gap") for each in entries)


def pairs_of(rows: Sequence[RowFacts]) -> tuple[dict[str, Any], ...]:
    """The pairs worth saying, the most newsworthy first; see `_told` for what each has."""
    by_key = {row.key: row for row in rows if not row.stale}
    found = [
        (by_key[first], by_key[second], pair)
        for pair in configured()
        for first, second in [pair.keys]
        if first in by_key and second in by_key
    ]
    found.sort(key=lambda each: -(each[0].newsworthiness + each[1].newsworthiness))
    return tuple(told for first, second, pair in found for told in _told(first, second, pair))


def _told(first: RowFacts, second: RowFacts, pair: Pair) -> Iterator[dict[str, Any]]:
    """Nothing, or the pair with `why` ("news") and `ways`: which way each moved (1, -1, 0).

    A pair that is a gap has `gap`, first less second in points, and `gap_before` where those before are of one
    period too.
    """
    if not _both_news(first, second):
        return
    told: dict[str, Any] = {"id": pair.id, "keys": pair.keys, "why": "news"}
    told["ways"] = [shown_way(first), shown_way(second)]
    if pair.gap:
        told["gap"] = first.value - second.value
        if first.prev is not None and second.prev is not None and first.prev_period == second.prev_period:
            told["gap_before"] = first.prev - second.prev
    yield told


def _both_news(first: RowFacts, second: RowFacts) -> bool:
    """Both are new, of one date, and at least one of them moved: two that stood still explain nothing."""
    moved = shown_way(first) or shown_way(second)
    return first.new and second.new and first.date == second.date and bool(moved)
