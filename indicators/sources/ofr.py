"""The Office of Financial Research's stress index: `OFR:FSI`; zero is average stress."""

from datetime import date

from django.utils.translation import gettext_lazy as _

from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing

PREFIX = "OFR"
ADDRESSES = {PREFIX: "https://www.financialresearch.gov/financial-stress-index/data"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("America/New_York", ("10:20", "16:20"))
TERMS = _("US government work: free to use, with credit to the office.")

NAME = "Office of Financial Research"
COLUMNS = {"FSI": "OFR FSI", "US": "United States"}


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """The whole history in one table, daily since 2000, two business days late; `frequency` is not used."""
    column = COLUMNS.get(identifier)
    if column is None:
        raise SourceError(f"{identifier!r} is none of {', '.join(COLUMNS)}.", permanent=True)
    text = parsing.text_of(NAME, parsing.get(NAME, f"{base_url(PREFIX)}/fsi.csv").body)
    return parsing.tidy(NAME, observations(text, column), since=since)


def observations(text: str, column: str) -> list[Observation]:
    series = []
    for row in csvtable.rows(NAME, text, ["Date", column]):
        value = parsing.number(NAME, row[column])
        if value is not None:
            day = parsing.day_of(NAME, row["Date"], "%Y-%m-%d")
            series.append(Observation(day.isoformat(), day, value))
    return series
