"""What each measure and table of the grouping of headlines is worth: learned and ranked without it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from evaluation.stories.training import Pair, Row, count_rarity, pairs, rarity_of, score, weigh
from news.stories import facts, scoring, words

PRECISION = 0.97
# Tables by the sections that are emptied.
TABLES = {
    "senses": ["en.sense", "it.sense"],
    "stages": ["en.stage", "it.stage", "en.event", "it.event", "turning.met"],
    "opposed verbs": ["opposed"],
    "subjects (measured, traded)": ["en.metric", "it.metric", "en.good", "it.good"],
    "acts and topics": ["en.act", "it.act", "en.topic", "it.topic"],
    "verbs": ["en.axis", "it.axis"],
    "moves": ["en.move", "it.move"],
    "offices, crews, weekdays": [
        f"{lang}.{kind}" for lang in ("en", "it") for kind in ("office", "crew", "weekday")
    ],
    "places": ["places"],
    "institutions": ["institutions.names"],
    "towns": ["towns"],
}


class Worth(NamedTuple):
    """How a ranking of pairs fares: recall where precision is still `PRECISION`, and average precision."""

    recall: float
    average: float


class Ranked(NamedTuple):
    """The pairs of a set that may be joined, and how many pairs tell one story at all."""

    pairs: list[Pair]
    same: int


def of_tables(
    training: Sequence[Sequence[Row]], choosing: Sequence[Sequence[Row]], tell: Callable[[str], None]
) -> Iterator[tuple[str, Worth]]:
    """The worth of everything, and of everything but each table."""
    for name, sections in {"all": [], **TABLES}.items():
        tell(name)
        with without(sections):
            yield name, worth(*_learned(training, choosing))


def of_measures(
    training: Sequence[Sequence[Row]], choosing: Sequence[Sequence[Row]]
) -> Iterator[tuple[str, Worth]]:
    """The worth of everything but each measure."""
    learned, ranked = _learned(training, choosing)
    for name in learned[0][0].measured:
        yield (
            name,
            worth(
                [_less(one, name) for one in learned], [Ranked(_less(r.pairs, name), r.same) for r in ranked]
            ),
        )


def worth(learned: Sequence[Sequence[Pair]], ranked: Sequence[Ranked]) -> Worth:
    """What weights learned from some pairs make of others."""
    weights = weigh(learned)
    pairs = [pair for one in ranked for pair in one.pairs]
    scores = np.array([score(weights, pair.measured) for pair in pairs])
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(np.array([pair.same for pair in pairs])[order])
    precision, total = right / np.arange(1, len(order) + 1), sum(one.same for one in ranked)
    fine = right[precision >= PRECISION]
    gains = np.diff(right, prepend=0)
    return Worth(float(fine.max(initial=0) / total), float((precision * gains).sum() / total))


@contextmanager
def without(sections: Sequence[str]) -> Iterator[None]:
    """Within it, these sections of the tables are empty."""
    known = words.tables()
    kept: list[tuple[dict[str, Any], str, Any]] = []
    for section in sections:
        *path, last = section.split(".")
        table = known
        for name in path:
            table = table[name]
        kept.append((table, last, table[last]))
        table[last] = {"pairs": []} if section == "opposed" else {}
    _forget()
    try:
        yield
    finally:
        for table, last, value in kept:
            table[last] = value
        _forget()


def _forget() -> None:
    words.lexicon.cache_clear()
    facts._patterns.cache_clear()
    scoring._met_by.cache_clear()


def _learned(
    training: Sequence[Sequence[Row]], choosing: Sequence[Sequence[Row]]
) -> tuple[list[list[Pair]], list[Ranked]]:
    rare = rarity_of({lang: count_rarity(training, lang) for lang in words.LANGUAGES})
    return [list(pairs(rows, rare)) for rows in training], [_ranked(rows, rare) for rows in choosing]


def _ranked(rows: Sequence[Row], rare: scoring.Rarity) -> Ranked:
    same = sum(one["story"] == other["story"] for one, other in combinations(rows, 2))
    return Ranked(list(pairs(rows, rare, one_publisher=False)), same)


def _less(found: Sequence[Pair], name: str) -> list[Pair]:
    return [Pair({n: v for n, v in pair.measured.items() if n != name}, pair.same) for pair in found]
