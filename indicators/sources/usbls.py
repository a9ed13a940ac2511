"""The US Bureau of Labor Statistics API, version 1, without a key: `USBLS:LNS14000000`."""

import re
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing
from indicators.sources.file_cache import FileCache

PREFIX = "USBLS"
ADDRESSES = {PREFIX: "https://api.bls.gov/publicAPI/v1"}
PARALLEL = 1
PAUSE_S = 0.0
HOURS = Hours("America/New_York", ("08:50",))
TERMS = _(
    "US government work: free to use. The office cannot vouch for the data once they have left its "
    "site. Without a key it answers 25 requests a day per address: the service fetches all rows in one request."
)

NAME = "Bureau of Labor Statistics"
# All requested series: CPI, core CPI, unemployment rate, payroll employment.
SERIES = ("CUUR0000SA0", "CUUR0000SA0L1E", "LNS14000000", "CES0000000001")
YEARS = 10  # the maximum without a key
# Covers all rows of one refresh, but not the next refresh, which must see a new release.
KEEP = timedelta(minutes=20)
answers: FileCache[dict[str, Any]] = FileCache()


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """At most ten years, monthly. One request fetches all of `SERIES` and is cached for the other rows."""
    if identifier not in SERIES:
        raise SourceError(f"{identifier!r} is none of {', '.join(SERIES)}.", permanent=True)
    document = answers.get(base_url(PREFIX), _post, keep=KEEP)
    return parsing.tidy(NAME, observations(document, identifier), since=since)


def _post() -> dict[str, Any]:
    year = parsing.today().year
    wanted = {"seriesid": list(SERIES), "startyear": str(year - YEARS + 1), "endyear": str(year)}
    reply = parsing.post(NAME, f"{base_url(PREFIX)}/timeseries/data/", wanted)
    document = parsing.json_of(NAME, reply.body)
    if document.get("status") != "REQUEST_SUCCEEDED":
        said = "; ".join(str(each)[:120] for each in _list(document.get("message"))[:3])
        raise SourceError(f"{NAME} does not answer today: {said or document.get('status')}.", refused=True)
    return document


def observations(document: dict[str, Any], identifier: str) -> list[Observation]:
    """Parses rows, newest first; M13 is the annual mean, "-" a month that was never published."""
    results = document.get("Results")
    listed = _list(results.get("series")) if isinstance(results, dict) else []
    found = [each for each in listed if isinstance(each, dict) and each.get("seriesID") == identifier]
    if len(found) != 1:
        raise SourceError(f"{NAME} sent no answer for {identifier}.")
    return [one for row in _list(found[0].get("data")) if (one := _observation(row))]


def _observation(row: object) -> Observation | None:
    if not isinstance(row, dict):
        raise SourceError(f"{NAME} sent a row of another shape than expected.")
    year, period = str(row.get("year")), str(row.get("period"))
    if not re.fullmatch(r"M(0[1-9]|1[0-3])", period, re.ASCII):
        raise SourceError(f"{NAME} has {period[:20]!r} where a month should be.")
    raw = row.get("value")
    value = None if raw == "-" or period == "M13" else parsing.number(NAME, raw)
    if value is None:
        return None
    month = parsing.period_of(NAME, f"{year}-{period[1:]}", "M")
    return Observation(month.label, month.end, value)


def _list(found: object) -> list[Any]:
    return found if isinstance(found, list) else []
