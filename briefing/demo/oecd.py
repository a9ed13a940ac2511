"""Serves the OECD's SDMX CSV: flow, dimensions, unordered months; 404 for missing series."""

from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import ends_of
from briefing.demo.tables import table
from briefing.demo.world import value

ROUTE = "oecd"
FLOW = "OECD.SDD.STES,DSD_STES@DF_CLI,4.1"
DIMENSIONS = ["REF_AREA", "FREQ", "MEASURE", "UNIT_MEASURE", "ACTIVITY", "ADJUSTMENT", "TRANSFORMATION",
              "TIME_HORIZ", "METHODOLOGY"]  # fmt: skip
COUNTRIES = ("USA", "JPN", "DEU", "ITA", "GBR", "CHN", "G4E")
BEHIND = timedelta(days=45)  # each country follows the cycle later than the previous one


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    flow, _slash, key = path.partition("/")
    codes = key.split(".")
    if flow != FLOW or len(codes) != len(DIMENSIONS) or codes[0] not in COUNTRIES:
        return SampleResponse("NoRecordsFound", "text/plain", 404)
    start = date.fromisoformat(f"{first(query, 'startPeriod', '2011-01')}-01")
    behind = BEHIND * COUNTRIES.index(codes[0])
    rows = [
        [FLOW, *codes, f"{day:%Y-%m}", value("cli", day - behind), "A", 0]
        for day in ends_of("cli", now, start)
    ]
    mixed = rows[1::2] + rows[::2]
    return table(["DATAFLOW", *DIMENSIONS, "TIME_PERIOD", "OBS_VALUE", "OBS_STATUS", "UNIT_MULT"], mixed)
