"""The BIS release calendar: an SDMX data set whose values are release days (YYYYMMDD)."""

from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url
from indicators.sources import SourceError, csvtable, parsing

NAME = "bis"
TITLE = "Bank for International Settlements"
ADDRESS = "https://stats.bis.org/api/v1/data"
ZONE = "Europe/Zurich"
FLOW = "BIS,BIS_REL_CAL,1.0"
COLUMNS = ("CATEGORY", "RELEASE_TYPE", "TIME_PERIOD", "OBS_VALUE")


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    reply = parsing.get(TITLE, f"{base_url(NAME)}/{FLOW}/all?format=csv")
    events = events_of(parsing.text_of(TITLE, reply.body))
    if not events:
        raise SourceError(f"{TITLE} sent an empty calendar.")
    return [event for event in events if request.first <= event.day <= request.last]


def events_of(text: str) -> list[CalendarEvent]:
    """One event per row; skips rows without a day."""
    found: dict[str, CalendarEvent] = {}
    for row in csvtable.rows(TITLE, text, list(COLUMNS)):
        raw = row["OBS_VALUE"].partition(".")[0]
        if raw.lower() in parsing.MISSING:
            continue
        day = parsing.day_of(TITLE, raw, "%Y%m%d")
        category = row["CATEGORY"]
        key = f"{category} {row['RELEASE_TYPE']} {row['TIME_PERIOD']}"
        found[key] = CalendarEvent(
            key=key, labels=(category,), day=day, url="https://data.bis.org/release-calendar"
        )
    return list(found.values())
