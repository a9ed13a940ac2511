"""Answers in the shape of Japan's ministry of finance: a title, days as 2026/7/1, "-" for what was not, a note."""

from datetime import date, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.figures import FIRST_DAY, Band, business_days, value
from briefing.demo.tables import page

ROUTE = "mof"
YEARS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40)
TEN = Band(0.8, 2.4, decimals=3, rough=0.6)
NOTE = "Interest rates are made-up sample figures (compounded semiannually)."
FORTY_SINCE = date(2012, 1, 4)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """This month alone, or everything before it."""
    month = today.replace(day=1)
    spans = {
        "jgbcme.csv": (month, today - timedelta(days=1)),
        "historical/jgbcme_all.csv": (FIRST_DAY, month - timedelta(days=1)),
    }
    if path not in spans:
        return page(404, "Not Found")
    lines = ["Interest Rate,,,,,,,,,,,,,,,(Unit : %)", ",".join(["Date", *(f"{years}Y" for years in YEARS)])]
    lines += [line(day) for day in business_days(*spans[path])]
    return SampleResponse("\r\n".join([*lines, "", NOTE, ""]), "text/csv")


def line(day: date) -> str:
    ten = value("jgb 10Y", day, TEN)
    figures = [f"{ten + (years - 10) * 0.05:.3f}" for years in YEARS]
    if day < FORTY_SINCE:
        figures[-1] = "-"
    return ",".join([f"{day.year}/{day.month}/{day.day}", *figures])
