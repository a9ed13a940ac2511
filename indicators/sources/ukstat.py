"""ONS time series: `UKSTAT:<topic>/<cdid>/<dataset>`; the same cdid differs between datasets."""

import re
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing

PREFIX = "UKSTAT"
ADDRESSES = {PREFIX: "https://www.ons.gov.uk"}
PARALLEL = 1
PAUSE_S = 1.0
HOURS = Hours("Europe/London", ("07:20", "09:50", "12:20"))
TERMS = _("Open Government Licence v3.0; credit the Office for National Statistics.")

NAME = "ONS"
IDENTIFIER = re.compile(r"([a-z0-9/]+)/([a-z0-9]{2,8})/([a-z0-9]+)", re.IGNORECASE)
LISTS = {"M": "months", "Q": "quarters", "A": "years"}


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Months, quarters or years by `frequency`; without it the finest in the document."""
    shape = IDENTIFIER.fullmatch(identifier)
    if not shape:
        raise SourceError(f"{identifier!r} is not topic/cdid/dataset.", permanent=True)
    topic, cdid, dataset = (part.lower() for part in shape.groups())
    reply = parsing.get(NAME, f"{base_url(PREFIX)}/{topic}/timeseries/{cdid}/{dataset}/data")
    document = parsing.json_of(NAME, reply.body)
    return parsing.tidy(NAME, observations(document, cdid, frequency), since=since)


def observations(document: dict[str, Any], cdid: str, frequency: str | None) -> list[Observation]:
    refuse_strangers(document, cdid)
    name = list_name(document, frequency)
    series = []
    for row in document[name]:
        if not isinstance(row, dict) or not isinstance(row.get("date"), str) or "value" not in row:
            raise SourceError(f"{NAME} sent a row in {name!r} without date and value.")
        value = parsing.number(NAME, row["value"])
        if value is not None:
            period = parsing.period_of(NAME, row["date"], next(k for k, v in LISTS.items() if v == name))
            series.append(Observation(period.label, period.end, value))
    return series


def refuse_strangers(document: dict[str, Any], cdid: str) -> None:
    """Raises SourceError if a list is missing or the series is not the requested one."""
    if not all(isinstance(document.get(name), list) for name in LISTS.values()):
        raise SourceError(f"{NAME} sent no time series document (years, quarters, months are missing).")
    description = document.get("description")
    answered = description.get("cdid") if isinstance(description, dict) else None
    if isinstance(answered, str) and answered.lower() != cdid.lower():
        raise SourceError(
            f"{NAME} answered with series {answered} instead of {cdid.upper()}.", permanent=True
        )


def list_name(document: dict[str, Any], frequency: str | None) -> str:
    if frequency is None:
        return next((name for name in LISTS.values() if document[name]), "years")
    if frequency not in LISTS:
        raise SourceError(f"{NAME} has months, quarters and years, not {frequency}.", permanent=True)
    if not document[LISTS[frequency]]:
        there = ", ".join(name for name in LISTS.values() if document[name]) or "nothing"
        raise SourceError(f"{NAME} has no {LISTS[frequency]} for this series, only {there}.", permanent=True)
    return LISTS[frequency]
