"""Eurostat's statistics API: `EUSTAT:une_rt_m?freq=M&…&geo=IT`, one code in every dimension."""

import re
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from briefing.core import periods
from indicators.sources import Hours, Observation, SourceError, base_url, jsonstat, parsing

PREFIX = "EUSTAT"
ADDRESSES = {PREFIX: "https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data"}
PARALLEL = 3
PAUSE_S = 0.3
HOURS = Hours("Europe/Brussels", ("11:20", "23:20"))
TERMS = _("Reuse with the source named (CC BY 4.0): “Source: Eurostat”, the dataset and the date.")

NAME = "Eurostat"
IDENTIFIER = re.compile(r"([a-z0-9_$]+)\?([\w=&.+-]+)", re.IGNORECASE | re.ASCII)
FORECAST = "f"


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """`identifier` is dataset?dimension=code&…; the response is JSON-stat 2.0."""
    shape = IDENTIFIER.fullmatch(identifier)
    if not shape:
        raise SourceError(f"{identifier!r} is not dataset?dimension=code&….", permanent=True)
    dataset, filters = shape.groups()
    url = f"{base_url(PREFIX)}/{dataset}?format=JSON&lang=EN&{filters}"
    # The filter needs a period in the spelling of the frequency, known only if that is in the filter.
    if found := re.search(r"(?:^|&)freq=([DWMQSA])(?:&|$)", filters):
        url += f"&sinceTimePeriod={periods.label_of(parsing.window_start(since), found[1])}"
    document = parsing.json_of(NAME, data_of(parsing.get(NAME, url).body))
    return parsing.tidy(NAME, observations(document, frequency), since=since)


def data_of(body: bytes) -> bytes:
    """The body; raises SourceError for the SOAP fault with which some requests are rejected for size."""
    if b"Fault" in body[:2000] and body.lstrip().startswith(b"<"):
        found = re.search(rb"<faultstring[^>]*>(.{1,200}?)</", body, re.DOTALL)
        said = found[1].decode("utf-8", "replace").strip() if found else "no reason given"
        raise SourceError(f"{NAME} answered with a SOAP fault: {said}.")
    return body


def observations(document: dict[str, Any], frequency: str | None = None) -> list[Observation]:
    """The single series of a JSON-stat document, without forecasts (flag f)."""
    refuse_errors(document)
    series = []
    for code, raw, flag in jsonstat.read(document).series():
        value = parsing.number(NAME, raw)
        if value is not None and FORECAST not in flag:
            period = parsing.period_of(NAME, code, frequency)
            series.append(Observation(period.label, period.end, value))
    return series


def refuse_errors(document: dict[str, Any]) -> None:
    """Raises SourceError for errors and for deferred results; the latter come with HTTP 200."""
    for entry in entries(document.get("error")):
        status = entry.get("status")
        raise SourceError(
            f"{NAME} refuses the request: {entry.get('label', 'no reason given')} ({status}).",
            permanent=str(status) in ("400", "404"),
        )
    for entry in entries(document.get("warning")):
        label = entry.get("label", "no reason given")
        if "value" not in document:
            raise SourceError(f"{NAME} prepares the answer for later ({label}): ask again.")


def entries(part: object) -> list[dict[str, Any]]:
    parts = part if isinstance(part, list) else [part]
    return [entry for entry in parts if isinstance(entry, dict)]
