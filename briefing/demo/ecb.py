"""Answers in the shape of the ECB Data Portal's csvdata: a KEY, the flow's dimensions, then attributes."""

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
    "HICP": ["FREQ", "REF_AREA", "ADJUSTMENT", "HICP_ITEM", "STS_INSTITUTION", "HICP_SUFFIX"],
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
# Between the figure and the end of a row; the recorded exchange rates have these.
ATTRIBUTES = [
    "OBS_STATUS",
    "OBS_CONF",
    "OBS_PRE_BREAK",
    "OBS_COM",
    "TIME_FORMAT",
    "BREAKS",
    "COLLECTION",
    "COMPILING_ORG",
    "DISS_ORG",
    "DOM_SER_IDS",
    "PUBL_ECB",
    "PUBL_MU",
    "PUBL_PUBLIC",
    "UNIT_INDEX_BASE",
    "COMPILATION",
    "COVERAGE",
    "DECIMALS",
    "NAT_TITLE",
    "SOURCE_AGENCY",
    "SOURCE_PUB",
    "TITLE",
    "TITLE_COMPL",
    "UNIT",
    "UNIT_MULT",
]
# The first whose words are all in the flow and key gives the figures.
BANDS = (
    ("EXR USD", Band(1.06, 1.22, decimals=4, rough=1.5)),
    ("EXR GBP", Band(0.83, 0.89, decimals=4, rough=1.5)),
    ("EXR JPY", Band(155.0, 182.0, rough=1.5)),
    ("EXR CHF", Band(0.91, 0.99, decimals=4, rough=1.5)),
    ("EXR CNY", Band(7.6, 8.4, decimals=4, rough=1.5)),
    ("EXR", Band(0.9, 1.1, decimals=4, rough=1.5)),
    ("FM DFR", Band(1.75, 3.0, step=0.25, rough=0)),
    ("FM MRR_FR", Band(1.9, 3.15, step=0.25, rough=0)),
    ("FM", Band(1.8, 2.9, decimals=4, lag=2)),
    ("YC", Band(2.0, 3.4, decimals=6)),
    ("EST", Band(1.8, 2.9, decimals=3, rough=0.2)),
    ("CISS SS_CIN", Band(0.02, 0.34, decimals=4, rough=1.5, lag=4)),
    ("CISS", Band(0.02, 0.34, decimals=4, frozen=date(2025, 5, 23))),
    ("HICP", Band(0.6, 4.2, decimals=1, lag=18)),
    ("BSI", Band(0.5, 5.0, decimals=1, lag=28)),
    # One quarter late on purpose, so that a sample installation shows a stale row.
    ("BLS", Band(-10.0, 30.0, decimals=1, lag=140)),
)
FORMATS = {"D": "P1D", "B": "P1D", "M": "P1M", "Q": "P3M", "A": "P1Y"}


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
    wanted = first(query, "lastNObservations")
    rows = rows[-int(wanted) :] if wanted.isdecimal() and int(wanted) else rows
    if codes[0] not in FORMATS or not rows:
        return SampleResponse("No results found.", "text/plain", 404)
    full = first(query, "detail") != "dataonly"
    header = ["KEY", *DIMENSIONS[flow], "TIME_PERIOD", "OBS_VALUE", *(ATTRIBUTES if full else [])]
    tail = attributes(codes[0], band) if full else []
    return table(
        header,
        ([f"{flow}.{key}", *codes, period, figure, *tail] for period, figure in rows),
        content_type="text/csv",
    )


def points(flow: str, codes: list[str], *, band: Band, start: str, today: date) -> list[tuple[str, object]]:
    """Exchange rates have no row on a holiday; the stress index has one that says NaN."""
    frequency = "B" if codes[0] == "D" and flow in ("EXR", "CISS") else codes[0]
    if frequency not in FORMATS:
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


def attributes(frequency: str, band: Band) -> list[object]:
    known = {
        "OBS_STATUS": "A",
        "OBS_CONF": "F",
        "TIME_FORMAT": FORMATS[frequency],
        "COLLECTION": "A",
        "DECIMALS": band.decimals,
        "SOURCE_AGENCY": "4F0",
        "TITLE": "Sample data",
        "TITLE_COMPL": "Sample data, made up",
        "UNIT_INDEX_BASE": "2026=100",
        "UNIT": "SAMPLE",
        "UNIT_MULT": 0,
    }
    return [known.get(name, "") for name in ATTRIBUTES]
