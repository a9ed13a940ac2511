"""Serves Cboe's index histories: DATE,OPEN,HIGH,LOW,CLOSE; a single column for the SKEW."""

from datetime import datetime

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import ends_of
from briefing.demo.tables import table
from briefing.demo.world import value

ROUTE = "cboe"
SERIES = {
    "VIX": "VIXCLS",
    "VIX3M": "VIX3M",
    "SKEW": "SKEW",
}  # FRED's series of the same index has the same figures


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` <index>_History.csv; anything else is refused as the content network does."""
    name = path.removesuffix("_History.csv")
    if name not in SERIES or name == path:
        refused = "<Error><Code>AccessDenied</Code></Error>"
        return SampleResponse(refused, "application/xml", 403)
    closes = [(day, value(SERIES[name], day)) for day in ends_of(SERIES[name], now)]
    if name == "SKEW":
        return table(["DATE", name], ([f"{day:%m/%d/%Y}", f"{close:.6f}"] for day, close in closes))
    rows = []
    before = closes[0][1]
    for day, close in closes:
        high, low = max(before, close) * 1.02, min(before, close) * 0.98
        rows.append([f"{day:%m/%d/%Y}", *(f"{price:.6f}" for price in (before, high, low, close))])
        before = close
    return table(["DATE", "OPEN", "HIGH", "LOW", "CLOSE"], rows)
