"""Whether two headlines tell one story: what rules it out, and a probability from measures of what is left."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import timedelta
from functools import cache
from math import exp, fsum, tanh

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from news.stories.facts import HeadlineFacts
from news.stories.figures import HeadlineNumber, agree, unmatched
from news.stories.periods import HeadlinePeriod
from news.stories.words import lexicon, rarity, tables, weights

# Publishers report a story within hours of each other; a shorter interval does not affect the score.
SAME_DAY = timedelta(hours=12)
_NEGATIONS = frozenset("not no non never without t nessun nessuna niente senza mai".split())
_ALIKE, _ALIKE_WITH_ONE_GAP = 0.65, 0.5  # least share of the longer title that both have
Rarity = Callable[[str, str], float]  # of a stem in a language


def contradiction(one: HeadlineFacts, other: HeadlineFacts) -> str:
    """Returns why two headlines of one language cannot be the same story ("figures", "stages", …), "" if they can."""
    if found := rules_out(one, other, one.all_places, other.all_places):
        return found
    met = unmet_stages(one, other).isdisjoint(tables()["turning"]["decisive"].split())
    return "" if met else "stages"


def rules_out(one: HeadlineFacts, other: HeadlineFacts, where: Set[str], there: Set[str]) -> str:
    """Returns why a pair cannot be one story, in any language; `where` and `there` are the places of each."""
    if one.digest or other.digest:
        return "digest"
    left, right = unmatched(one.figures, other.all_figures), unmatched(other.figures, one.all_figures)
    clash = any(_same_role(figure, rival) for figure in left for rival in right)
    if clash and not _share(one.figures, other.figures, 2):
        return "figures"
    if _periods_clash(one, other):
        return "periods"
    if (one.places - there) and (other.places - where):
        return "places"
    offices, others = one.concepts["office"], other.concepts["office"]
    if offices and others and offices.isdisjoint(others):
        return "offices"
    actors, rivals = (part.bodies - lexicon(part.language).speakers for part in (one, other))
    return "bodies" if actors and rivals and actors.isdisjoint(rivals) else ""


def measures(
    one: HeadlineFacts, other: HeadlineFacts, apart: timedelta = timedelta(), rare: Rarity = rarity
) -> dict[str, float]:
    """Returns the classifier's inputs by name, each from 0 to about 1 and symmetric in the two headlines.

    `apart` is the time between the two publications, zero if unknown.
    """
    shared = one.features.keys() & other.features.keys()
    # Exact sums: set order differs between processes and must not change a measure.
    common = fsum(min(one.features[f], other.features[f]) for f in shared)
    words = fsum(rare(stem, one.language) for stem in one.stems & other.stems)
    shorter = min(fsum(rare(stem, one.language) for stem in part.stems) for part in (one, other))
    strange, unknown = _strangers(one, other), _strangers(other, one)
    left, right = unmatched(one.figures, other.all_figures), unmatched(other.figures, one.all_figures)
    subjects, rivals = (part.concepts["metric"] | part.concepts["good"] for part in (one, other))
    found: dict[str, float] = {
        "common features": tanh(common / 6),
        "rare words": tanh(words / 12),
        "rare words, share of the shorter": words / (shorter or 1.0),
        "strange names on one side": strange != unknown,
        "strange names on both sides": strange and unknown,
        "shared figure": _share(one.all_figures, other.all_figures),
        "strange figure": bool(left or right),
        "shared period": bool(one.all_periods & other.all_periods),
        "strange places": tanh(len(one.places ^ other.places) / 2),
        "other subjects": bool(subjects and rivals) and subjects.isdisjoint(rivals),
        "shared sense": bool(one.concepts["sense"] & other.concepts["sense"]),
        "moves clash": moves_clash(one, other),
        "verbs clash": _verbs_clash(one, other),
        "unmet stages": tanh(len(unmet_stages(one, other)) / 2),
        "exchange": _exchanged(one, other),
        "late": max(apart - SAME_DAY, timedelta()) / SAME_DAY,
    }
    return {name: float(value) for name, value in found.items()}


def probability(one: HeadlineFacts, other: HeadlineFacts, apart: timedelta = timedelta()) -> float:
    """Returns the probability (0 to 1) that two headlines without a contradiction report one story."""
    known, found = weights(), measures(one, other, apart)
    return 1 / (1 + exp(-known["bias"] - fsum(n * found[name] for name, n in known["measures"].items())))


def _same_role(one: HeadlineNumber, other: HeadlineNumber) -> bool:
    alike = one.unit == other.unit or {one.unit, other.unit} == {"money", "count"}
    return alike and (one.role == other.role or not (one.role and other.role))


def _periods_clash(one: HeadlineFacts, other: HeadlineFacts) -> bool:
    def left(mine: Set[HeadlinePeriod], theirs: Set[HeadlinePeriod]) -> set[tuple[str, bool]]:
        known = {(period.kind, period.value) for period in theirs}
        return {(p.kind, p.reference) for p in mine if (p.kind, p.value) not in known}

    mine, theirs = left(one.periods, other.all_periods), left(other.periods, one.all_periods)
    return not mine.isdisjoint(theirs)


def _share(figures: Iterable[HeadlineNumber], others: Sequence[HeadlineNumber], digits: int = 1) -> bool:
    """Returns whether a figure with at least `digits` significant digits agrees with one of the others."""
    return any(
        f.digits >= digits and any(agree(f, rival) for rival in others if rival.digits >= digits)
        for f in figures
    )


def _strangers(one: HeadlineFacts, other: HeadlineFacts) -> bool:
    """Returns whether `one` contains a name without a similar word or initials in `other`."""
    tokens = other.plain.split()
    initials = {
        "".join(token[0] for token in tokens[start : start + length])
        for length in range(2, 6)
        for start in range(len(tokens) - length + 1)
    }
    lone = one.names - other.all_norms - initials
    return any(not any(is_near(name, known) for known in other.all_norms) for name in lone)


def is_near(one: str, other: str) -> bool:
    """Returns whether two words of at least five letters are spellings of one, such as "Lanka" and "Lankan"."""
    return min(len(one), len(other)) >= 5 and one[0] == other[0] and fuzz.ratio(one, other) >= 85


def moves_clash(one: HeadlineFacts, other: HeadlineFacts) -> bool:
    mine, theirs = one.moves, other.moves
    # "Halts increases" and "pauses hikes" both name a move that does not happen.
    halted = "halt" in one.concepts["axis"] & other.concepts["axis"]
    return bool(mine and theirs) and set(mine) != set(theirs) and mine[0] != theirs[0] and not halted


def _verbs_clash(one: HeadlineFacts, other: HeadlineFacts) -> bool:
    mine, theirs = (part.concepts["axis"] | part.concepts["act"] for part in (one, other))
    opposed = lexicon(one.language).opposed
    return any(frozenset((a, b)) in opposed for a in mine - theirs for b in theirs - mine)


@cache
def _met_by() -> Mapping[str, frozenset[str]]:
    """Returns the stages that need a counterpart in the other headline, with the stages accepted as one."""
    return {stage: frozenset([stage, *by.split()]) for stage, by in tables()["turning"]["met"].items()}


def unmet_stages(one: HeadlineFacts, other: HeadlineFacts) -> set[str]:
    """Returns the stages ("completes", "rejects", …) of either headline without a counterpart in the other."""
    return {
        stage
        for mine, theirs in ((one, other), (other, one))
        for stage in mine.stages & _met_by().keys()
        if (theirs.stages | theirs.also_stages).isdisjoint(_met_by()[stage])
    }


def _exchanged(one: HeadlineFacts, other: HeadlineFacts) -> bool:
    """Returns whether the titles differ only in an incompatible word on each side, or in a negation."""
    left, right = [norm for norm, _ in one.units], [norm for norm, _ in other.units]
    longer = max(len(left), len(right))
    if min(len(left), len(right)) < _ALIKE_WITH_ONE_GAP * longer or not left or not right:
        return False
    share = (len(left) + len(right) - Indel.distance(left, right)) / 2 / longer
    gaps = [op for op in Indel.opcodes(left, right) if op.tag != "equal"]
    if share < (_ALIKE if len(gaps) > 2 else _ALIKE_WITH_ONE_GAP):
        return False
    if _NEGATIONS.isdisjoint(left) != _NEGATIONS.isdisjoint(right):
        return True
    cut = [unit for op in gaps for unit in one.units[op.src_start : op.src_end]]
    put = [unit for op in gaps for unit in other.units[op.dest_start : op.dest_end]]
    return _is_unmet(cut, other) and _is_unmet(put, one)


def _is_unmet(units: Iterable[tuple[str, frozenset[str]]], other: HeadlineFacts) -> bool:
    """Returns whether one of the units has a meaning that no unit of `other` has."""
    known = frozenset().union(*(tags for _, tags in other.units))
    return any(tags and tags.isdisjoint(known) and norm not in other.all_norms for norm, tags in units)
