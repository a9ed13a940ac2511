"""Cboe index history: `CBOE:VIX`, `CBOE:VIX3M`; disabled unless the operator has read the terms."""

import re
from datetime import date

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing

PREFIX = "CBOE"
ADDRESSES = {PREFIX: "https://cdn.cboe.com/api/global/us_indices/daily_prices"}
PARALLEL = 1
PAUSE_S = 1.0
HOURS = Hours("America/New_York", ("16:50", "20:20"))
TERMS = _(
    "Copyright Cboe Exchange. Showing the figures to others may need Cboe's licence: read its terms of use "
    "before you set CBOE_ENABLED=true."
)

NAME = "Cboe"
IDENTIFIER = re.compile(r"[A-Z0-9]{2,12}", re.ASCII)


def enabled() -> bool:
    return bool(settings.CBOE_ENABLED)


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """The whole history is one table with DATE (MM/DD/YYYY) and CLOSE. Daily; `frequency` is not used."""
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not an index of Cboe.", permanent=True)
    url = f"{base_url(PREFIX)}/{identifier}_History.csv"
    text = parsing.text_of(NAME, parsing.get(NAME, url, headers=parsing.browser_like()).body)
    return parsing.tidy(NAME, observations(text, identifier), since=since)


def observations(text: str, identifier: str) -> list[Observation]:
    """The closing values; some indices have a single column under their own name instead of OHLC."""
    rows = csvtable.rows(NAME, text, ["DATE"])
    column = next((name for name in ("CLOSE", identifier) if rows and name in rows[0]), None)
    if rows and column is None:
        raise SourceError(f"{NAME} sent a table without CLOSE or {identifier}.")
    series = []
    for row in rows:
        value = parsing.number(NAME, row[column or ""])
        if value is not None:
            day = parsing.day_of(NAME, row["DATE"], "%m/%d/%Y")
            series.append(Observation(day.isoformat(), day, value))
    return series
