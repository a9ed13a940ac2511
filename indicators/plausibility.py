"""Detects unit changes and single wrong figures, by the range of the rows and the series' own history. Pure.

A series whose unit changed at its source (millions for billions) is well formed; only its history shows the error.
The same holds for a mistyped figure, anywhere in a result. Staff decide on doubtful data.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from statistics import median, quantiles

from indicators.groups import RowConfig
from indicators.sources import Observation

Range = tuple[float, float]
ANY: Range = (-inf, inf)
Doubted = tuple[Observation, str]

# Unit changes are by factors of a thousand; a new base year or a revision changes a series by a few times at most.
UNIT_FACTOR = 500.0
LEAST_COMMON = 3
# Maximum step to a new figure, as a multiple of the range of the history before it.
WIDEST_STEP = 5.0
LEAST_HISTORY = 24
# Neighbours on each side that a figure is compared with, and those that must agree: beside a run of wrong figures the
# right one is the odd one among the nearest. The minimum length of the history.
NEIGHBOURS = 5
WIDER = 25
LEAST_NEIGHBOURS = 8
# In a positive series that mostly stays within a factor of `CALM`, a figure `SPIKE` times its neighbours is an error
# such as pounds for pence. (The VIX has doubled in a day, gas prices trebled in months.)
SPIKE = 8.0
CALM = 10.0
# More figures than this outside the row's range mean that the range or the unit is wrong; figures of another order than
# those inside may be up to a quarter of a history.
FEW = 3
FEW_OF = 50
MOST_OF_ANOTHER_ORDER = 4


def doubt(stored: Mapping[str, float], published: Sequence[Observation]) -> str:
    """What is wrong with a result (oldest first) compared with the stored figures by period; "" if nothing."""
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
    """Checks the latest figure only; earlier ones were checked when they were new."""
    newest, before = published[-1], [each.value for each in published[:-1]]
    if newest.period in stored or not stored or len(before) < LEAST_HISTORY:
        return ""
    width = max(before) - min(before)
    if not width or abs(newest.value - before[-1]) <= WIDEST_STEP * width:
        return ""
    return f"{newest.value:,.6g} for {newest.period} is too far from {before[-1]:,.6g} before it"


def outliers(stored: Mapping[str, float], published: Sequence[Observation], limits: Range) -> list[Doubted]:
    """The single implausible figures of a result with the reason, except those already stored.

    `limits` is the range of the row that shows the series unchanged.
    """
    if len(published) < LEAST_NEIGHBOURS:
        return []
    lowest, highest = limits
    outside = _outside(published, limits)
    reason = f"outside what is plausible ({lowest:,g} to {highest:,g})"
    found = {each.period: (each, reason) for each in outside}
    if lowest > 0 or limits == ANY:  # ratios are meaningless for series near zero
        found = _spikes([each for each in published if each.period not in found]) | found
    return [
        found[each.period]
        for each in published
        if each.period in found and stored.get(each.period) != each.value
    ]


def _outside(published: Sequence[Observation], limits: Range) -> list[Observation]:
    """The figures outside the range that are isolated errors, not a sign that the range is too narrow."""
    lowest, highest = limits
    found = [each for each in published if not lowest <= each.value <= highest]
    if are_few(len(found), len(published)):
        return found
    inside = [each.value for each in published if lowest <= each.value <= highest]
    if lowest <= 0 or len(inside) * MOST_OF_ANOTHER_ORDER < len(published) * (MOST_OF_ANOTHER_ORDER - 1):
        return []
    middle = median(inside)
    return [each for each in found if not _is_near(each.value, middle)]


def are_few(some: int, of: int) -> bool:
    """Whether this many figures of a history can be isolated errors."""
    return some <= max(FEW, of // FEW_OF)


def _spikes(published: Sequence[Observation]) -> dict[str, Doubted]:
    """Figures of another magnitude than their neighbours, in a history that otherwise stays within one."""
    values = [each.value for each in published]
    if len(values) < LEAST_NEIGHBOURS or min(values) <= 0 or max(values) < SPIKE * min(values):
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
    middle = _middle(published, place, NEIGHBOURS)
    if _is_near(published[place].value, middle) or _is_near(
        published[place].value, _middle(published, place, WIDER)
    ):
        return ""
    return f"{published[place].value / middle:,.4g} times the figures around it ({middle:,.6g})"


def _middle(published: Sequence[Observation], place: int, neighbours: int) -> float:
    around = [
        *published[max(0, place - neighbours) : place],
        *published[place + 1 : place + 1 + neighbours],
    ]
    return median(each.value for each in around)


def _is_near(value: float, middle: float) -> bool:
    return 1 / SPIKE < value / middle < SPIKE


def range_of(symbol: str, rows: Iterable[RowConfig]) -> Range:
    """The range of the rows that show a symbol unchanged, including reserves and fallbacks; else unbounded."""
    every = [one for row in rows for one in (row, row.fallback) if one]
    found = [row.plausible for row in every if row.transform == "level" and row.symbols == (symbol,)]
    if not found:
        return ANY
    return min(low for low, _high in found), max(high for _low, high in found)
