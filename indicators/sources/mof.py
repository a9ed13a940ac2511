"""The Japanese Ministry of Finance's government bond yields: `MOF:10Y`."""

import re
from datetime import date

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing

PREFIX = "MOF"
ADDRESSES = {PREFIX: "https://www.mof.go.jp/english/policy/jgbs/reference/interest_rate"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("Asia/Tokyo", ("10:20", "18:20"))
TERMS = _("Public Data License 1.0 of Japan: free to use, including commercially, with the source named.")

NAME = "Japan's Ministry of Finance"
IDENTIFIER = re.compile(r"\d{1,2}Y", re.ASCII)
# One file up to the end of last month, one for the current month.
FILES = ("historical/jgbcme_all.csv", "jgbcme.csv")
DATE = re.compile(r"\d{4}/\d{1,2}/\d{1,2}", re.ASCII)
DEADLINE_S = 40.0  # the first file is over a megabyte


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Merges both files, so that there is no gap at month ends; the current month's file takes precedence.

    Daily; `frequency` is not used.
    """
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not a maturity such as 10Y.", permanent=True)
    by_day: dict[date, Observation] = {}
    for name in FILES:
        reply = parsing.get(NAME, f"{base_url(PREFIX)}/{name}", deadline_s=DEADLINE_S)
        by_day |= {each.day: each for each in observations(parsing.text_of(NAME, reply.body), identifier)}
    return parsing.tidy(NAME, by_day.values(), since=since)


def observations(text: str, maturity: str) -> list[Observation]:
    """Parses a title line, the header, days as 2026/7/1 with "-" for missing values, and a final note."""
    series = []
    for row in csvtable.rows(NAME, table_in(text), ["Date", maturity]):
        value = None if row[maturity].strip() == "-" else parsing.number(NAME, row[maturity])
        if value is not None:
            day = parsing.day_of(NAME, row["Date"], "%Y/%m/%d")
            series.append(Observation(day.isoformat(), day, value))
    if len({each.day for each in series}) != len(series):
        raise SourceError(f"{NAME} gives a day twice.")
    return series


def table_in(text: str) -> str:
    """The header and the lines up to the last that begins with a date, without the note."""
    lines = text.splitlines()
    head = next((place for place, line in enumerate(lines) if line.startswith("Date,")), None)
    if head is None:
        raise SourceError(f"{NAME} sent a file without a line of columns.")
    dated = [place for place, line in enumerate(lines) if DATE.match(line)]
    return "\n".join(lines[head : (dated[-1] if dated else head) + 1])
