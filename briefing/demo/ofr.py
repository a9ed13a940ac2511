"""Answers in the shape of the OFR's stress index: one table of the whole history, names with blanks in the header."""

from datetime import date

from briefing.demo import Query, SampleResponse
from briefing.demo.figures import Band, business_days, value
from briefing.demo.tables import page, table

ROUTE = "ofr"
SINCE = date(2011, 1, 3)
COLUMNS = {
    "OFR FSI": Band(-3.0, 3.0, decimals=3, rough=1.5, lag=3), "Credit": Band(-1.0, 1.0, decimals=3, lag=3),
    "Equity valuation": Band(-0.5, 0.5, decimals=3, lag=3), "Safe assets": Band(-0.5, 0.5, decimals=3, lag=3),
    "Funding": Band(-0.6, 0.6, decimals=3, lag=3), "Volatility": Band(-1.2, 1.2, decimals=3, lag=3),
    "United States": Band(-1.4, 1.4, decimals=3, rough=1.5, lag=3),
    "Other advanced economies": Band(-0.9, 0.9, decimals=3, lag=3),
    "Emerging markets": Band(-0.5, 0.5, decimals=3, lag=3),
}  # fmt: skip


def answer(path: str, query: Query, today: date) -> SampleResponse:
    if path != "fsi.csv":
        return page(404, "Page not found")
    last = COLUMNS["OFR FSI"].last_day(today)
    rows = (
        [day.isoformat(), *(value(f"ofr {name}", day, band) for name, band in COLUMNS.items())]
        for day in business_days(SINCE, last)
    )
    return table(["Date", *COLUMNS], rows)
