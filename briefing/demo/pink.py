"""Serves the World Bank's commodity page, which links to the year's file (`pinkdocs`)."""

from datetime import datetime

from briefing.demo import Query, SampleResponse
from briefing.demo.tables import page

ROUTE = "pink"
FILE = "/en/doc/0000000000000000000000000000000a-0050012026/related/CMO-Historical-Data-Monthly.xlsx"


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if path:
        return page(404, "Page not found")
    links = (
        f'<a href="https://thedocs.worldbank.org{FILE.replace("Monthly", "Annual")}">Annual prices</a>'
        f'<a href="https://thedocs.worldbank.org{FILE}">Monthly prices</a>'
    )
    return SampleResponse(f"<!DOCTYPE html>\n<html><body>{links}</body></html>", "text/html")
