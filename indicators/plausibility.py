"""Pure: is what a source says now still the series that it said before? Doubts are for staff to settle.

A series whose unit was changed at its source (millions for billions) passes every check of shape; only its own history
shows it. So does a figure that was mistyped, in the middle of an answer as well as at its end.
"""

from collections.abc import Mapping, Sequence
from math import inf
from statistics import median, quantiles

from indicators.sources import Observation

Range = tuple[float, float]
ANY: Range = (-inf, inf)
Doubted = tuple[Observation, str]

# Publishers change units by thousands. A base year or a revision moves a series by a few times at most.
UNIT_FACTOR = 500.0
LEAST_COMMON = 3
# How far from the last figure a new one may lie, in widths of the whole history before it.
WIDEST_STEP = 5.0
LEAST_HISTORY = 24
# A single figure is held against so many neighbours on each side, in a history of at least so many.
NEIGHBOURS = 5
LEAST_NEIGHBOURS = 8
# A series that never comes near zero and moves by less than `CALM` in most of its history has no neighbours
# that differ by `SPIKE`: a point that slipped, pounds among pence. (The VIX doubled in a day, gas trebled in months.)
SPIKE = 8.0
CALM = 10.0
# More than these outside the row's range: then the range or the unit is wrong, and no single figure is.
FEW = 3
FEW_OF = 50


def doubt(stored: Mapping[str, float], published: Sequence[Observation]) -> str:
    """What is wrong with an answer (oldest first) beside the stored figures by period; "" when nothing is."""
    return _unit(stored, published) or _step(stored, published)


def _unit(stored: Mapping[str, float], published: Sequence[Observation]) -> str:
    both = [(abs(stored[each.period]), abs(each.value)) for each in published if each.period in stored]
    old = median([value for value, _new in both] or [0.0])
    new = median([value for _old, value in both] or [0.0])
    if len(both) < LEAST_COMMON or not (old and new):
        return ""
    factor = new / old
    if 1 / UNIT_FACTOR < factor < UNIT_FACTOR:
        return ""
    return f"the same periods have {factor:,.4g} times the figures stored: its unit has changed"


def _step(stored: Mapping[str, float], published: Sequence[Observation]) -> str:
    """Of the newest figure alone: what lies further back was new once, and was looked at then."""
    newest, before = published[-1], [each.value for each in published[:-1]]
    if newest.period in stored or not stored or len(before) < LEAST_HISTORY:
        return ""
    width = max(before) - min(before)
    if not width or abs(newest.value - before[-1]) <= WIDEST_STEP * width:
        return ""
    return f"{newest.value:,.6g} for {newest.period} is too far from {before[-1]:,.6g} before it"


def outliers(stored: Mapping[str, float], published: Sequence[Observation], limits: Range) -> list[Doubted]:
    """The single figures of an answer that cannot be true, with the reason; those stored before are not doubted again.

    `limits` is the range of the row that shows the series as it is.
    """
    if len(published) < LEAST_NEIGHBOURS:
        return []
    lowest, highest = limits
    outside = [each for each in published if not lowest <= each.value <= highest]
    reason = f"outside what is plausible ({lowest:,g} to {highest:,g})"
    found = {each.period: (each, reason) for each in outside} if are_few(len(outside), len(published)) else {}
    if lowest > 0 or limits == ANY:  # what may come near zero leaps by any factor
        found = _spikes(published) | found
    return [
        found[each.period]
        for each in published
        if each.period in found and stored.get(each.period) != each.value
    ]


def are_few(some: int, of: int) -> bool:
    """Whether so many figures of a history can be slips, each for itself."""
    return some <= max(FEW, of // FEW_OF)


def _spikes(published: Sequence[Observation]) -> dict[str, Doubted]:
    """The figures of another order than those around them, in a history that else stays within one."""
    values = [each.value for each in published]
    if min(values) <= 0 or max(values) < SPIKE * min(values):
        return {}
    found = {
        each.period: (each, reason) for n, each in enumerate(published) if (reason := _spike(published, n))
    }
    rest = [each.value for each in published if each.period not in found]
    if not found or not are_few(len(found), len(published)):
        return {}
    twentieths = quantiles(rest, n=20)
    return found if twentieths[-1] / twentieths[0] < CALM else {}


def _spike(published: Sequence[Observation], place: int) -> str:
    around = [*published[max(0, place - NEIGHBOURS) : place], *published[place + 1 : place + 1 + NEIGHBOURS]]
    middle = median(each.value for each in around)
    factor = published[place].value / middle
    return "" if 1 / SPIKE < factor < SPIKE else f"{factor:,.4g} times the figures around it ({middle:,.6g})"
