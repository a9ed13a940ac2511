"""Parses the CSV of SDMX services (ECB, BIS) by column name; other columns differ by flow. No network."""

import re

from indicators.sources import Observation, SourceError, csvtable, parsing

KEY = re.compile(r"[A-Z0-9_]+/[A-Z0-9_-]+(\.[A-Z0-9_-]+)*", re.IGNORECASE | re.ASCII)
# Observation status M, L, Q: missing or suppressed. E (estimate, flash) and P (provisional) are figures.
NOT_PUBLISHED = {"M", "L", "Q"}


def check_key(identifier: str) -> None:
    """Raises SourceError unless every place has one code: an empty place or a `+` would match several series."""
    if not KEY.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not flow/key with one code in every place.", permanent=True)


def observations(source: str, text: str, frequency: str | None) -> list[Observation]:
    """The single series of a CSV response; raises SourceError if a `KEY` column has several."""
    rows = csvtable.rows(source, text, ["TIME_PERIOD", "OBS_VALUE"])
    if len({row.get("KEY") for row in rows}) > 1:
        raise SourceError(f"{source} gives several series for this key: fill every place.", permanent=True)
    series = []
    for row in rows:
        value = parsing.number(source, row["OBS_VALUE"])
        if value is not None and row.get("OBS_STATUS", "").strip() not in NOT_PUBLISHED:
            period = parsing.period_of(source, row["TIME_PERIOD"], frequency)
            series.append(Observation(period.label, period.end, value))
    return series
