"""Serves the Bundesbank's CSV format: a byte order mark, lines that describe the series, "." on holidays."""

from datetime import date, datetime

from briefing.demo import Query, SampleResponse, curve, first
from briefing.demo.releases import is_session, last_out
from briefing.demo.world import FIRST_DAY, weekdays

ROUTE = "buba"
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
PLACES = 15


def answer(path: str, query: Query, now: datetime) -> SampleResponse:
    """Serves `path` flow/key; a key of another length is 404, and semicolons separate without `lang=en`."""
    flow, _slash, key = path.partition("/")
    if flow != "BBSIS" or len(key.split(".")) != PLACES or first(query, "format") != "csv":
        return SampleResponse('{"title":"Not Found","status":404}', "application/json", 404)
    comma = "," if first(query, "lang") == "en" else ";"
    name = f"{flow}.{key}"
    head = [
        ["", name, f"{name}_FLAGS"],
        ["", "Sample data: yields of listed Federal securities", ""],
        ["unit", "% p.a.", ""],
        ["last update", now.date().isoformat(), ""],
    ]
    rows = [of_day(day) for day in weekdays(FIRST_DAY, last_out("bunds", now))]
    wanted = first(query, "lastNObservations")
    rows = rows[-int(wanted) :] if wanted.isdecimal() and int(wanted) else rows
    lines = [comma.join(f'"{cell}"' if " " in cell else cell for cell in row) for row in [*head, *rows]]
    return SampleResponse(BOM + "\n".join([*lines, ""]), "text/csv; charset=utf-8")


def of_day(day: date) -> list[str]:
    if not is_session("Europe/Berlin", day):
        return [day.isoformat(), ".", "No value available"]
    return [day.isoformat(), f"{curve.europe('DE', day)}", ""]
