"""Serves FRED's API, and the series that the keyless CSV (fredgraph) shares."""

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime

from briefing.demo import Query, SampleResponse, curve, first, world
from briefing.demo.releases import ends, every_day, is_session, last_out, policy, schedule
from briefing.demo.world import FIRST_DAY, grown, mean_of_month, value, weekdays

ROUTE = "fred"
JSON = "application/json; charset=UTF-8"

LENGTHS = {"1MO": 1 / 12, "3MO": 0.25, "6MO": 0.5} | {
    str(years): float(years) for years in (1, 2, 3, 5, 7, 10, 20, 30)
}
SHARES_A_POINT = 1.13e4  # value of all shares per point of the S&P 500, in millions of dollars
# Derived figures: release, decimals, function. All others are lines of the table under the same name.
DERIVED: dict[str, tuple[str, int, Callable[[date], float]]] = {
    "CPIAUCNS": ("cpi_us", 3, lambda end: grown("cpi_us", 220.0, end)),
    "NCBEILQ027S": ("accounts_us", 0, lambda end: value("^GSPC", end) * SHARES_A_POINT),
    "BOGZ1FL153064486Q": ("accounts_us", 2, lambda end: 5.8 * value("^GSPC", end) ** 0.23),
    "IRLTLT01GBM156N": ("yields_eu", 2, lambda end: mean_of_month("gb10", end)),
    "T10Y2Y": ("us_morning", 2, lambda day: curve.us(10, day) - curve.us(2, day)),
    "T10Y3M": ("us_morning", 2, lambda day: curve.us(10, day) - curve.us(0.25, day)),
    "DFEDTARU": ("us_same_day", 2, lambda day: policy("FOMC", day)),
    "DFEDTARL": ("us_same_day", 2, lambda day: policy("FOMC", day) - 0.25),
} | {
    f"{kind}{name}": ("us_morning", 2, lambda day, of=of, years=years: of(years, day))
    for kind, of in (("DGS", curve.us), ("DFII", curve.us_real))
    for name, years in LENGTHS.items()
}
EVERY_DAY = {"DFEDTARU", "DFEDTARL", "CBBTCUSD"}  # weekends included
SINCE = {"BAMLH0A0HYM2": date(2023, 11, 20), "CBBTCUSD": date(2014, 12, 1)}
# A government shutdown kept these months from being published.
NEVER_PUBLISHED = {("CPIAUCNS", date(2025, 10, 1)), ("UNRATE", date(2025, 10, 1))}
ALWAYS = ("1776-07-04", "9999-12-31")


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` series/observations; errors are 400 with error_code and error_message."""
    if path != "series/observations":
        return refusal("Not Found. The requested path does not exist.", status=404)
    if not first(query, "api_key"):
        return refusal("Bad Request. The value for variable api_key is not registered.")
    if first(query, "file_type") != "json":
        return SampleResponse(
            '<?xml version="1.0"?><error code="400" message="Bad Request."/>', "text/xml", 400
        )
    name = first(query, "series_id")
    if not is_known(name):
        return refusal("Bad Request. The series does not exist.")
    span = first(query, "observation_start", ALWAYS[0]), first(query, "observation_end", ALWAYS[1])
    return SampleResponse(json.dumps(document(name, now, span=span)), JSON)


def refusal(message: str, *, status: int = 400) -> SampleResponse:
    return SampleResponse(json.dumps({"error_code": status, "error_message": message}), JSON, status)


def document(name: str, now: datetime, *, span: tuple[str, str]) -> dict[str, object]:
    today = now.date().isoformat()
    realtime = {"realtime_start": today, "realtime_end": today}
    rows = [
        realtime | {"date": day.isoformat(), "value": "." if figure is None else figure}
        for day, figure in points(name, now, span)
    ]
    return realtime | {
        "observation_start": span[0],
        "observation_end": span[1],
        "units": "lin",
        "output_type": 1,
        "file_type": "json",
        "order_by": "observation_date",
        "sort_order": "asc",
        "count": len(rows),
        "offset": 0,
        "limit": 100000,
        "observations": rows,
    }


def is_known(name: str) -> bool:
    return name in DERIVED or (name.isalnum() and name in world.table("series"))


def release_of(name: str) -> str:
    return DERIVED[name][0] if name in DERIVED else world.series(name).out


def figure_of(name: str, end: date) -> str:
    if name in DERIVED:
        _release, decimals, figure = DERIVED[name]
        return f"{figure(end):.{decimals}f}"
    return f"{value(name, end):.{world.series(name).decimals or 0}f}"


def points(name: str, now: datetime, span: tuple[str, str] = ALWAYS) -> Iterator[tuple[date, str | None]]:
    """Yields FRED's date and the figure as text, None on holidays; periods are dated by their first day."""
    plan = schedule(release_of(name))
    daily, zone = plan.every == "D" and name not in EVERY_DAY, plan.zone.key
    for end in _ends(name, now):
        day = _dated(name, end)
        if span[0] <= day.isoformat() <= span[1]:
            missing = (daily and not is_session(zone, day)) or (name, day) in NEVER_PUBLISHED
            yield day, None if missing else figure_of(name, end)


def _ends(name: str, now: datetime) -> Iterator[date]:
    release, since = release_of(name), SINCE.get(name, FIRST_DAY)
    if name in EVERY_DAY:
        return iter(every_day(release, now, since))
    if schedule(release).every == "D":
        return weekdays(since, last_out(release, now))
    stops = None if name in DERIVED else world.series(name).stops
    return iter(ends(release, now, since, stops))


def _dated(name: str, end: date) -> date:
    months = {"M": 1, "Q": 3}.get(schedule(release_of(name)).every)
    if months is None:
        return end
    begins = end.year * 12 + end.month - months
    return date(begins // 12, begins % 12 + 1, 1)
