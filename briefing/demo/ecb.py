"""Answers in the shape of the ECB Data Portal's csvdata, data alone: a KEY, the flow's dimensions, the figure."""

from datetime import date

from briefing.demo import Query, SampleResponse, curve, first, sdmx
from briefing.demo.figures import FIRST_DAY, Band, holiday
from briefing.demo.tables import page, table

ROUTE = "ecb"

MARKET = ["FREQ", "REF_AREA", "CURRENCY", "PROVIDER_FM", "INSTRUMENT_FM", "PROVIDER_FM_ID", "DATA_TYPE_FM"]
DIMENSIONS = {
    "EXR": ["FREQ", "CURRENCY", "CURRENCY_DENOM", "EXR_TYPE", "EXR_SUFFIX"],
    "FM": MARKET,
    "YC": MARKET,
    "CISS": MARKET,
    "EST": ["FREQ", "BENCHMARK_ITEM", "DATA_TYPE_EST"],
    "BSI": [
        "FREQ",
        "REF_AREA",
        "ADJUSTMENT",
        "BS_REP_SECTOR",
        "BS_ITEM",
        "MATURITY_ORIG",
        "DATA_TYPE",
        "COUNT_AREA",
        "BS_COUNT_SECTOR",
        "CURRENCY_TRANS",
        "BS_SUFFIX",
    ],
    "BLS": [
        "FREQ",
        "REF_AREA",
        "BANK_SELECTION",
        "BLS_ITEM",
        "BLS_CONTEXT",
        "BLS_SECTOR",
        "BLS_INSTRUMENT",
        "BLS_TERM",
        "BLS_TYPE",
        "BLS_MEASURE",
    ],
}
# The first whose words are all in the flow and key gives the figures.
BANDS = (
    ("EXR USD", Band(1.06, 1.22, decimals=4, rough=1.5)),
    ("EXR GBP", Band(0.83, 0.89, decimals=4, rough=1.5)),
    ("EXR JPY", Band(155.0, 182.0, rough=1.5)),
    ("EXR CHF", Band(0.91, 0.99, decimals=4, rough=1.5)),
    ("EXR CNY", Band(7.6, 8.4, decimals=4, rough=1.5)),
    ("EXR", Band(0.9, 1.1, decimals=4, rough=1.5)),
    ("FM DFR", Band(1.75, 3.0, step=0.25, rough=0)),
    ("FM", Band(1.8, 2.9, decimals=4, lag=2)),
    ("YC", Band(2.0, 3.4, decimals=6)),
    ("EST", Band(1.8, 2.9, decimals=3, rough=0.2)),
    ("CISS SS_CIN", Band(0.02, 0.34, decimals=4, rough=1.5, lag=4)),
    ("CISS", Band(0.02, 0.34, decimals=4, frozen=date(2025, 5, 23))),
    ("BSI", Band(0.5, 5.0, decimals=1, lag=28)),
    # One quarter late on purpose, so that a sample installation shows a stale row.
    ("BLS", Band(-10.0, 30.0, decimals=1, lag=140)),
)
FREQUENCIES = {"D", "B", "M", "Q", "A"}


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is flow/key. A key with another number of dots is 400 with a web page, an unknown flow 404."""
    flow, _, key = path.partition("/")
    if flow not in DIMENSIONS:
        return SampleResponse("No results found.", "text/plain", 404)
    codes = key.split(".")
    if len(codes) != len(DIMENSIONS[flow]):
        return page(400, "Invalid series key")
    band = next(band for words, band in BANDS if set(words.split()) <= {flow, *codes})
    rows = list(
        points(flow, codes, band=band, start=first(query, "startPeriod", str(FIRST_DAY.year)), today=today)
    )
    if not rows:
        return SampleResponse("No results found.", "text/plain", 404)
    header = ["KEY", *DIMENSIONS[flow], "TIME_PERIOD", "OBS_VALUE"]
    return table(header, ([f"{flow}.{key}", *codes, period, figure] for period, figure in rows))


def points(flow: str, codes: list[str], *, band: Band, start: str, today: date) -> list[tuple[str, object]]:
    """Exchange rates have no row on a holiday; the stress index has one that says NaN."""
    frequency = "B" if codes[0] == "D" and flow in ("EXR", "CISS") else codes[0]
    if frequency not in FREQUENCIES:
        return []
    rows: list[tuple[str, object]] = []
    for period, day, figure in sdmx.points(".".join(codes), frequency, band, start=start, today=today):
        if flow == "YC" and codes[-1].startswith("SR_10Y"):
            rows.append((period, curve.europe("DE", day, decimals=6)))
        elif flow == "CISS" and day.day == 24:
            rows.append((period, "NaN"))
        elif not (flow == "EXR" and holiday(day)):
            rows.append((period, figure))
    return rows
