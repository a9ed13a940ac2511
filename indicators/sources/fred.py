"""FRED of the St. Louis Fed: `FRED:DGS10`; JSON with an API key, or without one the CSV of the graph page."""

import re
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from briefing.core import periods
from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing

PREFIX = "FRED"
ADDRESSES = {PREFIX: "https://api.stlouisfed.org/fred", "FREDGRAPH": "https://fred.stlouisfed.org/graph"}
PARALLEL = 2
PAUSE_S = 0.5
HOURS = Hours("America/Chicago", ("07:50", "09:20", "15:50", "17:20"))
TERMS = _(
    "Each operator needs a key of their own. This product uses the FRED API but is not endorsed or certified "
    "by the Federal Reserve Bank of St. Louis. Series marked copyrighted (ICE, Cboe, S&P, Moody's) need "
    "their owner's permission beyond personal use."
)

NAME = "FRED"
IDENTIFIER = re.compile(r"[A-Z0-9_]{1,40}", re.ASCII)
# Blocked clients get no response from the keyless address, so waiting longer does not help.
KEYLESS_DEADLINE_S = 8.0
LATEST = "9999-12-31"  # the end of the real-time period of a value that still holds
DATE_COLUMNS = ("observation_date", "DATE")


def enabled() -> bool:
    return bool(settings.FRED_API_KEY or settings.FRED_KEYLESS)


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """Uses the API if there is a key; falls back to the keyless CSV if that is allowed."""
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not a series of FRED.", permanent=True)
    keyless = settings.FRED_KEYLESS or (settings.SAMPLE_DATA and not settings.FRED_API_KEY)
    if not (settings.FRED_API_KEY or keyless):
        raise SourceError("FRED needs FRED_API_KEY, or FRED_KEYLESS=true.", permanent=True)
    start = parsing.window_start(since)
    if not settings.FRED_API_KEY:
        figures = from_graph(identifier, start)
    else:
        try:
            figures = from_api(identifier, start)
        except SourceError as error:
            if error.permanent or not keyless:
                raise
            figures = from_graph(identifier, start)
    return parsing.tidy(NAME, in_periods(figures, frequency), since=since)


def vintages(identifier: str, *, since: date, after: date, frequency: str) -> dict[str, tuple[float, date]]:
    """The values published after a day, with ALFRED's dates; {} without a key, or for a series that it lacks.

    FRED cuts each real-time period to the requested one, so a value that was there on its first day is left out. One
    request; a year holds far fewer vintages than the 2,000 that FRED allows in one.
    """
    if not settings.FRED_API_KEY or not IDENTIFIER.fullmatch(identifier):
        return {}
    start = max(after, parsing.today() - timedelta(days=366)).isoformat()
    query = _query(identifier, parsing.window_start(since)) | {
        "realtime_start": start,
        "realtime_end": LATEST,
    }
    try:
        reply = parsing.get(NAME, f"{base_url(PREFIX)}/series/observations?{urlencode(query)}")
    except SourceError as error:
        if error.status != 400:
            raise
        return {}  # "does not exist in ALFRED": the same series was just fetched without a real-time period
    rows = _rows(parsing.json_of(NAME, reply.body))
    try:
        current = [row for row in rows if row["realtime_end"] == LATEST and row["realtime_start"] > start]
        dated = figures_of((row["date"], row["value"]) for row in current)
        days = {row["date"]: parsing.day_of(NAME, row["realtime_start"], "%Y-%m-%d") for row in current}
    except (KeyError, TypeError):
        raise SourceError(f"{NAME} sent an observation without real-time dates.") from None
    return {periods.of(day, frequency).label: (value, days[day.isoformat()]) for day, value in dated.items()}


def _query(identifier: str, start: date) -> dict[str, str]:
    return {
        "series_id": identifier,
        "api_key": settings.FRED_API_KEY,
        "file_type": "json",
        "observation_start": start.isoformat(),
        "observation_end": parsing.today().isoformat(),
    }


def from_api(identifier: str, start: date) -> dict[date, float]:
    query = _query(identifier, start)
    try:
        reply = parsing.get(NAME, f"{base_url(PREFIX)}/series/observations?{urlencode(query)}")
    except SourceError as error:
        if error.status != 400:
            raise
        raise SourceError(
            f"{NAME} refuses {identifier}: the series does not exist, or FRED_API_KEY is not a valid key."
            f"{error.detail}",
            permanent=True,
            status=400,
        ) from None
    return of_document(parsing.json_of(NAME, reply.body))


def of_document(document: dict[str, Any]) -> dict[date, float]:
    rows = _rows(document)
    try:
        return figures_of((row["date"], row["value"]) for row in rows)
    except KeyError:
        raise SourceError(f"{NAME} sent an observation without date or value.") from None


def _rows(document: dict[str, Any]) -> list[dict[str, Any]]:
    if "error_message" in document:
        raise SourceError(f"{NAME} refuses the request: {document['error_message']}", permanent=True)
    rows = document.get("observations")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise SourceError(f"{NAME} sent JSON without observations.")
    if document.get("count", len(rows)) != len(rows):
        raise SourceError(f"{NAME} sent {len(rows)} of {document['count']} observations.")
    return rows


def from_graph(identifier: str, start: date) -> dict[date, float]:
    query = {"id": identifier, "cosd": start.isoformat(), "coed": parsing.today().isoformat()}
    url = f"{base_url('FREDGRAPH')}/fredgraph.csv?{urlencode(query)}"
    reply = parsing.get(NAME, url, deadline_s=KEYLESS_DEADLINE_S, attempts=1)
    return of_table(parsing.text_of(NAME, reply.body), identifier)


def of_table(text: str, identifier: str) -> dict[date, float]:
    """The first column was called DATE until mid-2025, observation_date since."""
    rows = csvtable.rows(NAME, text, [identifier])
    named = next((name for name in DATE_COLUMNS if rows and name in rows[0]), None)
    if rows and named is None:
        raise SourceError(f"{NAME} sent a table without {' or '.join(DATE_COLUMNS)}.")
    return figures_of((row[named], row[identifier]) for row in rows if named)


def figures_of(pairs: Any) -> dict[date, float]:
    figures: dict[date, float] = {}
    for text, raw in pairs:
        value = parsing.number(NAME, raw)
        if value is not None:
            day = parsing.day_of(NAME, str(text), "%Y-%m-%d")
            if day in figures:
                raise SourceError(f"{NAME} gives {day.isoformat()} twice.")
            figures[day] = value
    return figures


def in_periods(figures: dict[date, float], frequency: str | None) -> list[Observation]:
    """Converts FRED's dates: months, quarters and years are dated by their first day.

    The period follows from `frequency`, else from the spacing. Weekly series are dated by the last day of their week
    and keep it.
    """
    spaced = periods.spacing(list(figures))
    wanted = frequency or spaced
    within_periods = wanted in "MQA" and any(day.day != 1 for day in figures)
    if spaced not in ("D", wanted) or within_periods:
        raise SourceError(
            f"{NAME}'s dates are not those of a series with frequency {wanted}: correct the row.",
            permanent=True,
        )
    labels = (periods.of(day, wanted) for day in figures)
    return [
        Observation(period.label, period.end, value)
        for period, value in zip(labels, figures.values(), strict=True)
    ]
