"""Serves the EIA's price histories: an old Excel file with the series' keys above the columns."""

from datetime import datetime

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import ends_of
from briefing.demo.sheets import Cell, xls
from briefing.demo.tables import page
from briefing.demo.world import value

ROUTE = "eia"
# The same prices as FRED's.
SERIES = {
    "RBRTE": ("DCOILBRENTEU", "Europe Brent Spot Price FOB (Dollars per Barrel)"),
    "RWTC": ("DCOILWTICO", "Cushing, OK WTI Spot Price FOB (Dollars per Barrel)"),
}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` <key>d.xls."""
    key = path.removesuffix("d.xls")
    if key not in SERIES or key == path:
        return page(404, "404: File or directory not found")
    name, title = SERIES[key]
    rows: list[list[Cell]] = [["Back to Contents", f"Data 1: {title}"], ["Sourcekey", key], ["Date", title]]
    rows += [[day, value(name, day)] for day in ends_of(name, now)]
    body = xls({"Contents": [["Sample data"]], "Data 1": rows})
    return SampleResponse("", "application/vnd.ms-excel", file=body)
