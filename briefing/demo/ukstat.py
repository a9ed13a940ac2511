"""Serves the ONS's time series documents: values as strings, month names, three lists."""

import calendar
import json
from datetime import date, datetime, timedelta
from statistics import fmean

from briefing.demo import Query, SampleResponse, world
from briefing.demo.releases import ends, schedule
from briefing.demo.world import FIRST_DAY, month_ends, value

ROUTE = "ukstat"
# Published quarterly only, from the months of another line.
QUARTERLY = {"ihyq": "ecy2"}
SERVICES = "d7nn"
# By cdid: release, decimals, and the last day of stopped figures (public debt, so that a sample installation
# shows a stale row).
RELEASES: dict[str, tuple[str, int, date | None]] = {
    cdid: (line.out, line.decimals or 0, line.stops)
    for cdid in ("d7g7", "dko8", "mgsx", "kac3", "kab9", "ecy2", "j5ek", "hf6x")
    for line in [world.series(cdid)]
} | {SERVICES: ("cpi_uk", 1, None), "ihyq": ("gdp_uk_quarter", 1, None)}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` topic/timeseries/cdid/dataset/data, in any case."""
    parts = path.lower().split("/")
    if len(parts) < 5 or (parts[-4], parts[-1]) != ("timeseries", "data") or parts[-3] not in RELEASES:
        return SampleResponse("<!DOCTYPE html><html><head><title>404</title></head></html>", "text/html", 404)
    topic, cdid, dataset = "/".join(parts[:-4]), parts[-3], parts[-2]
    # Without charset, like the source.
    return SampleResponse(
        json.dumps(document(topic, (cdid, dataset), now), ensure_ascii=False), "application/json"
    )


def month_of(cdid: str, end: date) -> float:
    if cdid == SERVICES:
        return value("dko8", end) + round(value("services_uk_over", end), 1)
    return value(QUARTERLY.get(cdid, cdid), end)


def quarter_of(cdid: str, months: dict[date, float], end: date) -> float:
    """Returns the mean of the quarter's months; for quarterly output its change from the quarter before."""
    mean = averages(months, end, 3)
    before = [figure for day, figure in months.items() if 85 < (end - day).days < 180]
    if cdid not in QUARTERLY or not before:
        return mean
    return 100 * (mean / fmean(before) - 1)


def document(topic: str, series: tuple[str, str], now: datetime) -> dict[str, object]:
    cdid, dataset = series
    release, decimals, stops = RELEASES[cdid]
    published = ends(release, now, FIRST_DAY, stops)
    last, out = published[-1], schedule(release).moment(published[-1])
    months = {end: month_of(cdid, end) for end in month_ends(FIRST_DAY, last)}
    rows = Rows(dataset.upper(), f"{out:%Y-%m-%dT%H:%M:%S}.000Z", decimals)
    quarters = [
        rows.quarter(end, quarter_of(cdid, months, end)) for end in month_ends(FIRST_DAY, last, every=3)
    ]
    years = [rows.year(end, averages(months, end, 12)) for end in month_ends(FIRST_DAY, last, every=12)]
    monthly = [] if cdid in QUARTERLY else [rows.month(end, figure) for end, figure in months.items()]
    for listed in (quarters, years, monthly):  # the oldest figures are missing, spelt as the source does
        for row in listed[:1]:
            row["value"] = ""
    return {
        "years": years,
        "quarters": quarters,
        "months": monthly,
        "sourceDatasets": [dataset.upper()],
        "notes": ["Sample data"],
        "type": "timeseries",
        "uri": f"/{topic}/timeseries/{cdid}",
        "description": description(cdid, out.date(), (monthly or quarters or years)[-1]),
    }


def description(cdid: str, released: date, newest: dict[str, str]) -> dict[str, object]:
    return {
        "title": f"Sample of {cdid.upper()}: £ and %",
        "releaseDate": f"{released}T08:30:00.000Z",
        "nextRelease": f"{released + timedelta(days=30):%d %b %Y}",
        "cdid": cdid.upper(),
        "unit": "%",
        "source": "Sample data",
        "date": newest["date"],
        "number": newest["value"],
        "keyNote": "Made-up figures",
    }


def averages(months: dict[date, float], end: date, count: int) -> float:
    inside = [figure for day, figure in months.items() if 0 <= (end - day).days < count * 31 - 8]
    return fmean(inside)


class Rows:
    """Rows of the three lists; values are strings with the series' decimals."""

    def __init__(self, dataset: str, updated: str, decimals: int) -> None:
        self.dataset, self.updated, self.decimals = dataset, updated, decimals

    def _row(self, label: str, end: date, figure: float, **names: str) -> dict[str, str]:
        row = {"date": label, "value": f"{figure:.{self.decimals}f}", "year": str(end.year)}
        row |= {"month": "", "quarter": ""} | names
        return row | {"sourceDataset": self.dataset, "updateDate": self.updated}

    def month(self, end: date, figure: float) -> dict[str, str]:
        name = calendar.month_name[end.month]
        return self._row(f"{end.year} {name[:3].upper()}", end, figure, month=name)

    def quarter(self, end: date, figure: float) -> dict[str, str]:
        name = f"Q{end.month // 3}"
        return self._row(f"{end.year} {name}", end, figure, quarter=name)

    def year(self, end: date, figure: float) -> dict[str, str]:
        return self._row(str(end.year), end, figure)
