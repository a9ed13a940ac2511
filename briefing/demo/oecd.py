"""Answers in the shape of the OECD's SDMX csv: a flow, dimensions, months in no order; 404 for what it lacks."""

from datetime import date

from briefing.demo import Query, SampleResponse, first
from briefing.demo.figures import Band, month_ends, value
from briefing.demo.tables import table

ROUTE = "oecd"
FLOW = "OECD.SDD.STES,DSD_STES@DF_CLI,4.1"
DIMENSIONS = ["REF_AREA", "FREQ", "MEASURE", "UNIT_MEASURE", "ACTIVITY", "ADJUSTMENT", "TRANSFORMATION",
              "TIME_HORIZ", "METHODOLOGY"]  # fmt: skip
COUNTRIES = {"USA", "JPN", "DEU", "ITA", "GBR", "CHN", "G4E"}
BAND = Band(97.5, 102.0, decimals=4, rough=0.02, lag=40)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    flow, _slash, key = path.partition("/")
    codes = key.split(".")
    if flow != FLOW or len(codes) != len(DIMENSIONS) or codes[0] not in COUNTRIES:
        return SampleResponse("NoRecordsFound", "text/plain", 404)
    start = date.fromisoformat(f"{first(query, 'startPeriod', '2011-01')}-01")
    rows = [
        [FLOW, *codes, f"{day:%Y-%m}", value(f"cli {codes[0]}", day, BAND), "A", 0]
        for day in month_ends(max(start, date(2011, 1, 1)), BAND.last_day(today))
    ]
    mixed = rows[1::2] + rows[::2]
    return table(["DATAFLOW", *DIMENSIONS, "TIME_PERIOD", "OBS_VALUE", "OBS_STATUS", "UNIT_MULT"], mixed)
