"""The agenda in the reader's language: lines for the page, the dashboard, the digest and indicator pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core.dates import date_in_text
from indicators import groups, wording
from indicators.agenda.arrivals import ReleaseState
from indicators.agenda.calendars import calendars, enabled
from indicators.agenda.planned import Planned
from indicators.agenda.upcoming import RowSchedule, TrackedRelease, between, next_due, row_schedules
from indicators.groups import RowConfig
from indicators.models import ReleaseCalendar
from indicators.rows import DashboardRow

CENTRAL_BANKS = "central_banks"
# Calendars not read for this long are listed on the page.
OLD = timedelta(days=3)


@dataclass(frozen=True)
class RowLink:
    """A shown row that a release updates."""

    code: str
    label: str


# "first" are the catalogue's prominent releases; "" is any other release.
Rank = Literal["decision", "first", "weekly", ""]


@dataclass(frozen=True)
class AgendaLine:
    """One release as text. `starts_at` is UTC, None if only the day is known.

    `notes` explain what is provisional and which figures are missing.
    """

    key: str
    title: str
    period: str
    day: date
    day_text: str
    starts_at: datetime | None
    state: ReleaseState
    state_text: str
    rank: Rank
    notes: list[str]
    provisional: bool
    group: str
    regions: frozenset[str]
    rows: list[RowLink]
    source: str
    url: str
    sequence: int


def states() -> dict[ReleaseState, str]:
    return {
        "due": pgettext("release", "due"),
        "out": pgettext("release", "published"),
        "awaited": pgettext("release", "awaited"),
        "cancelled": pgettext("release", "cancelled"),
    }


def line(tracked: TrackedRelease, language: str) -> AgendaLine:
    """The line of a release. Call inside `translation.override(language)`."""
    release = tracked.release
    return AgendaLine(
        key=release.key,
        title=release.entry.name(language),
        period=_period(release.period),
        day=release.day,
        day_text=day_text(release.day),
        starts_at=release.starts_at,
        state=tracked.state,
        state_text=_state_text(tracked),
        rank=_rank(release),
        notes=[*_notes(release), *_gap_notes(tracked, language)],
        provisional=release.provisional,
        group=release.entry.group,
        regions=frozenset({release.entry.region, *(row.region for row in release.rows)}),
        rows=[RowLink(row.code, row.label(language)) for row in release.rows],
        source=source_name(release),
        url=release.url,
        sequence=release.sequence,
    )


def _period(label: str) -> str:
    try:
        return wording.period_text(label) if label else ""
    except ValueError:
        return ""


def _notes(release: Planned) -> list[str]:
    found = [_("provisional date")] if release.provisional else []
    if release.moved_from:
        found.append(_("moved from %(day)s") % {"day": wording.day_text(release.moved_from)})
    return found


def _rank(release: Planned) -> Rank:
    if release.entry.bank:
        return "decision"
    if release.entry.first:
        return "first"
    return "weekly" if release.rows and all(row.frequency == "W" for row in release.rows) else ""


def _state_text(release: TrackedRelease) -> str:
    if release.without_figure and len(release.without_figure) == len(release.release.rows):
        return pgettext("release", "published, without a figure")
    return states()[release.state]


def _gap_notes(release: TrackedRelease, language: str) -> list[str]:
    """Why the release has no figure: one note if it is the same for all rows, else one per row."""
    texts = {row.label(language): wording.no_newer_figure(gaps) for row, gaps in release.without_figure}
    if len(set(texts.values())) == 1 and len(texts) == len(release.release.rows):
        return [next(iter(texts.values()))]
    return [f"{label}: {text}" for label, text in texts.items()]


def source_name(release: Planned) -> str:
    calendar = calendars().get(release.source)
    return calendar.TITLE if calendar else ""


def day_text(day: date) -> str:
    """ "Thu 26 Nov", in Italian "gio 26 nov"."""
    return date_in_text(day, "D j M")


def lines(releases: Iterable[TrackedRelease], language: str) -> list[AgendaLine]:
    with translation.override(language):
        return [line(each, language) for each in releases]


def concerns(release: TrackedRelease) -> bool:
    """Whether a release updates a shown row or is a central bank decision."""
    return bool(release.release.rows) or release.release.entry.group == CENTRAL_BANKS


def ahead(now: datetime, language: str, *, days: int) -> list[AgendaLine]:
    """The releases due within `days` days from today, for a digest."""
    today = now.astimezone(UTC).date()
    releases = between(today, today + timedelta(days=days), now)
    return lines([each for each in releases if concerns(each) and each.state == "due"], language)


def quarter_of_hour(now: datetime) -> str:
    """A cache key part that changes every 15 minutes, so that releases do not stay "due" after their time."""
    return f"{now:%H}:{now.minute // 15}"


@dataclass(frozen=True)
class CalendarState:
    """A calendar with the text on its last successful reading."""

    title: str
    read_text: str


def old_calendars(now: datetime) -> list[CalendarState]:
    """The calendars that failed or were not read for three days; call inside `translation.override`."""
    found = {row.name: row for row in ReleaseCalendar.objects.all()}
    return [
        CalendarState(calendar.TITLE, _read(found.get(name)))
        for name, calendar in calendars().items()
        if enabled(name) and _is_old(found.get(name), now)
    ]


def _is_old(row: ReleaseCalendar | None, now: datetime) -> bool:
    return row is None or row.fetched_at is None or bool(row.error) or now - row.fetched_at > OLD


def _read(row: ReleaseCalendar | None) -> str:
    if row is None or row.fetched_at is None:
        return _("not read yet")
    return _("last read on %(day)s") % {"day": wording.day_text(row.fetched_at.date())}


@dataclass(frozen=True)
class RowLines:
    """The late and the next release on a row's own page."""

    awaited: AgendaLine | None
    next: AgendaLine | None


NO_LINES = RowLines(None, None)


def of_row(row: RowConfig, now: datetime, language: str) -> RowLines:
    """The lines of a row, None if no calendar lists it. Call inside `translation.override(language)`."""
    found = next_due(row, now)
    late = line(TrackedRelease(found.awaited, "awaited"), language) if found.awaited else None
    return RowLines(late, line(TrackedRelease(found.next, "due"), language) if found.next else None)


def with_newest(rows: Sequence[DashboardRow], now: datetime) -> list[DashboardRow]:
    """Notes on stale rows whose source is on schedule that the figure is the latest, and when the next is due.

    Call inside `translation.override(language)`; at most three queries, none without stale rows.
    """
    old = [row.code for row in rows if row.stale and not row.overdue and not row.error]
    configured = groups.load()
    waits = row_schedules([configured.row(code) for code in old], now)
    return [
        replace(row, newest_text=_newest(waits[row.code]))
        if row.code in waits and not waits[row.code].behind
        else row
        for row in rows
    ]


def _newest(wait: RowSchedule) -> str:
    if wait.next is None:
        return _("latest available")
    return _("latest available; next due in %(month)s") % {"month": date_in_text(wait.next.day, "F")}


def group_titles(language: str) -> dict[str, str]:
    """The titles of the group filter: the groups and the central banks."""
    found = {group.id: group.title(language) for group in groups.load().groups}
    return {CENTRAL_BANKS: _("Central banks")} | found


def region_titles() -> dict[str, str]:
    return {
        "US": _("United States"),
        "EU": _("Europe"),
        "IT": _("Italy"),
        "UK": _("United Kingdom"),
        "ASIA": _("Asia"),
        "WORLD": _("World"),
    }
