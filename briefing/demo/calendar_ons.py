"""Serves the ONS's release calendar: paged JSON with companions, provisional, moved and cancelled releases."""

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse, first
from briefing.demo.releases import SampleRelease, releases

ROUTE = "calendar_ons"
FIRM = timedelta(days=28)
# By the start of the slug: title and release.
KINDS = {
    "consumerpriceinflationuk": ("Consumer price inflation, UK", "cpi_uk"),
    "gdpmonthlyestimateuk": ("GDP monthly estimate, UK", "gdp_uk"),
    "gdpfirstquarterlyestimateuk": ("GDP first quarterly estimate, UK", "gdp_uk_quarter"),
    "uklabourmarket": ("Labour market overview, UK", "labour_uk"),
    "retailsalesgreatbritain": ("Retail sales, Great Britain", "retail_uk"),
    "publicsectorfinancesuk": ("Public sector finances, UK", "debt_uk"),
    "pensionersincomeuk": ("Pensioners’ incomes, UK", "pensioners_uk"),
}


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` search/releases; ten rows by default."""
    if path != "search/releases":
        return SampleResponse("404 page not found", "text/plain", 404)
    span = [date.fromisoformat(first(query, name)) for name in ("fromDate", "toDate")]
    published = first(query, "release-type") == "type-published"
    rows = sorted(rows_between(*span, today=now.date(), published=published), key=lambda row: str(row["uri"]))
    start, count = int(first(query, "offset", "0")), int(first(query, "limit", "10"))
    document = {"took": 0, "breakdown": {"total": len(rows)}, "releases": rows[start : start + count]}
    return SampleResponse(json.dumps(document, ensure_ascii=False), "application/json")


def rows_between(since: date, until: date, *, today: date, published: bool) -> Iterator[dict[str, object]]:
    for slug, (title, name) in KINDS.items():
        for release in releases(name, since, until):
            if (release.day <= today) == published:
                yield from _rows(slug, title, release, today=today)


def _rows(slug: str, title: str, release: SampleRelease, *, today: date) -> Iterator[dict[str, object]]:
    # The labour market overview is named after the month of its publication.
    month = release.day if slug == "uklabourmarket" else release.end
    span = f"{month - timedelta(days=80):%B} to {month:%B %Y}" if "quarterly" in slug else f"{month:%B %Y}"
    name = f"{slug}{span.replace(' ', '').lower()}"
    cancelled = slug == "pensionersincomeuk" and release.number % 2 == 0
    for uri, words in ((name, ""), (f"{name}timeseries", " time series")):
        yield {
            "uri": f"/releases/{uri}",
            "date_changes": _changes(slug, release),
            "description": {
                "title": f"{title}: {span}{words}",
                "release_date": _moment(release.moment),
                "published": release.day <= today,
                "cancelled": cancelled,
                "postponed": False,
                "finalised": release.day - today <= FIRM,
            },
        }


def _changes(slug: str, release: SampleRelease) -> list[dict[str, str]] | None:
    """Moves retail sales of every fourth month, first announced for two days earlier."""
    if slug != "retailsalesgreatbritain" or release.number % 4:
        return None
    before = _moment(release.moment - timedelta(days=2))
    return [{"previous_date": before, "change_notice": "A sample of a change."}]


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")
