"""Pairs of rows that explain each other, and when a pair is worth saying. Pure."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commentary.facts.ranking import printed_direction
from commentary.facts.snapshot import RowFacts

PATH = Path(__file__).with_name("pairs.toml")


@dataclass(frozen=True)
class RowPair:
    """Two keys in the order of the telling; `gap` where their difference has a meaning of its own."""

    id: str
    keys: tuple[str, str]
    gap: bool


@cache
def configured() -> tuple[RowPair, ...]:
    entries = tomllib.loads(PATH.read_text(encoding="utf-8"))["pairs"]
    return tuple(RowPair(each["id"], tuple(each["rows"]), each.get("as") == "gap") for each in entries)


def pairs_of(rows: Sequence[RowFacts]) -> tuple[dict[str, Any], ...]:
    """The pairs worth saying, the most newsworthy first; see `_worth_saying` for what each has."""
    by_key = {row.key: row for row in rows if not row.stale}
    found = [
        (by_key[first], by_key[second], pair)
        for pair in configured()
        for first, second in [pair.keys]
        if first in by_key and second in by_key
    ]
    found.sort(key=lambda each: -(each[0].newsworthiness + each[1].newsworthiness))
    return tuple(
        explanation for first, second, pair in found for explanation in _worth_saying(first, second, pair)
    )


def _worth_saying(first: RowFacts, second: RowFacts, pair: RowPair) -> Iterator[dict[str, Any]]:
    """Nothing, or the pair with `why` ("news") and `ways`: which way each moved (1, -1, 0).

    A pair that is a gap has `gap`, first less second in points, and `gap_before` where those before are of one
    period too.
    """
    if not _both_news(first, second):
        return
    explanation: dict[str, Any] = {"id": pair.id, "keys": pair.keys, "why": "news"}
    explanation["ways"] = [printed_direction(first), printed_direction(second)]
    if pair.gap:
        explanation["gap"] = first.value - second.value
        if first.prev is not None and second.prev is not None and first.prev_period == second.prev_period:
            explanation["gap_before"] = first.prev - second.prev
    yield explanation


def _both_news(first: RowFacts, second: RowFacts) -> bool:
    """Both are new, of one date, and at least one of them moved: two that stood still explain nothing."""
    moved = printed_direction(first) or printed_direction(second)
    return first.new and second.new and first.date == second.date and bool(moved)
