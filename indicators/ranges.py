"""The plausible range of a symbol's figures, from the rows that show it."""

from collections.abc import Iterable
from math import inf

from indicators.groups import RowConfig


def of_symbol(symbol: str, rows: Iterable[RowConfig]) -> tuple[float, float]:
    """The range of the rows that show a symbol unchanged, including reserves and fallbacks; else unbounded."""
    every = [one for row in rows for one in (row, row.fallback) if one]
    found = [row.plausible for row in every if row.transform == "level" and row.symbols == (symbol,)]
    if not found:
        return -inf, inf
    return min(low for low, _high in found), max(high for _low, high in found)
