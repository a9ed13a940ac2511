"""What a headline says has happened: the stages, events and accounts of `story_events.toml` found among its words."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from news.story_words import Word
from news.tagging.patterns import Words, parse, parse_set
from news.tagging.rules import Lexicon, Rule

HAPPENINGS = ("stage", "event", "account")
NONE = "none"
_PLAIN = str.maketrans("-'", "  ")


def happenings(found: Sequence[Word], language: str) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """(kind, name, places) of each phrase among the words; what a phrase of "none" covers says nothing."""
    norms = tuple("0" if word.norm == "#" else word.norm for word in found)
    matches = _lexicon(language).evidence(Words(norms, norms))
    same: dict[tuple[str, tuple[int, ...]], set[str]] = {}
    for match in matches:
        kind, _, name = match.rule.tag.partition(":")
        same.setdefault((kind, match.places), set()).add(name)
    idle = {(kind, place) for (kind, places), names in same.items() if NONE in names for place in places}
    for (kind, places), names in same.items():
        if NONE not in names and not any((kind, place) in idle for place in places):
            yield from ((kind, name, places) for name in names)


@cache
def met_by() -> Mapping[str, frozenset[str]]:
    """The stages that must be met in the other headline, each with those that meet it."""
    return {stage: frozenset([stage, *by.split()]) for stage, by in _tables()["turning"].items()}


@cache
def yielding() -> Mapping[str, frozenset[str]]:
    """The stages that only speak against one story when the other headline does not meet them, by how much."""
    return {weight: frozenset(stages.split()) for weight, stages in _tables()["yielding"].items()}


@cache
def kin() -> frozenset[frozenset[str]]:
    """Pairs of events that may be one matter."""
    return frozenset(frozenset(pair.split()) for pair in _tables()["kin"]["pairs"])


@cache
def excluding() -> frozenset[frozenset[str]]:
    """Pairs of stages or events of which each headline may tell one, but not two headlines of a story one each."""
    return frozenset(frozenset(pair.split()) for pair in _tables()["excluding"]["pairs"])


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("story_events.toml").read_text("utf-8"))


@cache
def _lexicon(language: str) -> Lexicon:
    own = _tables()[language]
    sets: dict[str, Any] = {}
    for name, source in own["sets"].items():
        sets[name] = parse_set(source, sets)
    rules = [
        Rule(f"{kind}:{name}", "sure", 0, pattern)
        for kind in HAPPENINGS
        for name, phrases in own[kind].items()
        for phrase in phrases.translate(_PLAIN).split(",")
        for pattern in parse(phrase, sets)
    ]
    return Lexicon(rules)
