"""The story of a reading: each calendar is asked, what the catalogue follows is kept, what moved is noted."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db import transaction

from briefing.core import editions, notices, origin, reach
from briefing.core.retention import purges
from indicators.agenda import catalogue, decisions, waiting
from indicators.agenda.calendars import Asked, Event, calendars, enabled
from indicators.models import Release, ReleaseCalendar
from indicators.sources import SourceError, remedies
from indicators.sources.parsing import is_unreached

BEHIND = timedelta(days=14)
AHEAD = timedelta(days=180)
KEPT = timedelta(days=120)
# Where a calendar's names for its events hold their day, a day that went and one that came this near are one move.
NEAR = timedelta(days=20)
# Staff hear of a bank's last day this long before it.
ENDING_DAYS = 60
FIELDS = ["day", "starts_at", "period", "status", "moved_from", "url", "changed_at", "uid", "sequence"]


@dataclass
class AgendaReport:
    """What a reading did. `failed` holds the error of each calendar that did not answer well."""

    asked: int = 0
    kept: int = 0
    moved: int = 0
    gone: int = 0
    awaited: int = 0
    reached: set[str] = field(default_factory=set)
    unreached: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.asked} calendars asked, {len(self.failed)} failed; {self.kept} releases new or changed, "
            f"{self.moved} moved, {self.gone} withdrawn; {self.awaited} figures awaited"
        )


def refresh(now: datetime, *, only: str = "") -> AgendaReport:
    """Reads every enabled calendar (or one), keeps the last good set of one that fails, tells staff what is late."""
    report = AgendaReport()
    for name in calendars():
        if enabled(name) and only in ("", name):
            report.asked += 1
            _read(name, now, report)
    for bank in decisions.ending(now.astimezone(UTC).date(), within_days=ENDING_DAYS):
        notices.tell(
            "agenda.decisions",
            bank.id,
            f"{bank.id}: no decision day is known after {bank.days[-1]}. Add the next ones of {bank.page} to"
            " decisions.toml.",
        )
    reach.note("calendars", reached=report.reached, unreached=report.unreached, now=now)
    report.awaited = waiting.tell_staff(now)
    return report


def _read(name: str, now: datetime, report: AgendaReport) -> None:
    row, _made = ReleaseCalendar.objects.get_or_create(name=name)
    today = now.astimezone(UTC).date()
    asked = Asked(today - BEHIND, today + AHEAD, catalogue.patterns_of(name), row.memory)
    try:
        events = calendars()[name].fetch(asked)
    except SourceError as error:
        row.error, row.error_at = remedies.with_remedy(error), now
        (report.unreached if is_unreached(error) else report.reached).add(name)
        report.failed[name] = row.error
    else:
        _store(name, events, now, report)
        row.fetched_at, row.error, row.error_at = now, "", None
        report.reached.add(name)
    row.memory = asked.memory
    row.save()


def _store(name: str, events: Iterable[Event], now: datetime, report: AgendaReport) -> None:
    today = now.astimezone(UTC).date()
    said = _releases(name, events, now)
    with transaction.atomic():
        origin.claim()
        stored = Release.objects.filter(calendar=name, day__gte=today - KEPT)
        known = {(row.entry, row.key): row for row in stored}
        gone = [row for place, row in known.items() if place not in said and row.day > today]
        _follow(said, known, gone)
        changed = [row for place, row in said.items() if not _same(row, known.get(place))]
        Release.objects.bulk_create(
            changed,
            batch_size=500,
            update_conflicts=True,
            unique_fields=["calendar", "entry", "key"],
            update_fields=FIELDS,
        )
        Release.objects.filter(pk__in=[row.pk for row in gone]).delete()
        if changed or gone:
            editions.changed("agenda")
    report.kept += len(changed)
    report.moved += sum(row.moved_from is not None for row in changed)
    report.gone += len(gone)


Place = tuple[str, str]


def _releases(name: str, events: Iterable[Event], now: datetime) -> dict[Place, Release]:
    """A release for each event and each entry of the catalogue that it is one of."""
    wanted = [entry for entry in catalogue.entries().values() if name in entry.calendars]
    return {
        (entry.id, event.key): _release(name, entry, event, now)
        for event in events
        for entry in wanted
        if entry.is_named_by(name, event.labels)
    }


def _release(name: str, entry: catalogue.Entry, event: Event, now: datetime) -> Release:
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


def _follow(said: dict[Place, Release], known: dict[Place, Release], gone: list[Release]) -> None:
    """Fills what our own earlier reading settles: the name in calendars, and `moved_from` where it has another day."""
    left = sorted(gone, key=lambda row: row.day)
    before: dict[Place, Release] = {}
    for place, row in said.items():
        found = known.get(place) or next((old for old in left if _are_one(old, row)), None)
        if found:
            before[place] = found
            left = [old for old in left if old is not found]
    taken = {row.identity for row in known.values()}
    for place, row in said.items():
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


def _are_one(old: Release, row: Release) -> bool:
    if old.entry != row.entry or (old.period and row.period and old.period != row.period):
        return False
    return bool(old.period and row.period) or abs(old.day - row.day) < NEAR


def _new_uid(row: Release, taken: set[str]) -> str:
    """By the period, where it is named and this is its first release (a later estimate is another); else by the key."""
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
    """What came long ago is the figures' own history by then."""
    return Release.objects.filter(day__lt=now.astimezone(UTC).date() - KEPT).delete()[0]
