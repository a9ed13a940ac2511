"""Two headlines in the same words but for one: what stands in its place decides whether they tell one story."""

from collections.abc import Sequence

from rapidfuzz.distance import Indel

from news.story_facts import Facts, Unit

_NEGATIONS = frozenset(
    ["not", "no", "non", "never", "without", "t", "nessun", "nessuna", "niente", "senza", "mai"]
)
# How much of the longer title must stand in the other in the same order for the rest to be an exchange.
_ALIKE = 0.65
_ALIKE_WITH_ONE_GAP = 0.5


def swapped(one: Facts, other: Facts) -> bool:
    """Whether the titles run alike but for a word on each side that the other cannot mean, or for a "not"."""
    mine, theirs = one.units, other.units
    if not mine or not theirs:
        return False
    left, right = [unit.norm for unit in mine], [unit.norm for unit in theirs]
    if min(len(left), len(right)) < _ALIKE_WITH_ONE_GAP * max(len(left), len(right)):
        return False
    alike = len(left) + len(right) - Indel.distance(left, right)
    share = alike / 2 / max(len(left), len(right))
    if share < _ALIKE_WITH_ONE_GAP:
        return False
    gaps = [op for op in Indel.opcodes(left, right) if op.tag != "equal"]
    if share < (_ALIKE if len(gaps) > 2 else _ALIKE_WITH_ONE_GAP):
        return False
    if _negates(left) != _negates(right):
        return True
    cut = [unit for op in gaps for unit in mine[op.src_start : op.src_end]]
    put = [unit for op in gaps for unit in theirs[op.dest_start : op.dest_end]]
    return bool(_unmet(cut, other)) and bool(_unmet(put, one))


def _negates(norms: Sequence[str]) -> bool:
    return not _NEGATIONS.isdisjoint(norms)


def _unmet(units: Sequence[Unit], other: Facts) -> list[Unit]:
    """The units that mean something of their own which nothing in `other` can mean."""
    known = frozenset().union(*(unit.tags for unit in other.units))
    pool = other.norms | other.also_norms
    return [unit for unit in units if unit.tags and unit.tags.isdisjoint(known) and unit.norm not in pool]
