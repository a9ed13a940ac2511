"""Serves the ECB Data Portal's csvdata format, data only: a KEY, the flow's dimensions, the figure."""

from collections.abc import Callable
from datetime import date, datetime

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import ends, policy
from briefing.demo.tables import label, page, start_of, table
from briefing.demo.world import FIRST_DAY, value

ROUTE = "ecb"

MARKET = ["FREQ", "REF_AREA", "CURRENCY", "PROVIDER_FM", "INSTRUMENT_FM", "PROVIDER_FM_ID", "DATA_TYPE_FM"]
MONEY = ["FREQ", "REF_AREA", "ADJUSTMENT", "BS_REP_SECTOR", "BS_ITEM", "MATURITY_ORIG", "DATA_TYPE", "COUNT_AREA",
         "BS_COUNT_SECTOR", "CURRENCY_TRANS", "BS_SUFFIX"]  # fmt: skip
SURVEY = ["FREQ", "REF_AREA", "BANK_SELECTION", "BLS_ITEM", "BLS_CONTEXT", "BLS_SECTOR", "BLS_INSTRUMENT", "BLS_TERM",
          "BLS_TYPE", "BLS_MEASURE"]  # fmt: skip
DIMENSIONS = {
    "EXR": ["FREQ", "CURRENCY", "CURRENCY_DENOM", "EXR_TYPE", "EXR_SUFFIX"],
    "FM": MARKET,
    "YC": MARKET,
    "CISS": MARKET,
    "EST": ["FREQ", "BENCHMARK_ITEM", "DATA_TYPE_EST"],
    "BSI": MONEY,
    "BLS": SURVEY,
}
STRESS_STOPPED = date(2025, 5, 23)  # the older of the two indices


def exchange(currency: str, day: date) -> float:
    """Returns the price of a euro in the currency, at the source's precision."""
    if currency in ("GBP", "CHF"):
        return round(value(f"{currency.lower()}_per_eur", day), 5 if currency == "GBP" else 4)
    dollars = round(value("usd_per_eur", day), 4)
    if currency == "USD":
        return dollars
    return round(dollars * value(f"{currency.lower()}_per_usd", day), 2 if currency == "JPY" else 4)


def deposit(day: date) -> float:
    return policy("ECB", day)


Figure = Callable[[date], float]
# Words of flow and key, release, figure, last day; the first entry whose words all match is used.
SERIES: tuple[tuple[str, str, Figure, date | None], ...] = (
    *(
        (f"EXR {currency}", "fixing", lambda day, currency=currency: exchange(currency, day), None)
        for currency in ("USD", "GBP", "JPY", "CHF", "CNY")
    ),
    ("FM DFR", "us_same_day", deposit, None),
    ("FM EURIBOR3MD_", "euribor", lambda day: round(deposit(day) + value("euribor_over", day), 4), None),
    ("YC", "curve_eu", lambda day: round(value("de10", day) + 0.06, 6), None),
    ("EST", "curve_eu", lambda day: round(deposit(day) - 0.07, 3), None),
    ("CISS SS_CIN", "stress_eu", lambda day: value("ciss", day), None),
    ("CISS", "stress_eu", lambda day: value("ciss", day), STRESS_STOPPED),
    ("BSI", "money_eu", lambda end: value("m3_ea", end), None),
    ("BLS", "lending_eu", lambda end: value("bank_lending_eu", end), date(2026, 6, 30)),  # delayed on purpose
)


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` flow/key; a key with another number of dots is 400 with a web page, an unknown flow 404."""
    flow, _, key = path.partition("/")
    if flow not in DIMENSIONS:
        return SampleResponse("No results found.", "text/plain", 404)
    codes = key.split(".")
    if len(codes) != len(DIMENSIONS[flow]):
        return page(400, "Invalid series key")
    rows = points(flow, codes, start=first(query, "startPeriod", str(FIRST_DAY.year)), now=now)
    if not rows:
        return SampleResponse("No results found.", "text/plain", 404)
    header = ["KEY", *DIMENSIONS[flow], "TIME_PERIOD", "OBS_VALUE"]
    return table(header, ([f"{flow}.{key}", *codes, period, figure] for period, figure in rows))


def points(flow: str, codes: list[str], *, start: str, now: datetime) -> list[tuple[str, object]]:
    """Returns the figures by period: none on holidays, except that the stress index has NaN."""
    found = next((line for line in SERIES if set(line[0].split()) <= {flow, *codes}), None)
    if found is None:
        return []
    _words, release, figure, stops = found
    days = ends(release, now, start_of(start), stops)
    return [
        (label(day, codes[0]), "NaN" if flow == "CISS" and day.day == 24 else figure(day)) for day in days
    ]
