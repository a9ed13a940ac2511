"""Answers in the shape of Cboe's index histories: DATE,OPEN,HIGH,LOW,CLOSE; one column for the SKEW."""

from datetime import date

from briefing.demo import Query, SampleResponse, fred
from briefing.demo.figures import FIRST_DAY, Band, business_days, value
from briefing.demo.tables import table

ROUTE = "cboe"

BANDS = {
    "VIX": fred.SERIES["VIXCLS"][1],
    "VIX3M": Band(13.0, 33.0, rough=2),
    "SKEW": Band(118.0, 165.0, rough=3),
}
SEEDS = {"VIX": "VIXCLS"}  # the same index at FRED has the same figures


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is <index>_History.csv; anything else is refused as the content network does."""
    name = path.removesuffix("_History.csv")
    if name not in BANDS or name == path:
        refused = "<Error><Code>AccessDenied</Code></Error>"
        return SampleResponse(refused, "application/xml", 403)
    band = BANDS[name]
    closes = [
        (day, value(SEEDS.get(name, name), day, band))
        for day in business_days(FIRST_DAY, band.last_day(today))
    ]
    if name == "SKEW":
        return table(["DATE", name], ([f"{day:%m/%d/%Y}", f"{close:.6f}"] for day, close in closes))
    rows = []
    before = closes[0][1]
    for day, close in closes:
        high, low = max(before, close) * 1.02, min(before, close) * 0.98
        rows.append([f"{day:%m/%d/%Y}", *(f"{price:.6f}" for price in (before, high, low, close))])
        before = close
    return table(["DATE", "OPEN", "HIGH", "LOW", "CLOSE"], rows)
