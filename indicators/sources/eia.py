"""Spot prices of the US Energy Information Administration: `EIA:RBRTE` (Brent), `EIA:RWTC` (WTI)."""

import re
from datetime import date

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing, workbook

PREFIX = "EIA"
ADDRESSES = {PREFIX: "https://www.eia.gov/dnav/pet/hist_xls"}
PARALLEL = 1
PAUSE_S = 1.0
HOURS = Hours("America/New_York", ("13:20",))
TERMS = _(
    "The office's own work is free to use. Its spot prices come from a commercial provider: read “Copyrights and "
    "reuse” on eia.gov before you redistribute them."
)

NAME = "Energy Information Administration"
IDENTIFIER = re.compile(r"[A-Z]{3,8}", re.ASCII)
SHEET = "Data 1"


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """The whole history is one .xls file, updated some days late. Daily; `frequency` is not used."""
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not a series of the {NAME}.", permanent=True)
    body = parsing.get(NAME, f"{base_url(PREFIX)}/{identifier}d.xls").body
    return parsing.tidy(NAME, observations(body, identifier), since=since)


def observations(body: bytes, identifier: str) -> list[Observation]:
    """The second row has the series, the third the columns; holidays are left out."""
    if parsing.is_html(body[:2000].decode("utf-8", "replace")):
        raise SourceError(f"{NAME} answered with a web page instead of data.")
    table = workbook.rows(NAME, body, SHEET)
    if len(table) < 3 or table[1][:2] != ["Sourcekey", identifier] or table[2][0] != "Date":
        raise SourceError(f"{NAME} sent a sheet that is not of {identifier}.")
    return [one for row in table[3:] if (one := _observation(row))]


def _observation(row: list[workbook.Cell]) -> Observation | None:
    if all(cell == "" for cell in row):
        return None
    day = row[0]
    if not isinstance(day, date):
        raise SourceError(f"{NAME} has {day!r} where a date should be.")
    value = parsing.number(NAME, row[1])
    return None if value is None else Observation(day.isoformat(), day, value)
