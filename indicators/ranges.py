"""The ranges within which figures can be true: of a unit, and of a symbol by the rows that show it."""

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indicators.groups import RowConfig

# What no figure in a unit can be, where its row says nothing narrower.
PLAUSIBLE = {
    "%": (-100.0, 1000.0), "pp": (-100.0, 100.0), "index": (-1000.0, 1_000_000.0), "ratio": (0.0, 1000.0),
    "USD": (-1000.0, 10_000_000.0), "USD bn": (-100_000.0, 1_000_000.0), "GBP": (0.0, 1_000_000.0),
    "EUR": (0.0, 1_000_000.0), "JPY": (0.0, 100_000_000.0), "CHF": (0.0, 1_000_000.0), "CNY": (0.0, 10_000_000.0),
}  # fmt: skip


def of_symbol(symbol: str, rows: Iterable["RowConfig"]) -> tuple[float, float]:
    """The range of the rows that show a symbol as it is, reserves and spares too; else everything is plausible."""
    every = [one for row in rows for one in (row, row.spare) if one]
    found = [row.plausible for row in every if row.transform == "level" and row.symbols == (symbol,)]
    if not found:
        return -inf, inf
    return min(low for low, _high in found), max(high for _low, high in found)
