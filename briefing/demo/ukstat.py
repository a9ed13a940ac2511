"""Answers in the shape of the ONS's time series documents: strings, month names, three lists."""

import json
from datetime import date, timedelta
from statistics import fmean

from briefing.demo import Query, SampleResponse
from briefing.demo.figures import FIRST_DAY, Band, month_ends, value

ROUTE = "ukstat"
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]

# By cdid. Those of QUARTERLY have no months.
BANDS = {
    "d7g7": Band(1.2, 4.6, decimals=1, lag=20),
    "dko8": Band(2.0, 4.8, decimals=1, lag=20),
    "mgsx": Band(3.7, 5.4, decimals=1, rough=0.4, lag=44),
    "kac3": Band(2.8, 6.4, decimals=1, lag=44),
    "kab9": Band(715.0, 725.0, decimals=0, growth=0.04, lag=44),
    "ihyq": Band(-0.4, 0.9, decimals=1, lag=44),
    "ecy2": Band(102.0, 104.0, decimals=1, growth=0.012, lag=42),
    "j5ek": Band(97.0, 102.0, decimals=1, lag=20),
    # Stays half a year behind on purpose, so that a sample installation shows a stale row.
    "hf6x": Band(92.0, 97.0, decimals=1, rough=0.3, lag=190),
}
QUARTERLY = {"ihyq"}
DEFAULT = Band(1.0, 9.0, decimals=1, lag=40)


def answer(path: str, query: Query, today: date) -> SampleResponse:
    """`path` is topic/timeseries/cdid/dataset/data, in any case."""
    parts = path.lower().split("/")
    if len(parts) < 5 or parts[-4] != "timeseries" or parts[-1] != "data":
        return SampleResponse("<!DOCTYPE html><html><head><title>404</title></head></html>", "text/html", 404)
    topic, cdid, dataset = "/".join(parts[:-4]), parts[-3], parts[-2]
    # The charset is left out, as it is there.
    return SampleResponse(
        json.dumps(document(topic, (cdid, dataset), today), ensure_ascii=False), "application/json"
    )


def document(topic: str, series: tuple[str, str], today: date) -> dict[str, object]:
    cdid, dataset = series
    band = BANDS.get(cdid, DEFAULT)
    last = band.last_day(today)
    months = {end: value(f"{cdid} {dataset}", end, band) for end in month_ends(FIRST_DAY, last)}
    rows = Rows(dataset.upper(), f"{last + timedelta(days=1)}T08:30:00.000Z", band.decimals)
    quarters = [rows.quarter(end, averages(months, end, 3)) for end in month_ends(FIRST_DAY, last, every=3)]
    years = [rows.year(end, averages(months, end, 12)) for end in month_ends(FIRST_DAY, last, every=12)]
    monthly = [] if cdid in QUARTERLY else [rows.month(end, figure) for end, figure in months.items()]
    for listed in (quarters, years, monthly):  # the oldest figures are missing, in the source's spelling
        for row in listed[:1]:
            row["value"] = ""
    root = topic.partition("/")[0]
    return {
        "years": years,
        "quarters": quarters,
        "months": monthly,
        "sourceDatasets": [dataset.upper()],
        "relatedDatasets": [{"uri": f"/{topic}/datasets/sample"}],
        "section": {},
        "notes": ["Sample data"],
        "relatedDocuments": [{"uri": f"/{topic}/bulletins/sample/latest"}],
        "relatedMethodology": [],
        "relatedData": [{"uri": f"/{topic}/timeseries/{cdid}"}],
        "type": "timeseries",
        "uri": f"/{topic}/timeseries/{cdid}",
        "breadcrumb": [{"uri": "/"}, {"uri": f"/{root}"}, {"uri": f"/{topic}"}],
        "description": description(cdid, last + timedelta(days=1), (monthly or quarters or years)[-1]),
    }


def description(cdid: str, released: date, newest: dict[str, str]) -> dict[str, object]:
    return {
        "title": f"Sample of {cdid.upper()}: £ and %",
        "nationalStatistic": True,
        "latestRelease": False,
        "contact": {"email": "nobody@example.org", "name": "Nobody", "telephone": "0"},
        "releaseDate": f"{released}T08:30:00.000Z",
        "nextRelease": f"{released + timedelta(days=30):%d %b %Y}",
        "cdid": cdid.upper(),
        "unit": "%",
        "preUnit": "",
        "source": "Sample data",
        "seasonalAdjustment": "NSA",
        "date": newest["date"],
        "number": newest["value"],
        "keyNote": "Made-up figures",
        "sampleSize": 0,
    }


def averages(months: dict[date, float], end: date, count: int) -> float:
    inside = [figure for day, figure in months.items() if 0 <= (end - day).days < count * 31 - 8]
    return fmean(inside)


class Rows:
    """Rows of the three lists; every value is a string with the series' own decimals."""

    def __init__(self, dataset: str, updated: str, decimals: int) -> None:
        self.dataset, self.updated, self.decimals = dataset, updated, decimals

    def _row(self, label: str, end: date, figure: float, **names: str) -> dict[str, str]:
        row = {"date": label, "value": f"{figure:.{self.decimals}f}", "year": str(end.year)}
        row |= {"month": "", "quarter": ""} | names
        return row | {"sourceDataset": self.dataset, "updateDate": self.updated}

    def month(self, end: date, figure: float) -> dict[str, str]:
        name = MONTHS[end.month - 1]
        return self._row(f"{end.year} {name[:3].upper()}", end, figure, month=name)

    def quarter(self, end: date, figure: float) -> dict[str, str]:
        name = f"Q{end.month // 3}"
        return self._row(f"{end.year} {name}", end, figure, quarter=name)

    def year(self, end: date, figure: float) -> dict[str, str]:
        return self._row(str(end.year), end, figure)
