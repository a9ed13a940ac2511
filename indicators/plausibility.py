"""Pure: is what a source says now still the series that it said before? Doubts are for staff to settle.

A series whose unit was changed at its source (millions for billions) passes every check of shape; only its own history
shows it. So does a figure that was mistyped.
"""

from collections.abc import Mapping, Sequence
from statistics import median

from indicators.sources import Observation

# Publishers change units by thousands. A base year or a revision moves a series by a few times at most.
UNIT_FACTOR = 500.0
LEAST_COMMON = 3
# How far from the last figure a new one may lie, in widths of the whole history before it.
WIDEST_STEP = 5.0
LEAST_HISTORY = 24


def doubt(known: Mapping[str, float], said: Sequence[Observation]) -> str:
    """What is wrong with an answer (oldest first) beside the stored figures by period; "" when nothing is."""
    return _unit(known, said) or _step(known, said)


def _unit(known: Mapping[str, float], said: Sequence[Observation]) -> str:
    both = [(abs(known[each.period]), abs(each.value)) for each in said if each.period in known]
    old = median([value for value, _new in both] or [0.0])
    new = median([value for _old, value in both] or [0.0])
    if len(both) < LEAST_COMMON or not (old and new):
        return ""
    factor = new / old
    if 1 / UNIT_FACTOR < factor < UNIT_FACTOR:
        return ""
    return f"the same periods have {factor:,.4g} times the figures stored: its unit has changed"


def _step(known: Mapping[str, float], said: Sequence[Observation]) -> str:
    """Of the newest figure alone: what lies further back was new once, and was looked at then."""
    newest, before = said[-1], [each.value for each in said[:-1]]
    if newest.period in known or not known or len(before) < LEAST_HISTORY:
        return ""
    width = max(before) - min(before)
    if not width or abs(newest.value - before[-1]) <= WIDEST_STEP * width:
        return ""
    return f"{newest.value:,.6g} for {newest.period} is too far from {before[-1]:,.6g} before it"
