"""Scores whether an English and an Italian headline report one story: figures, names, places, concepts and time.

The words of two languages do not match, so the measures compare the language-independent names from the tables.
`evaluation/stories` trains their weights on labelled pairs.
"""

from collections.abc import Sequence
from datetime import timedelta
from math import exp, fsum

from news.stories.facts import HeadlineFacts
from news.stories.figures import agree, unmatched
from news.stories.scoring import is_near, moves_clash, rules_out, unmet_stages
from news.stories.words import weights

SHORTEST_NAME = 3
CONCEPTS = ("metric", "good", "act", "topic", "sense")
DAY = timedelta(days=1)


def contradiction(one: HeadlineFacts, other: HeadlineFacts) -> str:
    """Returns why two headlines cannot be one story, "" if they can. The seats of institutions count as places.

    Stages are ignored, since the two languages rarely use matching words for them.
    """
    return rules_out(one, other, one.all_places | one.seats, other.all_places | other.seats)


def measures(one: HeadlineFacts, other: HeadlineFacts, apart: timedelta = timedelta()) -> dict[str, float]:
    """Returns the classifier's inputs by name, symmetric in the two headlines; `apart` as in `scoring.measures`."""
    where, there = one.all_places | one.seats, other.all_places | other.seats
    things = (one.things & other.all_things) | (other.things & one.all_things)
    names, digits = _shared_names(one, other), _shared_digits(one, other)
    found: dict[str, float] = {
        "shared figures": min(len(digits), 3),
        "shared figure of one digit": 1 in digits,
        "shared figure of two digits": 2 in digits,
        "shared figure of three digits": any(2 < each < 9 for each in digits),
        "strange figure": _both(
            unmatched(one.figures, other.all_figures), unmatched(other.figures, one.all_figures)
        ),
        "shared name": bool(names),
        "shared names": min(len(names), 3),
        "strange names": _both(_strangers(one, other), _strangers(other, one)),
        "shared place": bool(where & there),
        "two shared places": len(where & there) > 1,
        "strange places": len(one.places - there) + len(other.places - where),
        "shared body": bool(one.bodies & other.bodies),
        "shared thing": bool(things),
        "shared things": min(len(things), 3),
        "other things": bool(one.things and other.things) and not things,
        "shared period": bool(one.all_periods & other.all_periods),
        "shared stages": len((one.stages | one.also_stages) & (other.stages | other.also_stages)),
        "unmet stages": len(unmet_stages(one, other)),
        "shared move": bool(set(one.moves) & set(other.moves)),
        "moves clash": moves_clash(one, other),
        "days apart": apart / DAY,
    }
    found |= {f"shared {kind}": min(len(one.concepts[kind] & other.concepts[kind]), 2) for kind in CONCEPTS}
    subjects, rivals = one.concepts["metric"], other.concepts["metric"]
    found["other metric"] = bool(subjects and rivals) and subjects.isdisjoint(rivals)
    return {name: float(value) for name, value in found.items()}


def probability(one: HeadlineFacts, other: HeadlineFacts, apart: timedelta = timedelta()) -> float:
    """Returns the probability (0 to 1) that two headlines without a contradiction report one story."""
    known, found = weights()["bilingual"], measures(one, other, apart)
    return 1 / (1 + exp(-known["bias"] - fsum(n * found[name] for name, n in known["measures"].items())))


def _shared_digits(one: HeadlineFacts, other: HeadlineFacts) -> list[int]:
    """Returns the significant digits of each pair of agreeing figures, ordinals excluded."""
    pairs = ((figure, rival) for figure in one.all_figures for rival in other.all_figures)
    return [figure.digits for figure, rival in pairs if figure.unit != "ordinal" and agree(figure, rival)]


def _shared_names(one: HeadlineFacts, other: HeadlineFacts) -> set[str]:
    pairs = ((one.names, other.all_norms), (other.names, one.all_norms))
    return {
        name
        for names, norms in pairs
        for name in names
        if len(name) >= SHORTEST_NAME and (name in norms or any(is_near(name, norm) for norm in norms))
    }


def _strangers(one: HeadlineFacts, other: HeadlineFacts) -> list[str]:
    """Returns the names of `one` without a similar word in `other`."""
    return [
        name
        for name in one.names - other.all_norms
        if len(name) > SHORTEST_NAME and not any(is_near(name, norm) for norm in other.all_norms)
    ]


def _both(one: Sequence[object], other: Sequence[object]) -> int:
    return bool(one) + bool(other)
