"""The ONS release calendar: paged JSON, times in UTC, dates provisional from about four weeks ahead."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from indicators.agenda.calendars import CalendarEvent, CalendarRequest, base_url, page_parsing
from indicators.sources import SourceError, parsing

NAME = "ons"
TITLE = "Office for National Statistics"
ADDRESS = "https://api.beta.ons.gov.uk/v1"
ZONE = "Europe/London"
SITE = "https://www.ons.gov.uk"

PAGE = 200
MOST_PAGES = 20
# Published releases are not in the list of upcoming ones and need a request of their own.
LATELY = timedelta(days=14)


def fetch(request: CalendarRequest) -> list[CalendarEvent]:
    """Upcoming releases up to the last day, and those published in the last two weeks."""
    today = parsing.today()
    coming = _releases("type-upcoming", max(request.first, today), request.last)
    if not coming:
        raise SourceError(f"{TITLE}: the calendar is empty.")
    came = _releases("type-published", today - LATELY, today)
    return [*came, *coming]


def _releases(kind: str, first: date, last: date) -> list[CalendarEvent]:
    found: list[CalendarEvent] = []
    request = 0
    for _page in range(MOST_PAGES):
        query = {"release-type": kind, "sort": "release_date_asc", "fromDate": first, "toDate": last}
        query |= {"limit": PAGE, "offset": request}
        reply = parsing.get(TITLE, f"{base_url(NAME)}/search/releases?{urlencode(query)}")
        document = parsing.json_of(TITLE, reply.body)
        rows, total = _page_of(document)
        request += len(rows)
        found += events_of(rows)
        if request >= total or not rows:
            return found
    raise SourceError(f"{TITLE}: the calendar does not end after {MOST_PAGES} pages.")


def _page_of(document: dict[str, Any]) -> tuple[list[Any], int]:
    rows, counted = document.get("releases"), document.get("breakdown")
    if not isinstance(rows, list) or not isinstance(counted, dict):
        raise SourceError(f"{TITLE} sent a calendar of another shape than expected.")
    return rows, int(counted.get("total") or 0)


def events_of(rows: list[Any]) -> Iterator[CalendarEvent]:
    """The events of a page, without the companion entries that repeat a release as time series."""
    for row in rows:
        slug = str(row["uri"]).rpartition("/")[2] if isinstance(row, dict) and "uri" in row else ""
        release = row.get("description") if slug else None
        if not isinstance(release, dict):
            raise SourceError(f"{TITLE} sent a release of another shape than expected.")
        if "timeseries" not in slug:
            yield _event(slug, release, row.get("date_changes") or [])


def _event(slug: str, release: dict[str, Any], changes: list[Any]) -> CalendarEvent:
    moment = _moment(release.get("release_date"))
    day = moment.astimezone(ZoneInfo(ZONE)).date()
    before = [_moment(change.get("previous_date")) for change in changes if isinstance(change, dict)]
    old = before[-1].astimezone(ZoneInfo(ZONE)).date() if before else None
    provisional = not (release.get("finalised") or release.get("published"))
    return CalendarEvent(
        key=slug,
        labels=(slug,),
        day=day,
        # If only a month is announced, `release_date` is a placeholder.
        starts_at=None if release.get("provisional_date") else moment,
        period=page_parsing.period_in(str(release.get("title", ""))),
        provisional=provisional,
        cancelled=bool(release.get("cancelled")),
        moved_from=old if old != day else None,
        url=f"{SITE}/releases/{slug}",
    )


def _moment(text: object) -> datetime:
    try:
        return datetime.fromisoformat(str(text)).astimezone(UTC)
    except ValueError:
        raise SourceError(f"{TITLE} has {text!r} where a moment should be.") from None
