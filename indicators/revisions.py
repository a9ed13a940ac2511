"""Detects that a result for the last two years implies changes in the history before. Pure.

A new base year or seasonal adjustment rewrites the whole history; storing only a part of the new one would leave a
break where that part begins.
"""

from collections.abc import Mapping, Sequence
from math import isclose
from statistics import median
from typing import Literal

from indicators.sources import Observation

Rewritten = Literal["", "revised", "rebased"]

LEAST_COMMON = 3
# Because of rounding, the ratio of a new base is only nearly the same for all periods.
SAME_RATIO = 0.01
LEAST_RATIO = 0.02
# Share of changed figures in the older half of the overlap; ordinary revisions change the latest periods only.
REVISED_SHARE = 0.25


def rewritten(stored: Mapping[str, float], published: Sequence[Observation]) -> Rewritten:
    """How a result (oldest first) changes the stored figures by period: not at all, revised, or rebased."""
    both = [(stored[each.period], each.value) for each in published if each.period in stored]
    if len(both) < LEAST_COMMON:
        return ""
    if _is_rebased(both):
        return "rebased"
    older = both[: len(both) // 2]
    changed = sum(not isclose(old, new, rel_tol=1e-9, abs_tol=1e-12) for old, new in older)
    return "revised" if changed >= REVISED_SHARE * len(older) else ""


def _is_rebased(both: Sequence[tuple[float, float]]) -> bool:
    ratios = [new / old for old, new in both if old]
    if len(ratios) < LEAST_COMMON:
        return False
    middle = median(ratios)
    if middle <= 0 or abs(middle - 1) < LEAST_RATIO:
        return False
    return max(ratios) - min(ratios) <= SAME_RATIO * middle
