"""Ablation of story grouping: trains and measures without each table and each measure."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from evaluation.stories.measuring import PairCounts, grouped
from evaluation.stories.training import HeadlinePair, Row, count_rarity, pairs, rarity_of, weigh
from news.stories import facts, scoring, words

Sets = Mapping[str, Sequence[Row]]
VOICE = "feeds_"  # prefix of the sets written in the style of the configured feeds
# The sections emptied, by table.
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
}


class AblationScore(NamedTuple):
    """Results for the sets in the feeds' style, and for the others."""

    feeds: PairCounts
    others: PairCounts


def of_tables(training: Sets, choosing: Sets) -> Iterator[tuple[str, AblationScore]]:
    """Yields the result with all tables, and without each table."""
    for name, sections in {"nothing": [], **TABLES}.items():
        with without(sections):
            counts, known = _pairs(training)
            yield name, _worth({"rarity": counts, **weigh(known)}, choosing)


def of_measures(training: Sets, choosing: Sets) -> Iterator[tuple[str, AblationScore]]:
    """Yields the result without each measure."""
    counts, known = _pairs(training)
    for name in known[0][0].measured:
        rest = [[HeadlinePair(_less(pair.measured, name), pair.same) for pair in one] for one in known]
        yield name, _worth({"rarity": counts, **weigh(rest)}, choosing)


def _less(measured: Mapping[str, float], name: str) -> dict[str, float]:
    return {each: value for each, value in measured.items() if each != name}


def _pairs(training: Sets) -> tuple[dict[str, Any], list[list[HeadlinePair]]]:
    sets = list(training.values())
    counts = {lang: count_rarity(sets, lang) for lang in words.LANGUAGES}
    return counts, [list(pairs(rows, rarity_of(counts))) for rows in sets]


def _worth(weights: Mapping[str, Any], choosing: Sets) -> AblationScore:
    found = AblationScore(PairCounts(), PairCounts())
    with using(weights):
        for name, rows in choosing.items():
            kind = "feeds" if name.startswith(VOICE) else "others"
            found = found._replace(**{kind: getattr(found, kind).plus(grouped(rows))})
    return found


@contextmanager
def using(weights: Mapping[str, Any]) -> Iterator[None]:
    """Groups headlines with these weights inside the block."""
    known = words.weights()
    reduced = dict(known)
    _replace(known, {**reduced, **weights})  # those across languages stay
    try:
        yield
    finally:
        _replace(known, reduced)


def _replace(known: dict[str, Any], weights: Mapping[str, Any]) -> None:
    known.clear()
    known.update(weights)
    words.rarity.cache_clear()


@contextmanager
def without(sections: Sequence[str]) -> Iterator[None]:
    """Empties these sections of the tables inside the block."""
    known = words.tables()
    reduced: list[tuple[dict[str, Any], str, Any]] = []
    for section in sections:
        *path, last = section.split(".")
        table = known
        for name in path:
            table = table[name]
        reduced.append((table, last, table[last]))
        table[last] = {"pairs": []} if section == "opposed" else {}
    _forget()
    try:
        yield
    finally:
        for table, last, value in reduced:
            table[last] = value
        _forget()


def _forget() -> None:
    words.lexicon.cache_clear()
    facts._patterns.cache_clear()
    scoring._met_by.cache_clear()
