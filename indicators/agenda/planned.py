"""Merges the calendars' releases and the banks' decision days into one list without duplicates."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from indicators import groups
from indicators.agenda import catalogue, decisions
from indicators.agenda.calendars import calendars
from indicators.agenda.catalogue import CatalogueRelease
from indicators.groups import RowConfig
from indicators.models import Release

# How far back releases are read to find the days that a calendar of higher precedence covers.
BEHIND = timedelta(days=60)
# Days of two calendars this close are the same release; under a week because of weekly releases.
NEAR = timedelta(days=5)


@dataclass(frozen=True)
class Planned:
    """One release or decision. `day` is in the publisher's `zone`; `starts_at` is UTC, None without an hour.

    `key` stays when the day moves, and `sequence` counts the moves. `rows` are the shown rows that it updates.
    `source` is the calendar or bank that lists the day.
    """

    entry: CatalogueRelease
    key: str
    day: date
    zone: str
    starts_at: datetime | None = None
    period: str = ""
    provisional: bool = False
    cancelled: bool = False
    moved_from: date | None = None
    url: str = ""
    source: str = ""
    rows: tuple[RowConfig, ...] = ()
    sequence: int = 0

    @property
    def day_begins(self) -> datetime:
        """The start of its day in the publisher's time zone."""
        return datetime.combine(self.day, datetime.min.time(), ZoneInfo(self.zone))

    def has_passed(self, now: datetime) -> bool:
        """Whether its time has passed; without an hour, whether its day is over."""
        return now >= (self.starts_at or self.day_begins + timedelta(days=1))


def planned(first: date, last: date) -> list[Planned]:
    """All releases and decisions between two days inclusive, ordered by day and time; one query."""
    rows = _rows_by_entry()
    found = [*_released(first, last, rows), *_decided(first, last, rows)]
    return sorted(found, key=lambda each: (each.day, each.starts_at or each.day_begins, each.entry.id))


def _rows_by_entry() -> dict[str, tuple[RowConfig, ...]]:
    found: dict[str, list[RowConfig]] = defaultdict(list)
    for row in groups.load().active_rows():
        if entry := catalogue.entry_of(row):
            found[entry.id].append(row)
    return {name: tuple(rows) for name, rows in found.items()}


def _decided(first: date, last: date, rows: dict[str, tuple[RowConfig, ...]]) -> Iterable[Planned]:
    for entry in catalogue.entries().values():
        bank = decisions.banks().get(entry.bank)
        for day in bank.days if bank else ():
            if bank and first <= day <= last:
                yield Planned(
                    entry=entry,
                    key=_decision_key(bank, day),
                    day=day,
                    zone=bank.zone,
                    starts_at=bank.moment(day),
                    provisional=day in bank.provisional,
                    url=bank.page,
                    source=bank.id,
                    rows=rows.get(entry.id, ()),
                )


def _decision_key(bank: decisions.Bank, day: date) -> str:
    """By the month, so that a day moved within it is the same decision; by the day where the month has two."""
    month = [each for each in bank.days if (each.year, each.month) == (day.year, day.month)]
    return f"{bank.id} {day:%Y-%m}" if len(month) == 1 else f"{bank.id} {day.isoformat()}"


def _released(first: date, last: date, rows: dict[str, tuple[RowConfig, ...]]) -> Iterable[Planned]:
    by_entry: dict[str, list[Release]] = defaultdict(list)
    for release in Release.objects.filter(day__gte=first - BEHIND).order_by("day", "starts_at"):
        by_entry[release.entry].append(release)
    for name, releases in by_entry.items():
        if entry := catalogue.entries().get(name):
            for release in _once(_believed(entry, releases)):
                if first <= release.day <= last:
                    yield _planned(entry, release, rows.get(name, ()))


def _believed(entry: CatalogueRelease, releases: list[Release]) -> list[Release]:
    """The releases of the first calendar, and of each further one those after the days already covered."""
    found: list[Release] = []
    reach = date.min
    for calendar in entry.calendars:
        own = [row for row in releases if row.calendar == calendar and row.day > reach]
        found += own
        reach = max([reach, *(row.day + NEAR for row in own)])
    return found


def _once(releases: list[Release]) -> list[Release]:
    """One release a day: not cancelled before cancelled, then with an hour before without."""
    best: dict[date, Release] = {}
    for release in releases:
        held = best.get(release.day)
        if held is None or _rank(release) < _rank(held):
            best[release.day] = release
    return list(best.values())


def _rank(release: Release) -> tuple[bool, bool]:
    return release.status == Release.Status.CANCELLED, release.starts_at is None


def _planned(entry: CatalogueRelease, release: Release, rows: tuple[RowConfig, ...]) -> Planned:
    calendar = calendars().get(release.calendar)
    return Planned(
        entry=entry,
        key=release.identity,
        day=release.day,
        zone=calendar.ZONE if calendar else "UTC",
        starts_at=release.starts_at,
        period=release.period,
        provisional=release.status == Release.Status.PROVISIONAL,
        cancelled=release.status == Release.Status.CANCELLED,
        moved_from=release.moved_from,
        url=release.url,
        source=release.calendar,
        rows=rows,
        sequence=release.sequence,
    )
