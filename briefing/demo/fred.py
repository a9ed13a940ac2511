"""Answers in the shape of FRED's API, and the series that the keyless CSV (fredgraph) serves as well."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

from briefing.demo import Query, SampleResponse, curve, first
from briefing.demo.figures import FIRST_DAY, Band, holiday, month_ends, value, weekdays

ROUTE = "fred"
JSON = "application/json; charset=UTF-8"

# Frequency (W5 is a week that ends on Friday, W3 on Wednesday, D7 each day of the week), band.
SERIES: dict[str, tuple[str, Band]] = {
    "NCBEILQ027S": ("Q", Band(7.6e7, 8.4e7, decimals=0, growth=0.08, lag=165)),
    "TNWMVBSNNCB": ("Q", Band(4.4e7, 4.8e7, decimals=0, growth=0.06, lag=165)),
    "BOGZ1FL153064486Q": ("Q", Band(30.0, 47.0, decimals=2, lag=165)),
    "BOGZ1FL663067003Q": ("Q", Band(7.0e5, 1.1e6, decimals=0, growth=0.05, lag=165)),
    "CPROFIT": ("Q", Band(3700.0, 3900.0, decimals=1, growth=0.06, lag=60)),
    "GDP": ("Q", Band(30800.0, 31200.0, decimals=1, growth=0.048, lag=30)),
    "DRTSCILM": ("Q", Band(-8.0, 26.0, decimals=1, lag=40)),
    "CPIAUCNS": ("M", Band(326.0, 330.0, decimals=3, growth=0.026, lag=13)),
    "UNRATE": ("M", Band(3.6, 5.2, decimals=1, rough=0.4, lag=6)),
    "M2SL": ("M", Band(22200.0, 22700.0, decimals=1, growth=0.045, lag=26)),
    "NFCI": ("W5", Band(-0.65, 0.25, decimals=5, lag=5)),
    # Stopped for five months on purpose, so that a sample installation shows a stale row.
    "STLFSI4": ("W5", Band(-1.1, 0.9, decimals=4, lag=150)),
    "WALCL": ("W3", Band(6.4e6, 7.2e6, decimals=0, lag=1)),
    "RRPONTSYD": ("D", Band(2.0, 190.0, decimals=3, rough=2)),
    "BAMLH0A0HYM2": ("D", Band(2.6, 5.4, rough=1.5)),
    "BAA10Y": ("D", Band(1.5, 3.0, rough=0.8)),
    "T10YIE": ("D", Band(1.9, 2.6, rough=0.8)),
    "DTWEXBGS": ("D", Band(114.0, 128.0, decimals=4, lag=3)),
    "DCOILBRENTEU": ("D", Band(58.0, 92.0, rough=1.8, lag=4)),
    "DCOILWTICO": ("D", Band(54.0, 88.0, rough=1.8, lag=4)),
    "CBBTCUSD": ("D7", Band(62000.0, 118000.0, growth=0.1, rough=2)),
    "DFEDTARU": ("D7", Band(3.25, 4.75, step=0.25, rough=0, lag=0)),
    "DFEDTARL": ("D7", Band(3.0, 4.5, step=0.25, rough=0, lag=0)),
    "VIXCLS": ("D", Band(11.0, 34.0, rough=3)),
}
LENGTHS = {"1MO": 1 / 12, "3MO": 0.25, "6MO": 0.5} | {
    str(years): float(years) for years in (1, 2, 3, 5, 7, 10, 20, 30)
}
DEFAULT = ("M", Band(1.0, 9.0, decimals=2, lag=35))
SINCE = {"BAMLH0A0HYM2": date(2023, 11, 20)}
# A shutdown kept the United States from publishing these months.
NEVER_PUBLISHED = {
    ("CPIAUCNS", date(2025, 10, 1)),
    ("UNRATE", date(2025, 10, 1)),
}


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is series/observations; mistakes are 400 with error_code and error_message."""
    if path != "series/observations":
        return refusal("Not Found. The requested path does not exist.", status=404)
    if not first(query, "api_key"):
        return refusal("Bad Request. The value for variable api_key is not registered.")
    if first(query, "file_type") != "json":
        return SampleResponse(
            '<?xml version="1.0"?><error code="400" message="Bad Request."/>', "text/xml", 400
        )
    name = first(query, "series_id")
    if not name.isalnum():
        return refusal("Bad Request. The series does not exist.")
    span = first(query, "observation_start", "1776-07-04"), first(query, "observation_end", "9999-12-31")
    return SampleResponse(json.dumps(document(name, today, span=span)), JSON)


def refusal(message: str, *, status: int = 400) -> SampleResponse:
    return SampleResponse(json.dumps({"error_code": status, "error_message": message}), JSON, status)


def document(name: str, today: date, *, span: tuple[str, str]) -> dict[str, object]:
    realtime = {"realtime_start": today.isoformat(), "realtime_end": today.isoformat()}
    rows = [
        realtime | {"date": day.isoformat(), "value": "." if figure is None else figure}
        for day, figure in points(name, today)
        if span[0] <= day.isoformat() <= span[1]
    ]
    return realtime | {
        "observation_start": span[0],
        "observation_end": span[1],
        "units": "lin",
        "output_type": 1,
        "file_type": "json",
        "order_by": "observation_date",
        "sort_order": "asc",
        "count": len(rows),
        "offset": 0,
        "limit": 100000,
        "observations": rows,
    }


def kind_of(name: str) -> tuple[str, Band]:
    if name.removeprefix("DGS") in LENGTHS or name.removeprefix("DFII") in LENGTHS or name.startswith("T10Y"):
        return "D", SERIES.get(name, DEFAULT)[1] if name == "T10YIE" else Band(0, 5)
    return SERIES.get(name, DEFAULT)


def points(name: str, today: date) -> Iterator[tuple[date, str | None]]:
    """(FRED's date, figure as text, or None on a holiday): periods are dated by their first day."""
    frequency, band = kind_of(name)
    for day, end in dates(frequency, SINCE.get(name, FIRST_DAY), band.last_day(today)):
        missing = (frequency == "D" and holiday(day)) or (name, day) in NEVER_PUBLISHED
        yield day, None if missing else f"{figure_of(name, end, band):.{band.decimals}f}"


def dates(frequency: str, start: date, last: date) -> Iterator[tuple[date, date]]:
    """(the date as shown, the end of the period)."""
    if frequency == "D":
        yield from ((day, day) for day in weekdays(start, last))
    elif frequency in ("M", "Q"):
        every = 1 if frequency == "M" else 3
        for end in month_ends(start, last, every=every):
            months = end.year * 12 + end.month - every
            yield date(months // 12, months % 12 + 1, 1), end
    else:
        weekday = {"W5": 4, "W3": 2}.get(frequency)
        for count in range((last - start).days + 1):
            day = start + timedelta(days=count)
            if weekday in (None, day.weekday()):
                yield day, day


def figure_of(name: str, day: date, band: Band) -> float:
    """Treasury yields and their spreads agree with the sample Treasury's."""
    if name in ("T10Y2Y", "T10Y3M"):
        return curve.us(10, day) - curve.us(2 if name == "T10Y2Y" else 0.25, day)
    if (length := LENGTHS.get(name.removeprefix("DGS"))) is not None:
        return curve.us(length, day)
    if (length := LENGTHS.get(name.removeprefix("DFII"))) is not None:
        return curve.us_real(length, day)
    return value(name, day, band)
