"""Serves FRED's release dates: a series' release and its days; none of a series that stopped."""

import json
from datetime import date, datetime, timedelta

from briefing.demo import Query, SampleResponse, first, fred, world
from briefing.demo.releases import releases

ROUTE = "calendar_fred"
JSON = "application/json; charset=UTF-8"
IDS = {"CPIAUCNS": 10, "M2SL": 21, "WALCL": 20, "UNRATE": 50, "NCBEILQ027S": 52, "GDP": 53,
       "DRTSCILM": 191, "NFCI": 221, "STLFSI4": 245}  # fmt: skip


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    if not first(query, "api_key"):
        return fred.refusal("Bad Request. The value for variable api_key is not registered.")
    if path == "series/release":
        found = IDS.get(first(query, "series_id"))
        releases_of = [{"id": found, "name": "Sample release"}] if found else []
        return SampleResponse(json.dumps({"releases": releases_of}), JSON)
    if path == "release/dates":
        return SampleResponse(json.dumps({"release_dates": _dates(query, now.date())}), JSON)
    return fred.refusal("Not Found. The requested path does not exist.", status=404)


def _dates(query: Query, today: date) -> list[dict[str, object]]:
    """Returns the release's dates; future ones only if requested."""
    number = int(first(query, "release_id"))
    series = next(name for name, known in IDS.items() if known == number)
    since = date.fromisoformat(first(query, "realtime_start"))
    ahead = 200 if first(query, "include_release_dates_with_no_data") == "true" else 0
    found = releases(fred.release_of(series), since, today + timedelta(days=ahead))
    goes_on = "stops" not in world.table("series").get(series, {})
    return [{"release_id": number, "date": release.day.isoformat()} for release in found if goes_on]
