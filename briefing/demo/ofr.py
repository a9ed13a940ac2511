"""Serves the OFR's stress index: one table of the whole history, with spaces in the header's names."""

from datetime import datetime

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import ends_of
from briefing.demo.tables import page, table
from briefing.demo.world import value

ROUTE = "ofr"
# Shares of the index, by category and by region.
PARTS = {
    "Credit": 0.35, "Equity valuation": 0.15, "Safe assets": 0.05, "Funding": 0.2, "Volatility": 0.25,
    "United States": 0.5, "Other advanced economies": 0.35, "Emerging markets": 0.15,
}  # fmt: skip


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path != "fsi.csv":
        return page(404, "Page not found")
    figures = ((day, value("ofr", day)) for day in ends_of("ofr", now))
    rows = (
        [day.isoformat(), figure, *(round(figure * share, 3) for share in PARTS.values())]
        for day, figure in figures
    )
    return table(["Date", "OFR FSI", *PARTS], rows)
