"""How alike two headlines are, from 0 to 1: a score from what they share and what each says alone."""

from collections.abc import Iterable, Mapping, Set
from datetime import timedelta
from math import exp, fsum, tanh

from rapidfuzz import fuzz

from news.story_contradictions import agree, doubts, unmatched
from news.story_events import yielding
from news.story_facts import Facts
from news.story_figures import Figure
from news.story_names import strangers
from news.story_stages import lone_stages
from news.story_trees import forest
from news.story_words import lexicon

Content = Iterable[frozenset[str]]
# Papers tell a story within hours of each other; within this time, how many is left out of account.
SAME_DAY = timedelta(hours=12)


def evidence(one: Facts, other: Facts, apart: timedelta = timedelta()) -> dict[str, float]:
    """The measures that the score weighs, by name; each is the same if the two are swapped.

    `apart`: the time between the two publications, nothing where one is not known.
    """
    known, known_too = _pool(one.content), _pool(other.content)
    told, told_too = known | one.also_content, known_too | other.also_content
    lent = _met(one.content, told_too), _met(other.content, told)
    wide = [
        count / len(words) if words else 0.0
        for words, count in zip((one.content, other.content), lent, strict=True)
    ]
    unmet = len(one.content) - lent[0], len(other.content) - lent[1]
    lone, lost = strangers(one, other), strangers(other, one)
    acquainted = min(len(one.names) - len(lone), len(other.names) - len(lost))
    left = unmatched(one.figures, other.figures + other.also_figures)
    right = unmatched(other.figures, one.figures + one.also_figures)
    figures = min(len(one.figures) - len(left), len(other.figures) - len(right))
    rivals = {figure.unit for figure in left} & {figure.unit for figure in right}
    shared = one.features.keys() & other.features.keys()
    # Exact sums: the order of a set, which differs between processes, must not move a measure across a threshold.
    common = fsum(min(one.features[f], other.features[f]) for f in shared)
    total = fsum((*one.features.values(), *other.features.values()))
    subjects, rivals_subjects = (part.concepts["metric"] | part.concepts["good"] for part in (one, other))
    senses, rival_senses = one.concepts["sense"], other.concepts["sense"]
    sharp = any(
        figure.digits > 1 and figure not in lacking
        for part, lacking in ((one, left), (other, right))
        for figure in part.figures
    )
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
        **_kinds(one, other),
        **_lone(one, other),
        "near": min(common, 12.0) / 12,
        "late": max(apart - SAME_DAY, timedelta()) / SAME_DAY,
        "unmet words, fewer": min(unmet) / 3,
        "unmet words, more": max(unmet) / 5,
        **_rare_words(one, other),
        **_told_at_all(one, other),
        "same letters": fuzz.ratio(one.plain, other.plain) / 100,
        "same words": fuzz.token_set_ratio(one.plain, other.plain) / 100,
        "same words, sorted": fuzz.token_sort_ratio(one.plain, other.plain) / 100,
    }


def _kinds(one: Facts, other: Facts) -> dict[str, float]:
    """Of each kind of concept, how much both tell, how much one alone, and whether they tell nothing but others."""
    found: dict[str, float] = {}
    for kind in ("act", "axis", "topic", "event", "stage"):
        mine, theirs = one.concepts[kind], other.concepts[kind]
        found[f"{kind}: shared"] = min(len(mine & theirs), 2) / 2
        found[f"{kind}: lone"] = tanh(len(mine ^ theirs) / 2)
        found[f"{kind}: strange"] = float(bool(mine and theirs) and mine.isdisjoint(theirs))
    heard, heard_too = one.speakers, other.speakers
    found["speakers: shared"] = float(bool(heard & heard_too))
    found["speakers: lone"] = float(bool(heard) != bool(heard_too))
    return found


def _lone(one: Facts, other: Facts) -> dict[str, float]:
    """Which stages that papers often leave out only one of the two tells."""
    lone = lone_stages(one, other)
    return {f"lone {name}": float(name in lone) for part in yielding().values() for name in sorted(part)}


