"""Serves Japan's ministry of finance: a title line, days as 2026/7/1, "-" for missing maturities, a note."""

from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse
from briefing.demo.releases import last_out, policy, sessions
from briefing.demo.tables import page
from briefing.demo.world import FIRST_DAY, value

ROUTE = "mof"
YEARS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40)
NOTE = "Interest rates are made-up sample figures (compounded semiannually)."
FORTY_SINCE = date(2012, 1, 4)


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves this month, or all earlier ones."""
    month = now.date().replace(day=1)
    last = last_out("jgbs", now)
    spans = {
        "jgbcme.csv": (month, last),
        "historical/jgbcme_all.csv": (FIRST_DAY, min(last, month - timedelta(days=1))),
    }
    if path not in spans:
        return page(404, "Not Found")
    lines = ["Interest Rate,,,,,,,,,,,,,,,(Unit : %)", ",".join(["Date", *(f"{years}Y" for years in YEARS)])]
    lines += [line(day) for day in sessions("Asia/Tokyo", *spans[path])]
    return SampleResponse("\r\n".join([*lines, "", NOTE, ""]), "text/csv")


def line(day: date) -> str:
    """Returns a day's line: linear from the bank's rate to ten years, a little steeper beyond."""
    short, ten = policy("BOJ", day), value("jp10", day)
    figures = [f"{short + (ten - short) * years / 10:.3f}" for years in YEARS if years <= 10]
    figures += [f"{ten + (years - 10) * 0.05:.3f}" for years in YEARS if years > 10]
    if day < FORTY_SINCE:
        figures[-1] = "-"
    return ",".join([f"{day.year}/{day.month}/{day.day}", *figures])
