"""The ECB Data Portal: `ECB:<flow>/<key>`, one code in every place of the key."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, parsing, sdmx

PREFIX = "ECB"
ADDRESSES = {PREFIX: "https://data-api.ecb.europa.eu/service/data"}
PARALLEL = 2
PAUSE_S = 0.3
HOURS = Hours("Europe/Berlin", ("10:20", "12:20", "16:20", "17:20"))
TERMS = _("Free reuse, unaltered, with “Source: ECB statistics”.")

NAME = "ECB"
REFUSALS = {
    404: "has no results for this key: it is gone or misspelt",
    400: "cannot read this key: count its dots, the flow's structure sets their number",
}


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """`identifier` is flow/key; the response is csvdata, whose columns differ by flow."""
    sdmx.check_key(identifier)
    # Every frequency accepts a year as start; `dataonly` is a ninth of the size.
    start = parsing.window_start(since).year
    url = f"{base_url(PREFIX)}/{identifier}?format=csvdata&detail=dataonly&startPeriod={start}"
    try:
        reply = parsing.get(NAME, url)
    except SourceError as error:
        if reason := REFUSALS.get(error.status or 0):
            raise SourceError(
                f"{NAME} {reason}.{error.detail}", permanent=True, status=error.status
            ) from error
        raise
    text = parsing.text_of(NAME, reply.body)
    if not text.strip() or text.strip().lower().startswith("no results"):
        raise SourceError(f"{NAME} {REFUSALS[404]}.", permanent=True)
    return parsing.tidy(NAME, sdmx.observations(NAME, text, frequency), since=since)
