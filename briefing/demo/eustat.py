"""Serves Eurostat's statistics API: JSON-stat 2.0 with sparse values and an empty start of the time axis."""

import itertools
import json
from collections.abc import Callable
from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse, curve, first
from briefing.demo.releases import EVERY, last_out, schedule
from briefing.demo.tables import label
from briefing.demo.world import FIRST_DAY, a_year_before, month_ends, value

ROUTE = "eustat"
JSON = "application/json;charset=UTF-8"
NAMES = {"M": "Monthly", "Q": "Quarterly", "A": "Annual"}
NOT_DIMENSIONS = {"format", "lang", "sinceTimePeriod"}
FROZEN_AT = date(2025, 12, 31)  # when the tables and country groups really stopped
# Removed codes by data set: the response is 200 without values. CP00 still works in the older data sets.
NO_DATA = {"prc_hicp_minr": {"CP00"}}
NO_DATA_ANYWHERE = {"NAP"}
EURO_AREA = {"EA", "EA19", "EA20", "EA21"}  # treated as one place with the same figures
# Inflation above the euro area's, in percentage points.
OVER = {"IT": -0.5, "DE": 0.1, "FR": -0.6, "ES": 0.5, "AT": 0.8, "SI": 0.3, "FI": -0.4, "EE": 1.2, "HR": 1.1,
        "IE": -0.2, "PT": 0.1, "GR": 0.6, "BE": 0.4}  # fmt: skip
SERVICES_SHARE = 0.64  # of core
Figure = Callable[[list[str], date], float]


def inflation(codes: list[str], end: date) -> float:
    """Returns inflation: core lies between services and goods, and the rest of the total is energy and food."""
    geo = codes[-1]
    over = 0.0 if geo in EURO_AREA else OVER.get(geo, 0.0) + value("hicp_place", _later(end, geo))
    core = value("core_ea", end) + over
    services = core + value("services_over", end)
    if "TOT_X_NRG_FOOD" in codes:
        return round(core, 1)
    if "SERV" in codes:
        return round(services, 1)
    if "IGD_NNRG" in codes:
        return round((core - SERVICES_SHARE * services) / (1 - SERVICES_SHARE), 1)
    return round(value("hicp_ea", end) + over, 1)


def _later(end: date, geo: str) -> date:
    """Returns a later day, so that each place has another part of the same noise."""
    return end + timedelta(days=997 * (ord(geo[0]) - 64) + 397 * (ord(geo[-1]) - 64))


def _line(stem: str, places: str = "ea") -> Figure:
    """Returns a figure from the table's line for the given places, and from the euro area's for all others."""

    def figure(codes: list[str], end: date) -> float:
        geo = codes[-1].lower()
        return value(f"{stem}_{geo if geo in places.split() else 'ea'}", end)

    return figure


def _unemployment(codes: list[str], end: date) -> float:
    return _line("youth" if "Y_LT25" in codes else "unemployment", "ea it")(codes, end)


def _houses(codes: list[str], end: date) -> float:
    """Returns the index, or with the unit RCH_A its change over a year in per cent."""
    index = _line("houses", "ea it")
    if "RCH_A" not in codes:
        return index(codes, end)
    return round((index(codes, end) / index(codes, a_year_before(end)) - 1) * 100, 1)


# By data set: release, decimals and figure.
SETS: dict[str, tuple[str, int, Figure]] = {
    "prc_hicp_minr": ("hicp", 1, inflation),
    "prc_hicp_manr": ("hicp", 1, inflation),
    "une_rt_m": ("unemployment_eu", 1, _unemployment),
    "namq_10_gdp": ("gdp_eu", 1, _line("gdp")),
    "sts_inpr_m": ("production_eu", 1, _line("production")),
    "sts_trtu_m": ("retail_eu", 1, _line("retail")),
    "ei_bssi_m_r2": ("sentiment_eu", 1, _line("esi")),
    "gov_10q_ggdebt": ("debt_eu", 1, lambda codes, end: value("debt_it", end)),
    "irt_lt_mcby_m": ("yields_eu", 2, lambda codes, end: curve.europe_month(codes[-1], end)),
    "prc_hpi_q": ("houses_eu", 2, _houses),
}
STOPPED = {"prc_hicp_manr"}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` as the data set and `query` as its filters; a repeated filter gives several series."""
    if path not in SETS:
        return refusal(404, f"Dataset not found: {path}")
    frequency = schedule(SETS[path][0]).every
    if first(query, "freq", frequency) != frequency:
        return refusal(400, f"No data for freq={first(query, 'freq')}")
    dimensions = {"freq": [frequency]} | {
        name: list(codes) for name, codes in query.items() if name not in NOT_DIMENSIONS
    }
    return SampleResponse(json.dumps(document(path, dimensions, query=query, now=now)), JSON)


def refusal(status: int, label: str) -> SampleResponse:
    return SampleResponse(
        json.dumps({"error": [{"status": status, "id": 100, "label": label}]}), JSON, status
    )


def document(
    dataset: str, dimensions: dict[str, list[str]], *, query: Query, now: datetime
) -> dict[str, object]:
    release, decimals, figure = SETS[dataset]
    frequency = dimensions["freq"][0]
    rows = list(itertools.product(*dimensions.values()))
    lasts = [last_day(dataset, codes, now) for codes in rows]
    since = first(query, "sinceTimePeriod")
    ends = [
        end
        for end in month_ends(FIRST_DAY - timedelta(days=365), max(lasts), every=EVERY[frequency])
        if since <= label(end, frequency)
    ]
    gone = NO_DATA.get(dataset, set()) | NO_DATA_ANYWHERE
    dead = not gone.isdisjoint(itertools.chain(*dimensions.values()))
    values, status = {}, {}
    for row, codes in enumerate([] if dead else rows):
        for column, end in enumerate(ends):
            if end < FIRST_DAY or end > lasts[row]:
                continue  # the start of the axis is empty
            place = str(row * len(ends) + column)
            values[place] = round(figure(list(codes), end), decimals)
            if end == ends[-1] and frequency != "M":
                status[place] = "p"
    axes = {name: ([] if gone.intersection(codes) else codes) for name, codes in dimensions.items()}
    axes["time"] = [label(end, frequency) for end in ends]
    parts: dict[str, object] = {
        "version": "2.0",
        "class": "dataset",
        "label": f"Sample of {dataset}",
        "source": "ESTAT",
        "updated": f"{schedule(release).day(max(lasts))}T11:00:00+0200",
        "value": values,
    }
    parts |= {"status": status} if status else {}
    return parts | {
        "id": list(axes),
        "size": [len(codes) for codes in axes.values()],
        "dimension": {name: dimension(name, codes) for name, codes in axes.items()},
    }


def last_day(dataset: str, codes: tuple[str, ...], now: datetime) -> date:
    """Returns the last day with figures; the euro area without Bulgaria ends in 2025."""
    last = last_out(SETS[dataset][0], now)
    return min(last, FROZEN_AT) if dataset in STOPPED or "EA20" in codes else last


def dimension(name: str, codes: list[str]) -> dict[str, object]:
    labels = {code: NAMES.get(code, code) if name == "freq" else code for code in codes}
    index = {code: place for place, code in enumerate(codes)}
    title = "Time frequency" if name == "freq" else name.capitalize()
    return {"label": title, "category": {"index": index, "label": labels}}
