"""How alike two headlines are, from 0 to 1: a score from what they share and what each says alone."""

from collections.abc import Iterable
from math import exp, tanh

from news.story_contradictions import unmatched
from news.story_events import HAPPENINGS
from news.story_facts import Facts
from news.story_names import strangers

Content = Iterable[frozenset[str]]


def evidence(one: Facts, other: Facts) -> dict[str, float]:
    """The measures that the score weighs, by name; each is the same if the two are swapped."""
    known, known_too = _pool(one.content), _pool(other.content)
    told, told_too = known | one.also_content, known_too | other.also_content
    fine, fine_too = _fine(known), _fine(known_too)
    met = _met(one.content, fine_too), _met(other.content, fine)
    lent = _met(one.content, told_too), _met(other.content, told)
    unmet = [len(words) - count for words, count in zip((one.content, other.content), lent, strict=True)]
    shares = [
        count / len(words) if words else 0.0
        for words, count in zip((one.content, other.content), met, strict=True)
    ]
    wide = [
        count / len(words) if words else 0.0
        for words, count in zip((one.content, other.content), lent, strict=True)
    ]
    lone, lost = strangers(one, other), strangers(other, one)
    acquainted = min(len(one.names) - len(lone), len(other.names) - len(lost))
    left = unmatched(one.figures, other.figures + other.also_figures)
    right = unmatched(other.figures, one.figures + one.also_figures)
    figures = len(one.figures) - len(left)
    rivals = {figure.unit for figure in left} & {figure.unit for figure in right}
    shared = one.features.keys() & other.features.keys()
    common = sum(min(one.features[f], other.features[f]) for f in shared)
    total = sum(one.features.values()) + sum(other.features.values())
    return {
        "overlap": 2 * common / total if total else 0.0,
        "common": tanh(common / 6),
        "met": sum(shares) / 2,
        "least met": min(shares),
        "met widely": sum(wide) / 2,
        "least met widely": min(wide),
        "unmet on both sides": min(*unmet, 3) / 3,
        "unmet": tanh(sum(unmet) / 6),
        "names": min(acquainted, 2) / 2,
        "strange names": float(bool(lone or lost)),
        "figures": min(figures, 2) / 2,
        "strange figures on both sides": float(bool(rivals)),
        "strange figures on one side": float(bool(left or right) and not rivals),
        "axes": float(bool(one.concepts["axis"] & other.concepts["axis"])),
        "lone stages": tanh(len(one.main_stages ^ other.main_stages) / 3),
        "places": float(bool(one.places & other.places)),
        "strange places": tanh(len(one.places ^ other.places) / 2),
        "moves": float(bool(frozenset(one.moves) & frozenset(other.moves))),
        "lone moves": float(bool(one.moves) != bool(other.moves)),
        "lone periods": float(bool(one.periods) != bool(other.periods)),
    }


def _pool(content: Content) -> frozenset[str]:
    return frozenset().union(*content)


def _fine(tags: frozenset[str]) -> frozenset[str]:
    return frozenset(tag for tag in tags if tag.partition(":")[0] not in HAPPENINGS)


def _met(content: Content, known: frozenset[str]) -> int:
    return sum(not tags.isdisjoint(known) for tags in content)


# Fitted by `python -m bench.story_weights`.
WEIGHTS = {
    "overlap": 1.3,
    "common": 3.0,
    "met": 0.1,
    "least met": 0.3,
    "met widely": 1.6,
    "least met widely": 1.5,
    "unmet on both sides": -0.4,
    "unmet": 1.0,
    "names": 2.1,
    "strange names": -1.0,
    "figures": 4.3,
    "strange figures on both sides": -1.6,
    "strange figures on one side": -1.4,
    "axes": 0.6,
    "lone stages": -0.6,
    "places": 0.4,
    "strange places": -1.7,
    "moves": -0.3,
    "lone moves": -0.2,
    "lone periods": -0.4,
}
BIAS = -4.8


def likeness(one: Facts, other: Facts) -> float:
    """From 0 to 1: how likely the two headlines, which do not contradict each other, tell one story."""
    total = BIAS + sum(WEIGHTS.get(name, 0.0) * measure for name, measure in evidence(one, other).items())
    return 1 / (1 + exp(-total))
