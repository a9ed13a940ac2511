"""New York Fed reference rates: `NYFED:EFFR`, `NYFED:SOFR`, and the Fed's target range (`NYFED:TARGETTO`)."""

from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing

PREFIX = "NYFED"
ADDRESSES = {PREFIX: "https://markets.newyorkfed.org/api/rates"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("America/New_York", ("08:20", "09:20", "14:40"))
TERMS = _(
    "Free to show with the source line and the bank's notice, without a suggestion that it endorses the service; to "
    "refer to the rates in financial products needs more: read the Terms of Use for Rate Data on newyorkfed.org."
)

NAME = "New York Fed"
# By identifier: the rate's path, its type in the response, the key of the figure.
RATES = {
    "EFFR": ("unsecured/effr", "EFFR", "percentRate"),
    "SOFR": ("secured/sofr", "SOFR", "percentRate"),
    "TARGETFROM": ("unsecured/effr", "EFFR", "targetRateFrom"),
    "TARGETTO": ("unsecured/effr", "EFFR", "targetRateTo"),
}


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """One figure per business day, published on the next; a revised rate replaces the first one.

    `frequency` is not used.
    """
    if identifier not in RATES:
        raise SourceError(f"{identifier!r} is none of {', '.join(RATES)}.", permanent=True)
    path, kind, key = RATES[identifier]
    start = parsing.window_start(since).isoformat()
    url = f"{base_url(PREFIX)}/{path}/search.json?startDate={start}&endDate={parsing.today().isoformat()}"
    document = parsing.json_of(NAME, parsing.get(NAME, url).body)
    return parsing.tidy(NAME, observations(document, kind, key), since=since)


def observations(document: dict[str, Any], kind: str, key: str) -> list[Observation]:
    """Parses rows, newest first; skips other types such as SOFR averages, which are not daily rates."""
    rows = document.get("refRates")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise SourceError(f"{NAME} sent JSON without refRates.")
    series = []
    for row in rows:
        if row.get("type") == kind and (value := parsing.number(NAME, row.get(key))) is not None:
            day = parsing.day_of(NAME, str(row.get("effectiveDate")), "%Y-%m-%d")
            series.append(Observation(day.isoformat(), day, value))
    return series
