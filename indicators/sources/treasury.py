"""The US Treasury's daily par yields: `TREASURY:10Y`, `TREASURY:3M`, or `TREASURY:REAL10Y` for real ones."""

import re
import time
from datetime import date

from django.utils.translation import gettext_lazy as _

from indicators.sources import Observation, SourceError, base_url, csvtable, parsing, pause_s

PREFIX = "TREASURY"
ADDRESSES = {PREFIX: "https://home.treasury.gov/resource-center/data-chart-center/interest-rates"}
PARALLEL = 2
PAUSE_S = 0.5
TERMS = _("A work of the United States government: free to use.")

NAME = "US Treasury"
IDENTIFIER = re.compile(r"(REAL)?(\d{1,2}(?:\.5)?)([MY])")
MOST_YEARS = 12


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """One request for each calendar year from `since`, twelve at most; two in January.

    `frequency` is not used: the series are daily.
    """
    shape = IDENTIFIER.fullmatch(identifier)
    if not shape:
        raise SourceError(f"{identifier!r} is not a maturity such as 10Y, 3M or REAL10Y.", permanent=True)
    real, length, unit = shape.groups()
    kind = "daily_treasury_real_yield_curve" if real else "daily_treasury_yield_curve"
    names = column_names(length, unit)
    years = wanted_years(since, parsing.today())
    points: list[Observation] = []
    for place, year in enumerate(years):
        if place:
            time.sleep(pause_s(PREFIX))
        points += of_year(year, kind, names)
    # In January the year may hold one day or none: last December goes with it, so that a change exists.
    first = min(since, date(parsing.today().year - 1, 12, 1)) if parsing.today().month == 1 else since
    return parsing.tidy(NAME, points, since=first)


def wanted_years(since: date, today: date) -> list[int]:
    first = max(since.year, today.year - MOST_YEARS + 1)
    if today.month == 1:
        first = min(first, today.year - 1)
    return list(range(min(first, today.year), today.year + 1))[-MOST_YEARS:]


def column_names(length: str, unit: str) -> set[str]:
    """The spellings of one maturity: "10 Yr" in the par table, "10 YR" in the real one, "1.5 Month"."""
    words = ("MO", "MONTH") if unit == "M" else ("YR", "YEAR")
    return {f"{length} {word}" for word in words}


def of_year(year: int, kind: str, names: set[str]) -> list[Observation]:
    """The year's figures. In its first days a year's table may be missing, empty or a web page."""
    url = f"{base_url(PREFIX)}/daily-treasury-rates.csv/{year}/all?type={kind}&field_tdr_date_value={year}"
    try:
        text = parsing.text_of(NAME, parsing.ask(NAME, f"{url}&page&_format=csv").body)
        return observations(text, year, names)
    except SourceError:
        # The year before is asked for as well and fails too, if the fault is not the calendar's.
        if parsing.today() <= date(year, 1, 10):
            return []
        raise


def observations(text: str, year: int, names: set[str]) -> list[Observation]:
    """Newest first as sent. The columns differ by year; a maturity that a year lacks gives no figures."""
    rows = csvtable.rows(NAME, text, ["Date"])
    if not rows:
        raise SourceError(f"{NAME} has no figures for {year}.")
    columns = [name for name in rows[0] if name.upper() in names]
    if not any(re.fullmatch(r"\d+ YR", name.upper()) for name in rows[0]):
        raise SourceError(f"{NAME} sent a table for {year} without any maturity.")
    points = []
    for row in rows:
        day = parsing.day_of(NAME, row["Date"], "%m/%d/%Y")
        if day.year != year:
            raise SourceError(f"{NAME} answered {year} with a row of {day.isoformat()}.")
        for name in columns:
            value = parsing.number(NAME, row[name])
            if value is not None:
                points.append(Observation(day.isoformat(), day, value))
    return points
