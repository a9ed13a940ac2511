"""The World Bank's monthly commodity prices (Pink Sheet): `PINK:GOLD`, `PINK:FOOD`."""

import re
from datetime import date, timedelta
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing, workbook
from indicators.sources.file_cache import FileCache

PREFIX = "PINK"
DOCUMENTS = "PINKDOCS"
ADDRESSES = {
    PREFIX: "https://www.worldbank.org/en/research/commodity-markets",
    DOCUMENTS: "https://thedocs.worldbank.org",
}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("America/New_York", ("11:20",))
TERMS = _(
    "CC BY 4.0 in the bank's catalogue; the file names the exchanges and publishers that some prices come from: read "
    "them before you redistribute the figures."
)

NAME = "World Bank"
# By identifier: the sheet and the column heading.
COLUMNS = {
    "GOLD": ("Monthly Prices", "Gold"),
    "COPPER": ("Monthly Prices", "Copper"),
    "GASEU": ("Monthly Prices", "Natural gas, Europe"),
    "FOOD": ("Monthly Indices", "Food"),
}
LINK = re.compile(
    r"https://thedocs\.worldbank\.org(/[\w./-]{1,200}/CMO-Historical-Data-Monthly\.xlsx)", re.ASCII
)
MONTH = re.compile(r"\d{4}M\d{2}", re.ASCII)
MISSING = ("…", "...", "..")
DEADLINE_S = 40.0
KEEP = timedelta(minutes=20)
files: FileCache[bytes] = FileCache()


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Finds the year's file on the bank's page; it holds all series since 1960 and is cached for the other rows.

    Published early in the following month. Monthly; `frequency` is not used.
    """
    if identifier not in COLUMNS:
        raise SourceError(f"{identifier!r} is none of {', '.join(COLUMNS)}.", permanent=True)
    body = files.get(base_url(PREFIX), _file, keep=KEEP)
    return parsing.tidy(NAME, observations(body, *COLUMNS[identifier]), since=since)


def _file() -> bytes:
    page = parsing.get(NAME, base_url(PREFIX), deadline_s=DEADLINE_S).body.decode("utf-8", "replace")
    found = LINK.search(page)
    if not found:
        raise SourceError(f"{NAME}: {urlsplit(base_url(PREFIX)).path} no longer links to the monthly prices.")
    return parsing.get(NAME, f"{base_url(DOCUMENTS)}{found[1]}", deadline_s=DEADLINE_S).body


def observations(body: bytes, sheet: str, name: str) -> list[Observation]:
    """Parses months ("1960M01") in the first column; the headings are in a row above, some with a star."""
    table = workbook.rows(NAME, body, sheet)
    first = next((place for place, row in enumerate(table) if row and MONTH.fullmatch(str(row[0]))), None)
    if first is None:
        raise SourceError(f"{NAME} sent a sheet {sheet!r} without months.")
    columns = {
        place for row in table[:first] for place, cell in enumerate(row) if str(cell).strip(" *") == name
    }
    if len(columns) != 1:
        raise SourceError(f"{NAME} has {len(columns)} columns called {name!r} in {sheet!r}.")
    [column] = columns
    return [one for row in table[first:] if (one := _observation(row, column))]


def _observation(row: list[workbook.Cell], column: int) -> Observation | None:
    """None for an empty line, a note below the table, or a month without a figure."""
    if not MONTH.fullmatch(str(row[0])):
        return None
    raw = row[column]
    value = None if str(raw).strip() in MISSING else parsing.number(NAME, raw)
    if value is None:
        return None
    month = parsing.period_of(NAME, str(row[0]), "M")
    return Observation(month.label, month.end, value)
