"""The tagging rules of ``news/tag_words``, compiled: which tags the words of a text support.

Phrases have four strengths: ``sure`` (one is enough), ``hint`` (two different ones are enough), ``against`` (cancels
hints), ``never`` (words that are no evidence for the tag). A key such as ``hint_firms`` counts as one piece of
evidence, however many of its phrases occur.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from news.patterns import (
    Element,
    Evidence,
    PatternError,
    PatternRule,
    RuleIndex,
    Tokens,
    cut,
    parse,
    parse_set,
)
from news.tagging.vocabulary import TAGS

DATA = Path(__file__).parent.parent / "tag_words"
LANGUAGES = ("en", "it")

THRESHOLD = 2.0
STRENGTHS = {"sure": 2.0, "hint": 1.0, "against": -1.5, "never": 0.0}
SUMMARY_SHARE = 0.34  # three sure phrases in the summary weigh as much as one in the title
SILENT_SHARE = 0.7  # one sure phrase and a hint are enough if the title has no evidence
COUNTRY_CAP = 0.9  # less than a hint: summaries mention many places, so a country must be in the title
OFF_TOPIC = "off-topic"  # sport, recipes, films: evidence against every tag, most strongly against a country
OFF_TOPIC_COST = 2.0
OFF_TOPIC_COUNTRY = 2.0  # above this weight of sport or leisure, a country in the title is only its venue
OFF_TOPIC_SUBJECT = 3.0
HINTED = 1.0
COUNTRIES = frozenset(("USA", "EU", "Asia"))
EVERY_TAG = "*"


class TagLexicon(RuleIndex):
    def weigh(self, text: Tokens) -> dict[str, float]:
        """Returns the weight of each tag with evidence in the text, counting the strongest phrases first.

        A word counts once per tag, so "oil price" and "price" do not add up.
        """
        found = self.evidence(text)
        if not found:
            return {}
        masked: dict[str, set[int]] = {}
        for item in found:
            if item.rule.strength == "never":
                masked.setdefault(item.rule.tag, set()).update(item.places)
        everywhere = masked.get(EVERY_TAG, set())
        taken = {tag: places | everywhere for tag, places in masked.items()}
        sure: dict[str, float] = {}
        hints: dict[str, float] = {}
        groups: set[int] = set()
        for item in sorted(found, key=_by_strength):
            rule = item.rule
            if rule.strength == "never" or rule.group in groups:
                continue
            used = taken.setdefault(rule.tag, set(everywhere))
            if not used.isdisjoint(item.places):
                continue
            used.update(item.places)
            groups.add(rule.group)
            side = sure if rule.strength == "sure" else hints
            side[rule.tag] = side.get(rule.tag, 0.0) + STRENGTHS[rule.strength]
        return {tag: sure.get(tag, 0.0) + max(0.0, hints.get(tag, 0.0)) for tag in sure.keys() | hints.keys()}


def _by_strength(item: Evidence) -> tuple[float, int]:
    return (-abs(STRENGTHS[item.rule.strength]), -len(item.places))


def read(name: str) -> dict[str, Any]:
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def _phrases(source: str) -> Iterator[str]:
    for line in source.splitlines():
        for phrase in line.split(","):
            if phrase.strip():
                yield phrase.strip()


class Compiler:
    """Compiles the data files into the rules of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.rules: list[PatternRule] = []
        self.sets: dict[str, Element] = {}
        self._groups = 0

    def add_sets(self, data: dict[str, Any]) -> None:
        for section in ("any", self.language):
            for name, source in data.get(section, {}).items():
                self.sets[name] = parse_set(source, self.sets)

    def add(self, tag: str, data: dict[str, Any]) -> None:
        for section in ("any", self.language):
            for key, source in data.get(section, {}).items():
                strength, _, together = key.partition("_")
                if strength not in STRENGTHS:
                    raise PatternError(f"{tag}: {key!r} is none of {', '.join(STRENGTHS)}.")
                self._groups += 1
                for phrase in _phrases(source):
                    if not together:
                        self._groups += 1
                    for pattern in parse(phrase, self.sets):
                        self.rules.append(PatternRule(tag, strength, self._groups, pattern))


def file_name(tag: str) -> str:
    return tag.lower().replace(" ", "_")


@cache
def lexicon(language: str) -> TagLexicon:
    """Returns the compiled rules of a language; other languages use English, whose names are the most widespread."""
    if language not in LANGUAGES:
        return lexicon("en")
    compiler = Compiler(language)
    compiler.add_sets(read("sets"))
    for tag in TAGS:
        compiler.add(tag, read(file_name(tag)))
    compiler.add(OFF_TOPIC, read("off_topic"))
    compiler.add(EVERY_TAG, read("traps"))
    return TagLexicon(compiler.rules)


def weigh(title: str, summary: str, language: str) -> dict[str, float]:
    """Returns the weight of each tag for a headline; a tag is supported from ``THRESHOLD`` on."""
    rules = lexicon(language)
    weights = rules.weigh(cut(title))
    if summary:
        silent = all(weight < HINTED for weight in weights.values())
        share = SILENT_SHARE if silent else SUMMARY_SHARE
        for tag, weight in rules.weigh(cut(summary)).items():
            added = share * weight
            weights[tag] = weights.get(tag, 0.0) + (min(added, COUNTRY_CAP) if tag in COUNTRIES else added)
    off_topic = weights.pop(OFF_TOPIC, 0.0)
    for tag in weights:
        if off_topic >= (OFF_TOPIC_COUNTRY if tag in COUNTRIES else OFF_TOPIC_SUBJECT):
            weights[tag] -= OFF_TOPIC_COST
    if not off_topic:
        _complete(weights)
    return weights


def _complete(weights: dict[str, float]) -> None:
    """Raises hinted tags to the threshold if the rest of the headline makes them credible.

    With a country and no subject, the best hinted subject; with a subject, a hinted country.
    """
    countries = [tag for tag in weights if tag in COUNTRIES]
    subjects = [tag for tag in weights if tag not in COUNTRIES]
    if any(weights[tag] >= THRESHOLD for tag in subjects):
        raised = [tag for tag in countries if weights[tag] >= HINTED]
    elif any(weights[tag] >= THRESHOLD for tag in countries):
        best = max((weights[tag] for tag in subjects), default=0.0)
        raised = [tag for tag in subjects if weights[tag] == best >= HINTED]
    else:
        raised = []
    for tag in raised:
        weights[tag] = max(weights[tag], THRESHOLD)
