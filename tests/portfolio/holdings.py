"""A pie with unique texts, so that any leaked part of it is found."""

import json
from typing import Any

from tests.portfolio.instruments import instrument, quote

NAMES = ("Zyxwvut Holdings", "Qqverty Brewery", "Kwyjibo Mining")
CSV = """"Slice","Name","Invested value","Value","Result","Owned quantity"
"ZYXQ","Zyxwvut Holdings","20817.31","31415.92","10598.61","73.519"
"QQVB","Qqverty Brewery","11613.07","9871.43","-1741.64","481.627"
"KWYJ","Kwyjibo Mining","5077.19","5099.83","22.64","88.417"
"Total","Vault of Zubrowka","37507.57","46387.18","8879.61","-"
"""
# What must never be sent: names, the pie's and the file's name, quantities and amounts, as the file or a page has them.
SECRETS = (
    "Zyxwvut", "Qqverty", "Kwyjibo", "Zubrowka", "ZYXQ", "QQVB", "KWYJ", "hoard",
    "20817", "31415", "10598", "11613", "9871", "1741", "5077", "5099", "37507", "46387", "8879",
    "20,817", "31,415", "46,387", "73.519", "481.627", "88.417", "73,519", "481,627",
)  # fmt: skip


def prices() -> None:
    """Two of the three tickers are in the universe; another company uses the third."""
    instrument("ZYXQl_EQ", "ZYXQ.L", name="Zyxwvut Holdings plc", currency="GBX", quote_currency="GBp")
    instrument("QQVB_US_EQ", "QQVB", name="Qqverty Brewery", currency="USD", quote_currency="USD")
    instrument("KWYJd_EQ", "KWYJ.DE", name="Somebody Else", currency="EUR", quote_currency="EUR")
    quote("ZYXQ.L", 102.0, 100.0)
    quote("QQVB", 9.5, 10.0)
    quote("KWYJ.DE", 7.0, 5.0)


def position(slice: str, name: str, value: float, invested: float) -> dict[str, Any]:
    return {
        "slice": slice, "name": name, "quantity": 10, "invested": invested, "value": value, "result": value - invested,
        "avg_price": invested / 10, "price": value / 10,
    }  # fmt: skip


def state(**more: Any) -> dict[str, Any]:
    """A browser's stored state: two pies with one common position, and three days."""
    growth = [position("ZYXQ", NAMES[0], 31415.92, 20817.31), position("QQVB", NAMES[1], 9871.43, 11613.07)]
    income = [position("KWYJ", NAMES[2], 5099.83, 5077.19), position("QQVB", NAMES[1], 100.0, 120.0)]
    days = [("2026-11-02", 41111.0), ("2026-11-09", 43222.0), ("2026-11-16", 42333.0)]
    return {
        "version": 1, "currency": "GBP", "pies": [_pie("p1", "Growth", growth), _pie("p2", "Income", income)],
        "snapshots": [{"day": day, "value": value, "invested": 37000.0} for day, value in days],
        "corrections": {}, "templates": {}, "privacy": False,
    } | more  # fmt: skip


def _pie(pk: str, name: str, positions: list[dict[str, Any]]) -> dict[str, Any]:
    sums = {key: sum(each[key] for each in positions) for key in ("invested", "value", "result")}
    return {"id": pk, "name": name, "positions": positions} | sums


def keep(page: Any, kept: dict[str, Any] | str) -> None:
    """Writes a state (or any text) into the page's storage and reloads the page."""
    text = kept if isinstance(kept, str) else json.dumps(kept)
    page.evaluate("text => localStorage.setItem(document.documentElement.dataset.portfolioKey, text)", text)
    page.reload(wait_until="networkidle")
