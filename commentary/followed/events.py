"""Finds events: compares each row with its facts at the last scan, and takes decisions whose time has passed."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.dispatch import receiver

from briefing.core import origin
from briefing.core.work import jobs
from commentary.facts import collecting
from commentary.facts.ranking import PreviousFigures, is_unusual
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.followed import revised, sentences
from commentary.followed.models import (
    FIGURE_KINDS,
    FigureCursor,
    FigureEvent,
    Follow,
    FollowDelivery,
    Kind,
    PendingEvent,
)
from commentary.followed.revised import RevisedValue
from indicators.agenda import decisions
from indicators.agenda.planned import Planned, planned
from indicators.computation import figures_stored
from indicators.groups import load

SCAN = "commentary.followed"
# How far back decisions are looked for after an outage.
LOOK_BACK = timedelta(days=3)
# The followers of an event that want mail, in one statement whatever their number.
ADDRESS = f"""INSERT INTO {PendingEvent._meta.db_table} (user_id, event_id)
SELECT f.user_id, %s FROM {Follow._meta.db_table} f
JOIN {FollowDelivery._meta.db_table} d ON d.user_id = f.user_id
WHERE f.subject = %s AND f.kind = %s AND f.created_at <= %s AND d.mail <> 'off'
ON CONFLICT (user_id, event_id) DO NOTHING"""  # noqa: S608  # nosec B608


@dataclass(frozen=True)
class NewEvent:
    """An event that is not stored yet; `row` is None for a decision."""

    subject: str
    kind: Kind
    key: str
    day: date
    row: RowFacts | None = None
    revised: tuple[RevisedValue, ...] = ()  # by the record of revisions, oldest first


@receiver(figures_stored)
def ask_for_scan(*, now: datetime, **_signal: Any) -> None:
    """Asks for a scan in the transaction that stores figures, so that none is stored without one."""
    jobs.enqueue(SCAN, f"after {now.isoformat()}")


def scan(now: datetime) -> int:
    """Stores the events since the last scan and returns their number; idempotent and safe to run concurrently."""
    return _scan_figures(now) + _scan_decisions(now)


def _scan_figures(now: datetime) -> int:
    cursors = {cursor.code: cursor for cursor in FigureCursor.objects.all()}
    known = {code: row_of(cursor) for code, cursor in cursors.items()}
    today = now.astimezone(UTC).date()
    # Read before the figures: a revision between the two is found by the next scan.
    recorded = revised.latest_revisions(load().active_rows())
    rows = collecting.everything(today=today, seen=PreviousFigures(known, now))[EVERYTHING].rows
    wanted = set(Follow.objects.exclude(kind=Kind.DECISION).values_list("subject", "kind").distinct())
    count = 0
    for row in rows:
        cursor, revisions = cursors.get(row.key), recorded[row.key]
        facts = row.as_json() | {"revisions": revisions}
        if cursor is None:
            FigureCursor.objects.bulk_create([FigureCursor(code=row.key, facts=facts)], ignore_conflicts=True)
        elif _has_changed(row, known[row.key]) or cursor.facts.get("revisions") != revisions:
            asked = {kind for kind in FIGURE_KINDS if (row.key, kind) in wanted}
            found = [
                each
                for each in _events_of(row, known[row.key], cursor, revisions, asked)
                if each.kind in asked
            ]
            count += advance(cursor, facts, found, now)
    return count


def row_of(cursor: FigureCursor) -> RowFacts:
    """Returns the row at the last scan."""
    return Facts.from_json({"group": "", "as_of": "", "rows": [cursor.facts]}).rows[0]


def _has_changed(row: RowFacts, before: RowFacts) -> bool:
    compared = ("value", "prev", "date", "period", "unit", "decided")
    return row.revised_from is not None or any(
        getattr(row, name) != getattr(before, name) for name in compared
    )


def _events_of(
    row: RowFacts,
    before: RowFacts,
    cursor: FigureCursor,
    revisions: Mapping[str, int],
    asked: Collection[Kind],
) -> Iterator[NewEvent]:
    """Yields a row's events since `before`; none where its unit changed or it is stale.

    A policy rate is out when a decision shows in it, though its series has a value each day.
    """
    if row.unit != before.unit or row.stale:
        return
    day = date.fromisoformat(row.date)
    fresh = replace(row, new=True, revised_from=None, revised_period="")
    if row.decided:
        if row.decided != before.decided:
            yield NewEvent(row.key, Kind.OUT, f"decided {row.decided}", day, fresh)
    elif row.new and not _is_policy(row):
        yield NewEvent(row.key, Kind.OUT, row.period, day, fresh)
    if row.new and is_unusual(fresh):
        yield NewEvent(row.key, Kind.UNUSUAL, row.period, day, fresh)
    if Kind.REVISED in asked and (found := _revision_of(row, cursor, revisions)):
        yield found


def _revision_of(row: RowFacts, cursor: FigureCursor, revisions: Mapping[str, int]) -> NewEvent | None:
    """Returns one event for all observations revised since the last scan.

    The record has all of them; without one it is the latest or the one before, by what was shown. None for a new
    base year.
    """
    day, version = date.fromisoformat(row.date), cursor.version + 1
    known = cursor.facts.get("revisions", revisions)  # a cursor of an earlier release has none
    found = revised.revised_values(load().row(row.key), known, revisions)
    if found:
        newest = revised.row_at(row, found[-1])
        return NewEvent(
            row.key, Kind.REVISED, f"{newest.revised_period} {version}", day, newest, revised=tuple(found)
        )
    if found is None or row.revised_from is None:
        return None
    return NewEvent(row.key, Kind.REVISED, f"{row.revised_period} {version}", day, replace(row, new=False))


def _is_policy(row: RowFacts) -> bool:
    return load().row(row.key).wire.rank == "policy"


def advance(cursor: FigureCursor, facts: Mapping[str, Any], events: list[NewEvent], now: datetime) -> int:
    """Moves the cursor and stores the events with it; 0 if another scan moved it first."""
    texts = [(each, _texts(each, now)) for each in events]
    with transaction.atomic():
        origin.claim()
        moved = FigureCursor.objects.filter(pk=cursor.pk, version=cursor.version).update(
            facts=facts, version=cursor.version + 1
        )
        return sum(_store(each, text, now) for each, text in texts) if moved else 0


def _texts(event: NewEvent, now: datetime) -> sentences.Texts:
    if event.row is None:
        return {}
    return sentences.texts_of(event.row, now.astimezone(UTC).date().isoformat(), event.revised)


def _store(event: NewEvent, texts: sentences.Texts, at: datetime) -> bool:
    """Stores the event and addresses it to its followers; False if it is stored already."""
    stored, created = FigureEvent.objects.get_or_create(
        subject=event.subject, kind=event.kind, key=event.key,
        defaults={"at": at, "day": event.day, "texts": texts},
    )  # fmt: skip
    if created:
        # Those who ask after this moment already see the figure on its page.
        moment = connection.ops.adapt_datetimefield_value(at)
        with connection.cursor() as cursor:
            cursor.execute(ADDRESS, [stored.pk, event.subject, event.kind.value, moment])
    return created


def _scan_decisions(now: datetime) -> int:
    """Stores decisions whose time has passed, for readers who followed the bank before it did."""
    count, today = 0, now.astimezone(UTC).date()
    for each in planned(today - LOOK_BACK, today + timedelta(days=1)):
        if each.entry.bank in decisions.banks() and each.has_passed(now):
            moment = each.starts_at or each.day_begins + timedelta(days=1)
            asked = Follow.objects.filter(subject=each.entry.id, kind=Kind.DECISION, created_at__lte=moment)
            if asked.exists():
                count += _store_decision(each, moment)
    return count


def _store_decision(decision: Planned, moment: datetime) -> bool:
    with transaction.atomic():
        origin.claim()
        return _store(NewEvent(decision.entry.id, Kind.DECISION, decision.key, decision.day), {}, moment)
