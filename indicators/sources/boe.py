"""The Bank of England's database: `BOE:IUDBEDR`, one series code."""

import re
from datetime import date

from django.utils.translation import gettext_lazy as _

from briefing.core import periods
from indicators.sources import Hours, Observation, SourceError, base_url, csvtable, parsing

PREFIX = "BOE"
ADDRESSES = {PREFIX: "https://www.bankofengland.co.uk/boeapps/database"}
PARALLEL = 1
PAUSE_S = 0.5
HOURS = Hours("Europe/London", ("10:20", "12:20", "17:20"))
TERMS = _("Bank of England database: free reuse with the source named.")

NAME = "Bank of England"
IDENTIFIER = re.compile(r"[A-Z0-9]{5,12}", re.ASCII)
# Errors are redirects to a page with the error number in its address.
ERROR_PAGE = re.compile(r"/ErrorPage\.asp\?(?:[^#]*&)?ei=(\d{1,6})", re.IGNORECASE)
UNKNOWN_CODE = 1131
REASONS = {
    905: "the first day asked for is too early",
    UNKNOWN_CODE: "it does not know the series code {code}",
    1809: "it turns this client away: its protection against robots refuses some networks and programs",
}
PATH = "_iadb-fromshowcolumns.asp?csv.x=yes&CSVF=TN&UsingCodes=Y&VPD=Y&VFD=N"


def fetch(identifier: str, *, since: date, frequency: str | None = None) -> list[Observation]:
    """The response is a table of DATE ("02 Jan 2026") and the code."""
    if not IDENTIFIER.fullmatch(identifier):
        raise SourceError(f"{identifier!r} is not a series code of the Bank of England.", permanent=True)
    start = parsing.window_start(since)
    first = f"{start.day:02}/{periods.MONTHS[start.month - 1].title()}/{start.year}"
    url = f"{base_url(PREFIX)}/{PATH}&Datefrom={first}&Dateto=now&SeriesCodes={identifier}"
    reply = parsing.get(NAME, url, headers=parsing.browser_like())
    refuse_error_page(reply.url, identifier)
    text = parsing.text_of(NAME, reply.body)
    return parsing.tidy(NAME, observations(text, identifier, frequency), since=since)


def refuse_error_page(url: str, code: str) -> None:
    """Raises SourceError with number and meaning if the address is that of an error page."""
    if found := ERROR_PAGE.search(url):
        number = int(found[1])
        reason = REASONS.get(number, "a reason that is not known here").format(code=code)
        raise SourceError(
            f"{NAME} answered with its error page (ErrorPage.asp?ei={number}): {reason}.",
            permanent=number == UNKNOWN_CODE,
            refused=number == 1809,
        )


def observations(text: str, code: str, frequency: str | None) -> list[Observation]:
    if "invalid series code" in text[:2000].lower():
        raise SourceError(f"{NAME} does not know the series code {code}.", permanent=True)
    series = []
    for row in csvtable.rows(NAME, text, ["DATE", code]):
        value = parsing.number(NAME, row[code])
        if value is not None:
            period = periods.of(day_of(row["DATE"]), frequency or "D")
            series.append(Observation(period.label, period.end, value))
    return series


def day_of(text: str) -> date:
    """Parses "02 Jan 2026", independent of the locale."""
    parts = text.split()
    try:
        day, name, year = parts
        return date(int(year), periods.MONTHS.index(name.upper()) + 1, int(day))
    except ValueError:
        raise SourceError(f"{NAME} has {text!r} where a date should be.") from None
