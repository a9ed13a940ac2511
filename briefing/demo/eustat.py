"""Answers in the shape of Eurostat's statistics API: JSON-stat 2.0 with sparse values and an empty head."""

import itertools
import json
from datetime import date, timedelta

from briefing.demo import Query, SampleResponse, curve, first
from briefing.demo.figures import FIRST_DAY, Band, month_ends, value

ROUTE = "eustat"
JSON = "application/json;charset=UTF-8"
MONTHS = {"M": 1, "Q": 3, "A": 12}
NAMES = {"M": "Monthly", "Q": "Quarterly", "A": "Annual"}
NOT_DIMENSIONS = {"format", "lang", "sinceTimePeriod"}
FROZEN_AT = date(2025, 12, 31)  # as the tables and groups of countries that really stopped there
# Codes that are gone, by data set; the answer is 200 with nothing in it. CP00 lives on in the older data sets.
NO_DATA = {"prc_hicp_minr": {"CP00"}}
NO_DATA_ANYWHERE = {"NAP"}

# By dataset, and by dataset and unit where that changes the figures.
BANDS = {
    "prc_hicp_minr": Band(0.6, 4.2, decimals=1, lag=18),
    "prc_hicp_manr": Band(0.6, 4.2, decimals=1, lag=18, frozen=FROZEN_AT),
    "une_rt_m": Band(5.4, 8.2, decimals=1, rough=0.4, lag=31),
    "une_rt_m/Y_LT25": Band(14.0, 23.0, decimals=1, rough=0.4, lag=31),
    "namq_10_gdp": Band(-0.6, 3.2, decimals=1, lag=45),
    "sts_inpr_m": Band(96.0, 104.0, decimals=1, growth=0.006, lag=45),
    "sts_trtu_m": Band(99.0, 103.0, decimals=1, growth=0.008, lag=36),
    "ei_bssi_m_r2": Band(92.0, 107.0, decimals=1, lag=0),
    "gov_10q_ggdebt": Band(132.0, 142.0, decimals=1, rough=0.3, lag=112),
    "irt_lt_mcby_m": Band(2.0, 4.0, lag=12),
    "prc_hpi_q": Band(146.0, 152.0, growth=0.045, lag=97),
    "prc_hpi_q/RCH_A": Band(1.5, 6.0, decimals=1, rough=0.3, lag=97),
}
DEFAULT = Band(1.0, 9.0, decimals=1, lag=40)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is the dataset, `query` its filters; a repeated filter gives several series, as there."""
    if not path or "/" in path:
        return refusal(404, f"Dataset not found: {path}")
    frequency = first(query, "freq", default_frequency(path))
    if frequency not in MONTHS:
        return refusal(400, f"No data for freq={frequency}")
    dimensions = {"freq": [frequency]} | {
        name: list(codes) for name, codes in query.items() if name not in NOT_DIMENSIONS
    }
    return SampleResponse(json.dumps(document(path, dimensions, query=query, today=today)), JSON)


def default_frequency(dataset: str) -> str:
    return {"m": "M", "q": "Q"}.get(dataset.rsplit("_", 1)[-1][:1], "M" if "hicp" in dataset else "A")


def refusal(status: int, label: str) -> SampleResponse:
    return SampleResponse(
        json.dumps({"error": [{"status": status, "id": 100, "label": label}]}), JSON, status
    )


def document(
    dataset: str, dimensions: dict[str, list[str]], *, query: Query, today: date
) -> dict[str, object]:
    frequency = dimensions["freq"][0]
    series = list(itertools.product(*dimensions.values()))
    bands = {codes: band_of(dataset, codes) for codes in series}
    last = max(band.last_day(today) for band in bands.values())
    since = first(query, "sinceTimePeriod")
    ends = [
        end
        for end in month_ends(FIRST_DAY - timedelta(days=365), last, every=MONTHS[frequency])
        if since <= label(end, frequency)
    ]
    gone = NO_DATA.get(dataset, set()) | NO_DATA_ANYWHERE
    dead = not gone.isdisjoint(itertools.chain(*dimensions.values()))
    values, status = {}, {}
    for row, codes in enumerate([] if dead else series):
        for column, end in enumerate(ends):
            if end < FIRST_DAY or end > bands[codes].last_day(today):
                continue  # the head of the axis is empty
            place = str(row * len(ends) + column)
            values[place] = figure(dataset, codes, end=end, band=bands[codes])
            if end == ends[-1] and frequency != "M":
                status[place] = "p"
    updated = f"{last + timedelta(days=1)}T11:00:00+0200"
    axes = {name: ([] if gone.intersection(codes) else codes) for name, codes in dimensions.items()}
    axes["time"] = [label(end, frequency) for end in ends]
    parts: dict[str, object] = {
        "version": "2.0",
        "class": "dataset",
        "label": f"Sample of {dataset}",
        "source": "ESTAT",
        "updated": updated,
        "value": values,
    }
    parts |= {"status": status} if status else {}
    return parts | {
        "id": list(axes),
        "size": [len(codes) for codes in axes.values()],
        "dimension": {name: dimension(name, codes) for name, codes in axes.items()},
        "extension": extension(dataset, updated, axes),
    }


def band_of(dataset: str, codes: tuple[str, ...]) -> Band:
    named = (BANDS.get(f"{dataset}/{code}") for code in codes)
    band = next((found for found in named if found), BANDS.get(dataset, DEFAULT))
    if "EA20" in codes:  # the euro area without Bulgaria has had no new figures since 2025
        return Band(band.low, band.high, band.decimals, lag=band.lag, frozen=FROZEN_AT)
    return band


def figure(dataset: str, codes: tuple[str, ...], *, end: date, band: Band) -> float:
    if dataset == "irt_lt_mcby_m":
        return curve.europe(codes[-1][:2], end)
    # EA, EA20 and EA21 are one place with nearly the same figures.
    same = tuple("EA" if code in ("EA19", "EA20", "EA21") else code for code in codes)
    return value(f"{dataset} {' '.join(same)}", end, band)


def label(end: date, frequency: str) -> str:
    quarter = f"{end.year}-Q{end.month // 3}"
    return {"M": f"{end:%Y-%m}", "Q": quarter, "A": f"{end.year}"}[frequency]


def dimension(name: str, codes: list[str]) -> dict[str, object]:
    labels = {code: NAMES.get(code, code) if name == "freq" else code for code in codes}
    index = {code: place for place, code in enumerate(codes)}
    title = "Time frequency" if name == "freq" else name.capitalize()
    return {"label": title, "category": {"index": index, "label": labels}}


def extension(dataset: str, updated: str, axes: dict[str, list[str]]) -> dict[str, object]:
    code, times = dataset.upper(), axes["time"] or [""]
    return {
        "lang": "EN",
        "id": code,
        "agencyId": "ESTAT",
        "version": "1.0",
        "datastructure": {"id": code, "agencyId": "ESTAT", "version": "1.0"},
        "annotation": [
            {"type": "CREATED", "date": "2015-11-16T10:18:53+0100"},
            {"type": "DISSEMINATION_OBJECT_TYPE", "title": "DATASET"},
            {"type": "DISSEMINATION_TIMESTAMP_DATA", "date": updated},
            {"type": "ESMS_HTML", "title": "Explanatory texts", "href": "https://example.org/sample.htm"},
            {"type": "OBS_COUNT", "title": str(len(times))},
            {"type": "OBS_PERIOD_OVERALL_LATEST", "title": times[-1]},
            {"type": "OBS_PERIOD_OVERALL_OLDEST", "title": times[0]},
            {"type": "SOURCE_INSTITUTIONS", "text": "Sample data"},
            {"type": "UPDATE_DATA", "date": updated},
        ],
        "positions-with-no-data": {name: [] for name in axes},
    }
