"""Serves FRED's keyless CSV: observation_date and the series, empty on days without trading."""

from datetime import datetime

from briefing.demo import Query, SampleResponse, first, fred
from briefing.demo.tables import page, table

ROUTE = "fredgraph"


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` fredgraph.csv with id, cosd and coed."""
    name = first(query, "id")
    if path != "fredgraph.csv" or not fred.is_known(name):
        return page(404, "Error - Status Code 404")
    span = first(query, "cosd", "0000"), first(query, "coed", "9999")
    rows = ([day.isoformat(), figure or ""] for day, figure in fred.points(name, now, span))
    return table(["observation_date", name], rows, content_type="application/csv")
