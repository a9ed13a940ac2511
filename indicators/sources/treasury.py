"""The US Treasury's daily par yields: `TREASURY:10Y`, `TREASURY:3M`; `TREASURY:REAL10Y` for real yields."""

import re
import time
from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone as clock
from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing, pause_s
from indicators.sources.file_cache import FileCache

PREFIX = "TREASURY"
ADDRESSES = {PREFIX: "https://home.treasury.gov/resource-center/data-chart-center/interest-rates"}
PARALLEL = 2
PAUSE_S = 0.5
HOURS = Hours("America/New_York", ("15:50", "17:20", "18:50"))
TERMS = _("US government work: free to use.")

NAME = "US Treasury"
KEEP_PAST, KEEP_RUNNING = timedelta(hours=20), timedelta(minutes=20)
DEADLINE_S = 40.0  # a year's file took up to 18 s at busy hours
tables: FileCache[str] = FileCache()
IDENTIFIER = re.compile(r"(REAL)?(\d{1,2}(?:\.5)?)([MY])")
MOST_YEARS = 12


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Fetches one file for each calendar year from `since`, at most twelve, and two in January.

    If a year fails, the error carries the latest years without a gap. Daily; `frequency` is not used.
    """
    shape = IDENTIFIER.fullmatch(identifier)
    if not shape:
        raise SourceError(f"{identifier!r} is not a maturity such as 10Y, 3M or REAL10Y.", permanent=True)
    real, length, unit = shape.groups()
    kind = "daily_treasury_real_yield_curve" if real else "daily_treasury_yield_curve"
    names = column_names(length, unit)
    today = parsing.today()
    found = [(year, year_or_error(year, kind, names)) for year in wanted_years(since, today)]
    series = newest_stretch(found)
    # In January there may be at most one figure so far: last December is included so that a change exists.
    first = min(since, date(today.year - 1, 12, 1)) if today.month == 1 else since
    failed = [(year, each) for year, each in found if isinstance(each, SourceError)]
    if not failed:
        return parsing.tidy(NAME, series, since=first)
    year, error = failed[-1]
    kept = parsing.tidy(NAME, series, since=first) if series else []
    raise SourceError(
        f"{error} (year {year})", permanent=error.permanent, status=error.status, partial=kept
    ) from error.__cause__


def year_or_error(year: int, kind: str, names: set[str]) -> list[Observation] | SourceError:
    try:
        return of_year(year, kind, names)
    except SourceError as error:
        return error


def newest_stretch(found: Sequence[tuple[int, list[Observation] | SourceError]]) -> list[Observation]:
    """The figures of the latest years up to the first failed one, since a gap would look like unpublished data."""
    series: list[Observation] = []
    for _year, each in reversed(found):
        if not isinstance(each, SourceError):
            series += each
        elif series:
            break
    return series


def wanted_years(since: date, today: date) -> list[int]:
    first = max(since.year, today.year - MOST_YEARS + 1)
    if today.month == 1:
        first = min(first, today.year - 1)
    return list(range(min(first, today.year), today.year + 1))[-MOST_YEARS:]


def column_names(length: str, unit: str) -> set[str]:
    """The column names of a maturity: "10 Yr" in the par table, "10 YR" in the real one, "1.5 Month"."""
    words = ("MO", "MONTH") if unit == "M" else ("YR", "YEAR")
    return {f"{length} {word}" for word in words}


def table_of(year: int, kind: str) -> str:
    """The year's file with all maturities, cached: a past year's for 20 hours, this year's for one refresh."""
    url = f"{base_url(PREFIX)}/daily-treasury-rates.csv/{year}/all?type={kind}&field_tdr_date_value={year}"

    def ask() -> str:
        time.sleep(pause_s(PREFIX))
        reply = parsing.get(NAME, f"{url}&page&_format=csv", deadline_s=DEADLINE_S)
        return parsing.text_of(NAME, reply.body)

    return tables.get(url, ask, keep=KEEP_PAST if year < clock.now().year else KEEP_RUNNING)


def of_year(year: int, kind: str, names: set[str]) -> list[Observation]:
    """The year's figures; empty if the file of a year is missing or invalid in its first days."""
    try:
        return observations(table_of(year, kind), year, names)
    except SourceError:
        # The year before is fetched too and fails as well if the cause is not the new year.
        if parsing.today() <= date(year, 1, 10):
            return []
        raise


def observations(text: str, year: int, names: set[str]) -> list[Observation]:
    """Parses rows, newest first. Columns differ by year; a missing maturity gives no figures."""
    rows = csvtable.rows(NAME, text, ["Date"])
    if not rows:
        raise SourceError(f"{NAME} has no figures for {year}.")
    columns = [name for name in rows[0] if name.upper() in names]
    if not any(re.fullmatch(r"\d+ YR", name.upper()) for name in rows[0]):
        raise SourceError(f"{NAME} sent a table for {year} without any maturity.")
    series = []
    for row in rows:
        day = parsing.day_of(NAME, row["Date"], "%m/%d/%Y")
        if day.year != year:
            raise SourceError(f"{NAME} answered {year} with a row of {day.isoformat()}.")
        for name in columns:
            value = parsing.number(NAME, row[name])
            if value is not None:
                series.append(Observation(day.isoformat(), day, value))
    return series
