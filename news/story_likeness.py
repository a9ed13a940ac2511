"""How alike two headlines are, from 0 to 1: a score from what they share and what each says alone."""

from collections.abc import Iterable
from math import exp, tanh

from news.story_contradictions import doubts, unmatched
from news.story_facts import Facts
from news.story_names import strangers
from news.story_words import lexicon

Content = Iterable[frozenset[str]]


def evidence(one: Facts, other: Facts) -> dict[str, float]:
    """The measures that the score weighs, by name; each is the same if the two are swapped."""
    known, known_too = _pool(one.content), _pool(other.content)
    told, told_too = known | one.also_content, known_too | other.also_content
    lent = _met(one.content, told_too), _met(other.content, told)
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
    subjects, rivals_subjects = (part.concepts["metric"] | part.concepts["good"] for part in (one, other))
    senses, rival_senses = one.concepts["sense"], other.concepts["sense"]
    sharp = any(figure.digits > 1 and figure not in left for figure in one.figures)
    shared_names, shared_figures = min(acquainted, 2), min(figures, 2)
    firm = shared_names + shared_figures + bool(one.places & other.places) + bool(one.bodies & other.bodies)
    doubt = doubts(one, other)
    return {
        "overlap": 2 * common / total if total else 0.0,
        "common": tanh(common / 6),
        "met widely": sum(wide) / 2,
        "least met widely": min(wide),
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
        "subjects": float(bool(subjects & rivals_subjects)),
        "lone subject": float(bool(subjects) != bool(rivals_subjects)),
        "sharp figures": float(sharp),
        "senses": min(len(senses & rival_senses), 3) / 3,
        "strange senses": float(bool(senses and rival_senses) and senses.isdisjoint(rival_senses)),
        "opposed senses": float(
            any(
                frozenset((a, b)) in lexicon(one.language).opposed_senses
                for a in senses - rival_senses
                for b in rival_senses - senses
            )
        ),
        "held": min(firm, 3) / 3,
        **{f"doubtful {name}": float(found) for name, found in doubt.items()},
        **{f"doubtful {name}, held": found * min(firm, 3) / 3 for name, found in doubt.items()},
    }


def _pool(content: Content) -> frozenset[str]:
    return frozenset().union(*content)


def _met(content: Content, known: frozenset[str]) -> int:
    return sum(not tags.isdisjoint(known) for tags in content)


# Fitted by `python -m bench.story_weights`.
WEIGHTS = {
    "overlap": -1.4,
    "common": 5.1,
    "met widely": 1.8,
    "least met widely": 1.3,
    "names": 2.3,
    "strange names": -1.0,
    "figures": 2.6,
    "strange figures on both sides": -2.6,
    "strange figures on one side": -1.0,
    "axes": 0.9,
    "lone stages": -0.9,
    "places": 0.4,
    "strange places": -1.7,
    "moves": 0.0,
    "lone moves": -0.3,
    "lone periods": -0.3,
    "subjects": -0.1,
    "lone subject": -0.6,
    "sharp figures": 1.2,
    "senses": 0.1,
    "strange senses": -0.0,
    "opposed senses": -0.4,
    "held": 0.2,
    "doubtful names": -0.2,
    "doubtful grave stages": -1.5,
    "doubtful light stages": -0.5,
    "doubtful aims": -0.2,
    "doubtful anchors": -2.1,
    "doubtful names, held": 0.5,
    "doubtful grave stages, held": -1.0,
    "doubtful light stages, held": 0.2,
    "doubtful aims, held": -0.9,
    "doubtful anchors, held": 0.0,
}
BIAS = -3.9


def likeness(one: Facts, other: Facts) -> float:
    """From 0 to 1: how likely the two headlines, which do not contradict each other, tell one story."""
    total = BIAS + sum(WEIGHTS.get(name, 0.0) * measure for name, measure in evidence(one, other).items())
    return 1 / (1 + exp(-total))
