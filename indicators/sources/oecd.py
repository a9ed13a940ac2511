"""OECD composite leading indicators: `OECD:USA`, a three-letter country code; 100 is the long-run average."""

import re
from datetime import date

from django.utils.translation import gettext_lazy as _

from briefing.core.outside.http import FetchedResponse
from indicators.sources import Hours, Observation, SourceError, base_url, parsing, sdmx

PREFIX = "OECD"
ADDRESSES = {PREFIX: "https://sdmx.oecd.org/public/rest/data"}
PARALLEL = 1
PAUSE_S = 1.0
HOURS = Hours("Europe/Paris", ("12:20",))
TERMS = _("CC BY 4.0: free to use, including commercially, with the source named.")

NAME = "OECD"
IDENTIFIER = re.compile(r"[A-Z]{3}", re.ASCII)
# The version changes now and then; without one the service uses the latest.
FLOWS = ("OECD.SDD.STES,DSD_STES@DF_CLI,4.1", "OECD.SDD.STES,DSD_STES@DF_CLI")
# Monthly, leading indicator, index, adjusted in amplitude.
KEY = "{country}.M.LI.IX._Z.AA.IX._Z.H"


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """The response is unordered SDMX CSV. A second series would repeat a month, which is rejected."""
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not a country in three letters.", permanent=True)
    text = parsing.text_of(NAME, reply_for(identifier, parsing.window_start(since)).body)
    return parsing.tidy(NAME, sdmx.observations(NAME, text, frequency), since=since)


def reply_for(country: str, start: date) -> FetchedResponse:
    query = f"startPeriod={start:%Y-%m}&dimensionAtObservation=AllDimensions&format=csvfile"
    said = ""
    for flow in FLOWS:
        try:
            return parsing.get(NAME, f"{base_url(PREFIX)}/{flow}/{KEY.format(country=country)}?{query}")
        except SourceError as error:
            if error.status != 404:
                raise
            said = error.detail
    raise SourceError(f"{NAME} has no leading indicator for {country}.{said}", permanent=True, status=404)
