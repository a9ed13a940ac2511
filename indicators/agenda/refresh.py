"""Fetches each calendar, stores the releases of the catalogue and records moved days."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction

from briefing.core import origin
from briefing.core.operations import notices
from briefing.core.outside import reachability
from briefing.core.web import cache_versions
from briefing.core.work.retention import purges
from indicators.agenda import arrivals, catalogue, decisions
from indicators.agenda.calendars import CalendarEvent, CalendarRequest, calendars, enabled
from indicators.models import Release, ReleaseCalendar
from indicators.sources import SourceError, remedies
from indicators.sources.parsing import is_unreached

BEHIND = timedelta(days=14)
AHEAD = timedelta(days=180)
KEPT = timedelta(days=120)
# A removed and an added release without a period are one move if they are this close and no other release of the entry
# stands between them. FAR (two months, longer than a shutdown of the American offices has delayed figures) is for
# calendars whose keys contain the day; others keep a key through a move.
NEAR = timedelta(days=20)
FAR = timedelta(days=62)
# Staff are notified this many days before a bank's last known decision day.
ENDING_DAYS = 60
FIELDS = ["day", "starts_at", "period", "status", "moved_from", "url", "changed_at", "uid", "sequence"]
log = logging.getLogger(__name__)


@dataclass
class AgendaReport:
    """The counts of a reading. `failed` holds the error message of each failed calendar."""

    requested: int = 0
    stored: int = 0
    moved: int = 0
    gone: int = 0
    awaited: int = 0
    reached: set[str] = field(default_factory=set)
    unreached: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.requested} calendars asked, {len(self.failed)} failed; {self.stored} releases new or changed, "
            f"{self.moved} moved, {self.gone} withdrawn; {self.awaited} figures awaited"
        )


def refresh(now: datetime, *, only: str = "") -> AgendaReport:
    """Reads all enabled calendars, or one; failed ones keep their stored releases. Notifies staff of late figures."""
    report = AgendaReport()
    for name in calendars():
        if enabled(name) and only in ("", name):
            report.requested += 1
            _read(name, now, report)
    for bank in decisions.ending(now.astimezone(UTC).date(), within_days=ENDING_DAYS):
        notices.notify(
            "agenda.decisions",
            bank.id,
            f"{bank.id}: no decision day is known after {bank.days[-1]}. Add the next ones of {bank.page} to"
            " decisions.toml.",
        )
    reachability.note("calendars", reached=report.reached, unreached=report.unreached, now=now)
    report.awaited = arrivals.notify_late(now)
    return report


def _read(name: str, now: datetime, report: AgendaReport) -> None:
    row, _made = ReleaseCalendar.objects.get_or_create(name=name)
    today = now.astimezone(UTC).date()
    requested = CalendarRequest(today - BEHIND, today + AHEAD, catalogue.patterns_of(name), row.memory)
    try:
        _store(name, calendars()[name].fetch(requested), now, report)
    except SourceError as error:
        row.error, row.error_at = remedies.with_remedy(error), now
        (report.unreached if is_unreached(error) else report.reached).add(name)
        report.failed[name] = row.error
    except (origin.MixedData, OperationalError, InterfaceError):
        raise  # no fault of the publisher: the job is refused or tried again
    except Exception as error:
        # An unexpected response must fail this calendar only, not the ones after it.
        log.exception("calendar failed: %s", name)
        row.error, row.error_at = remedies.unexpected(error), now
        report.reached.add(name)
        report.failed[name] = row.error
    else:
        row.fetched_at, row.error, row.error_at = now, "", None
        report.reached.add(name)
    row.memory = requested.memory
    row.save()


def _store(name: str, events: Iterable[CalendarEvent], now: datetime, report: AgendaReport) -> None:
    today = now.astimezone(UTC).date()
    published = _releases(name, events, now)
    with transaction.atomic():
        origin.claim()
        stored = Release.objects.filter(calendar=name, day__gte=today - KEPT)
        known = {(row.entry, row.key): row for row in stored}
        gone = [row for place, row in known.items() if place not in published and row.day > today]
        _follow(published, known, gone)
        changed = [row for place, row in published.items() if not _same(row, known.get(place))]
        Release.objects.bulk_create(
            changed,
            batch_size=500,
            update_conflicts=True,
            unique_fields=["calendar", "entry", "key"],
            update_fields=FIELDS,
        )
        Release.objects.filter(pk__in=[row.pk for row in gone]).delete()
        if changed or gone:
            cache_versions.invalidate("agenda")
    report.stored += len(changed)
    report.moved += sum(row.moved_from is not None for row in changed)
    report.gone += len(gone)


Place = tuple[str, str]


def _releases(name: str, events: Iterable[CalendarEvent], now: datetime) -> dict[Place, Release]:
    """One release for each event and each catalogue entry that it matches."""
    wanted = [entry for entry in catalogue.entries().values() if name in entry.calendars]
    return {
        (entry.id, event.key): _release(name, entry, event, now)
        for event in events
        for entry in wanted
        if entry.is_named_by(name, event.labels)
    }


def _release(name: str, entry: catalogue.CatalogueRelease, event: CalendarEvent, now: datetime) -> Release:
    status = Release.Status.PROVISIONAL if event.provisional else Release.Status.CONFIRMED
    return Release(
        calendar=name,
        entry=entry.id,
        key=event.key,
        day=event.day,
        starts_at=event.starts_at,
        period=event.period if entry.period else "",
        status=Release.Status.CANCELLED if event.cancelled else status,
        moved_from=event.moved_from,
        url=event.url,
        changed_at=now,
    )


def _follow(published: dict[Place, Release], known: dict[Place, Release], gone: list[Release]) -> None:
    """Sets the UID, its sequence and `moved_from` from the stored release, if there is one."""
    before = {place: known[place] for place in published if place in known} | _moved(published, known, gone)
    taken = {row.identity for row in known.values()}
    for place, row in published.items():
        old = before.get(place)
        if old is None:
            row.uid = _new_uid(row, taken)
            taken.add(row.uid)
        else:
            row.uid, row.sequence = old.identity, old.sequence + _is_rescheduled(old, row)
        if old and row.moved_from is None:
            row.moved_from = old.day if old.day != row.day else old.moved_from
        if row.moved_from == row.day:
            row.moved_from = None


def _moved(
    published: dict[Place, Release], known: dict[Place, Release], gone: list[Release]
) -> dict[Place, Release]:
    """The removed release that each new one continues under another key; the nearest pairs first, each once."""
    kept = [row for place, row in published.items() if place in known]
    pairs = [
        (abs(old.day - row.day), old.day, place, old)
        for place, row in published.items()
        for old in gone
        if place not in known and _are_one(old, row, [each.day for each in kept if each.entry == row.entry])
    ]
    found: dict[Place, Release] = {}
    left = {row.pk for row in gone}
    for _distance, _day, place, old in sorted(pairs, key=lambda pair: pair[:3]):
        if place not in found and old.pk in left:
            found[place] = old
            left.discard(old.pk)
    return found


def _are_one(old: Release, row: Release, kept: Iterable[date]) -> bool:
    """Whether a removed and a new release are one, given the days of the entry's other releases."""
    if old.entry != row.entry or (old.period and row.period and old.period != row.period):
        return False
    if old.period and row.period:
        return True
    first, last = sorted((old.day, row.day))
    furthest = FAR if old.day.isoformat() in old.key else NEAR
    return last - first < furthest and not any(first < day < last for day in kept)


def _new_uid(row: Release, taken: set[str]) -> str:
    """Makes the UID from the period, where it is named and not taken by an earlier estimate; else from the key."""
    uid = f"{row.calendar} {row.entry} {row.period}"
    return uid if row.period and uid not in taken else row.identity


def _is_rescheduled(old: Release, row: Release) -> bool:
    cancelled = Release.Status.CANCELLED
    moved = (old.day, old.starts_at) != (row.day, row.starts_at)
    return moved or (old.status == cancelled) != (row.status == cancelled)


def _same(row: Release, before: Release | None) -> bool:
    names = [name for name in FIELDS if name != "changed_at"]
    return before is not None and all(getattr(row, name) == getattr(before, name) for name in names)


@purges("releases that are past")
def purge(now: datetime) -> int:
    """Deletes past releases."""
    return Release.objects.filter(day__lt=now.astimezone(UTC).date() - KEPT).delete()[0]