def _rare_words(one: Facts, other: Facts) -> dict[str, float]:
    """What the titles, and the headlines with their summaries, share, weighed by rarity."""
    mine, theirs, all_mine, all_theirs = one.rarities, other.rarities, one.also_rarities, other.also_rarities
    shared, all_shared = mine.keys() & theirs.keys(), all_mine.keys() & all_theirs.keys()
    weights, all_weights = (
        (fsum(left.values()), fsum(right.values()))
        for left, right in ((mine, theirs), (all_mine, all_theirs))
    )
    common, all_common = _sum(mine, shared), _sum(all_mine, all_shared)
    lent = (
        _sum(mine, mine.keys() & all_theirs.keys()) / (weights[0] or 1.0),
        _sum(theirs, theirs.keys() & all_mine.keys()) / (weights[1] or 1.0),
    )
    return {
        "rare words, share of the shorter": common / (min(weights) or 1.0),
        "rare words, share of the longer": common / (max(weights) or 1.0),
        "rare words": tanh(common / 12),
        "rare words at all": tanh(all_common / 20),
        "rare words at all, share": all_common / (min(all_weights) or 1.0),
        "rare words lent": sum(lent) / 2,
        "rare words lent, least": min(lent),
        "rarest word": max((mine[stem] for stem in shared), default=0.0) / 8,
        "rarest word at all": max((all_mine[stem] for stem in all_shared), default=0.0) / 8,
    }


def _sum(rarities: Mapping[str, float], stems: Set[str]) -> float:
    return fsum(rarities[stem] for stem in stems)


def _told_at_all(one: Facts, other: Facts) -> dict[str, float]:
    """Figures, periods and places that the headlines share when their summaries count too."""
    mine, theirs = one.figures + one.also_figures, other.figures + other.also_figures
    found = {
        f"sharp figures of {digits} digits{where}": float(_share_sharp(left, right, digits))
        for digits in (2, 3)
        for where, left, right in (("", one.figures, other.figures), (" at all", mine, theirs))
    }
    for digits in (2, 3):
        lent = _share_sharp(one.figures, theirs, digits) or _share_sharp(other.figures, mine, digits)
        found[f"sharp figures of {digits} digits, lent"] = float(lent)
    period = bool((one.periods | one.also_periods) & (other.periods | other.also_periods))
    place = bool((one.places | one.also_places) & (other.places | other.also_places))
    sharp = found["sharp figures of 2 digits at all"]
    kinds = [{each.kind for each in part.periods} for part in (one, other)]
    return found | {
        "figures at all": float(_share_sharp(mine, theirs, 1)),
        "no figures": float(not one.figures and not other.figures),
        "strange figures at all": float(bool(mine and theirs) and not _share_sharp(mine, theirs, 1)),
        "periods": float(bool(one.periods & other.periods)),
        "periods at all": float(period),
        "periods and sharp figures": period * sharp,
        "other kinds of period": float(bool(kinds[0] and kinds[1]) and kinds[0].isdisjoint(kinds[1])),
        "places at all": float(place),
        "places and sharp figures": place * sharp,
        "towns": float(bool((one.towns | one.also_towns) & (other.towns | other.also_towns))),
        "lone towns": float(bool(one.towns ^ other.towns)),
        "bodies": float(bool(one.bodies & other.bodies)),
    }


def _share_sharp(figures: Iterable[Figure], others: Iterable[Figure], digits: int) -> bool:
    """Whether a figure of at least so many digits is among the others."""
    pool = [figure for figure in others if figure.digits >= digits]
    return any(f.digits >= digits and any(agree(f, rival) for rival in pool) for f in figures)


def _pool(content: Content) -> frozenset[str]:
    return frozenset().union(*content)


def _met(content: Content, known: frozenset[str]) -> int:
    return sum(not tags.isdisjoint(known) for tags in content)


def likeness(one: Facts, other: Facts, apart: timedelta = timedelta()) -> float:
    """From 0 to 1: how likely the two headlines, which do not contradict each other, tell one story."""
    return 1 / (1 + exp(-forest(one.language).score(evidence(one, other, apart))))
