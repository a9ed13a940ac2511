"""BIS statistics: `BIS:<flow>/<key>`, for instance WS_CREDIT_GAP/Q.US.P.A.C."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from briefing.core.outside.http import FetchedResponse
from indicators.sources import Hours, Observation, SourceError, base_url, parsing, sdmx

PREFIX = "BIS"
ADDRESSES = {PREFIX: "https://stats.bis.org/api/v1/data"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("Europe/Zurich", ("10:20", "17:20"))
TERMS = _("Read the terms on bis.org before you redistribute these figures; name the BIS as their source.")

NAME = "BIS"


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """`identifier` is flow/key with one code in every place; the response is SDMX CSV without a key column.

    A second series would appear as a second figure for the same period, which is rejected.
    """
    sdmx.check_key(identifier)
    text = parsing.text_of(NAME, reply_for(identifier, parsing.window_start(since)).body)
    return parsing.tidy(NAME, sdmx.observations(NAME, text, frequency), since=since)


def reply_for(identifier: str, start: date) -> FetchedResponse:
    """Retries without `startPeriod`, since some flows reject it."""
    url = f"{base_url(PREFIX)}/{identifier}/all?format=csv"
    try:
        return parsing.get(NAME, f"{url}&startPeriod={start.year}")
    except SourceError as error:
        if error.status is None or not 400 <= error.status < 500 or error.status == 429:
            raise
    return parsing.get(NAME, url)
