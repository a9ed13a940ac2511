"""Bundesbank time series: `BUBA:<flow>/<key>`, one code in every place of the key."""

import re
from datetime import date

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing, sdmx

PREFIX = "BUBA"
ADDRESSES = {PREFIX: "https://api.statistiken.bundesbank.de/rest/data"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("Europe/Berlin", ("11:20", "17:20"))
TERMS = _("Free to use, including commercially, with “Source: Deutsche Bundesbank”.")

NAME = "Bundesbank"
DATED = re.compile(r'"?\d{4}-\d{2}', re.ASCII)
NO_VALUE = "no value available"
MOST_HEAD = 20  # maximum number of description lines
MOST_CELLS = 3  # period, figure, comment


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Requests as many observations as there are weekdays since the start: the API limits by number only."""
    sdmx.check_key(identifier)
    days = (parsing.today() - parsing.window_start(since)).days
    url = f"{base_url(PREFIX)}/{identifier}?format=csv&lang=en&lastNObservations={days * 5 // 7 + 10}"
    try:
        text = parsing.text_of(NAME, parsing.get(NAME, url).body)
    except SourceError as error:
        if error.status == 404:
            raise SourceError(f"{NAME} does not know the series {identifier}.", permanent=True) from error
        raise
    check_series(text, identifier)
    return parsing.tidy(NAME, observations(text, frequency), since=since)


def check_series(text: str, identifier: str) -> None:
    """Raises SourceError if the lines before the figures name another series than the requested one."""
    flow, _slash, key = identifier.partition("/")
    head = "\n".join(text.splitlines()[:MOST_HEAD])
    named = {name.removesuffix("_FLAGS") for name in re.findall(rf"\b{re.escape(flow)}\.[A-Z0-9_.]+", head)}
    if named - {f"{flow}.{key}"}:
        raise SourceError(f"{NAME} answered with another series than {flow}.{key}.")


def observations(text: str, frequency: str | None) -> list[Observation]:
    """The lines before the first date are a description. Holidays have "." and a comment."""
    lines = text.splitlines()
    first = next((place for place, line in enumerate(lines) if DATED.match(line)), len(lines))
    header = ",".join(("period", "value", "comment"))
    series = []
    for row in csvtable.rows(NAME, "\n".join([header, *(_padded(line) for line in lines[first:])])):
        value = None if _is_holiday(row) else parsing.number(NAME, row["value"])
        if value is not None:
            period = parsing.period_of(NAME, row["period"], frequency)
            series.append(Observation(period.label, period.end, value))
    return series


def _padded(line: str) -> str:
    """The line with an empty comment if it has none."""
    return line + "," * max(0, MOST_CELLS - 1 - line.count(","))


def _is_holiday(row: csvtable.Row) -> bool:
    return row["value"].strip() == "." or row["comment"].strip().lower() == NO_VALUE
