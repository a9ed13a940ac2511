"""Serves the BIS's SDMX CSV format: no key column, dimensions first."""

from datetime import date, datetime

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import ends_of, every_day, policy
from briefing.demo.tables import label, start_of, table
from briefing.demo.world import FIRST_DAY, value

ROUTE = "bis"

DIMENSIONS = {
    "WS_CREDIT_GAP": ["FREQ", "BORROWERS_CTY", "TC_BORROWERS", "TC_LENDERS", "CG_DTYPE"],
    "WS_SPP": ["FREQ", "REF_AREA", "VALUE", "UNIT_MEASURE"],
    "WS_CBPOL": ["FREQ", "REF_AREA"],
}
BANKS = {
    "JP": "BOJ",
    "CH": "SNB",
    "CA": "BOC",
    "US": "FOMC",
    "XM": "ECB",
    "GB": "BOE",
    "AU": "RBA",
    "NZ": "RBNZ",
}
TREND = 155.0  # of credit, in per cent of GDP
DECIMALS = {"WS_CREDIT_GAP": 1, "WS_SPP": 4, "WS_CBPOL": 4}
BEFORE = ["COLLECTION", "DECIMALS", "UNIT_MULT", "TIME_FORMAT", "TITLE_TS"]
AFTER = ["OBS_STATUS", "OBS_CONF", "OBS_PRE_BREAK"]
REFUSES_START = {"WS_SPP"}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` flow/key/all."""
    flow, _, rest = path.partition("/")
    codes = rest.removesuffix("/all").split(".")
    frequency = "D" if flow == "WS_CBPOL" else "Q"
    if flow not in DIMENSIONS or len(codes) != len(DIMENSIONS[flow]) or codes[0] != frequency:
        return SampleResponse("<error>No results found</error>", "application/xml", 404)
    if "startPeriod" in query and flow in REFUSES_START:
        return SampleResponse("<error>startPeriod is not supported here</error>", "application/xml", 400)
    start = start_of(first(query, "startPeriod", str(FIRST_DAY.year)))
    days = (
        every_day("policy_rates", now, start)
        if frequency == "D"
        else ends_of(series_of(flow, codes), now, start)
    )
    described = [*codes, "E", DECIMALS[flow], 0, "", "Sample data"]
    rows = []
    for day in days:  # starts with missing figures, spelt as the source does
        missing = day.year == FIRST_DAY.year
        figure = "NaN" if missing else round(figure_of(flow, codes, day), DECIMALS[flow])
        rows.append([*described, label(day, frequency), figure, "M" if missing else "A", "F", ""])
    return table([*DIMENSIONS[flow], *BEFORE, "TIME_PERIOD", "OBS_VALUE", *AFTER], rows)


def series_of(flow: str, codes: list[str]) -> str:
    if flow == "WS_SPP":
        return "houses_us"
    return f"gap_{codes[1] if codes[1] in ('US', 'XM') else 'XM'}"


def figure_of(flow: str, codes: list[str], day: date) -> float:
    """Returns a flow's figure; a credit gap's is credit (A) minus its trend (B)."""
    if flow == "WS_CBPOL":
        return policy(BANKS.get(codes[1], "ECB"), day)
    figure = value(series_of(flow, codes), day)
    return figure + {"A": TREND, "B": TREND - figure}.get(codes[-1], 0.0)
