"""Answers in the shape of the BIS's SDMX csv: no key column, the dimensions first."""

from datetime import date

from briefing.demo import Query, SampleResponse, first, sdmx
from briefing.demo.figures import FIRST_DAY, Band
from briefing.demo.tables import table

ROUTE = "bis"

DIMENSIONS = {
    "WS_CREDIT_GAP": ["FREQ", "BORROWERS_CTY", "TC_BORROWERS", "TC_LENDERS", "CG_DTYPE"],
    "WS_SPP": ["FREQ", "REF_AREA", "VALUE", "UNIT_MEASURE"],
    "WS_CBPOL": ["FREQ", "REF_AREA"],
}
BANDS = (
    ("WS_CREDIT_GAP C", Band(-16.0, 6.0, decimals=1, rough=0.3, lag=150)),  # the gap; A and B are levels
    ("WS_CREDIT_GAP", Band(140.0, 165.0, decimals=1, rough=0.3, lag=150)),
    ("WS_SPP 628", Band(124.0, 134.0, decimals=4, growth=0.02, lag=120)),
    ("WS_SPP", Band(-2.0, 7.0, decimals=4, lag=120)),
    ("WS_CBPOL", Band(2.0, 4.5, decimals=4, step=0.25, rough=0, lag=10)),
)
BEFORE = ["COLLECTION", "DECIMALS", "UNIT_MULT", "TIME_FORMAT", "TITLE_TS"]
AFTER = ["OBS_STATUS", "OBS_CONF", "OBS_PRE_BREAK"]
REFUSES_START = {"WS_SPP"}


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is flow/key/all."""
    flow, _, rest = path.partition("/")
    key = rest.removesuffix("/all")
    codes = key.split(".")
    if flow not in DIMENSIONS or len(codes) != len(DIMENSIONS[flow]) or codes[0] not in (*sdmx.EVERY, "D"):
        return SampleResponse("<error>No results found</error>", "application/xml", 404)
    if "startPeriod" in query and flow in REFUSES_START:
        return SampleResponse("<error>startPeriod is not supported here</error>", "application/xml", 400)
    band = next(band for words, band in BANDS if set(words.split()) <= {flow, *codes})
    start = first(query, "startPeriod", str(FIRST_DAY.year))
    oldest = f"{FIRST_DAY.year}"  # begins with figures that are missing, in the source's spelling
    rows = [
        [*codes, "E", band.decimals, 0, "", "Sample data", period, figure, "A", "F", ""]
        if not period.startswith(oldest)
        else [*codes, "E", band.decimals, 0, "", "Sample data", period, "NaN", "M", "F", ""]
        for period, _day, figure in sdmx.points(f"{flow} {key}", codes[0], band, start=start, today=today)
    ]
    return table([*DIMENSIONS[flow], *BEFORE, "TIME_PERIOD", "OBS_VALUE", *AFTER], rows)
