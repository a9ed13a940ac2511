"""The next release of a row, and the releases due, for pages, texts and digests."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from indicators.agenda import catalogue
from indicators.agenda.arrivals import LOOK_BACK, Arrivals, ReleaseState, arrivals
from indicators.agenda.planned import Planned, planned
from indicators.gaps import Gaps
from indicators.groups import RowConfig

# Covers the next release of a quarterly figure.
HORIZON = timedelta(days=200)


@dataclass(frozen=True)
class TrackedRelease:
    """A release with its state; `without_figure` are the rows for which it has no new figure."""

    release: Planned
    state: ReleaseState
    without_figure: tuple[tuple[RowConfig, Gaps], ...] = ()


@dataclass(frozen=True)
class RowSchedule:
    """A row's releases: `awaited` has passed without a figure, `next` is the earliest still to come.

    `behind`: the figure of the last release is missing; set for stale rows too, which are never `awaited`.
    """

    awaited: Planned | None
    next: Planned | None
    behind: bool = False


def between(first: date, last: date, now: datetime) -> list[TrackedRelease]:
    """The releases between two days with their state, by day and time; three queries."""
    found = planned(first, last)
    arrivals_now = arrivals(found, now)
    states = [(release, arrivals_now.state(release)) for release in found]
    # Stored gaps describe only the latest release.
    newest = {release.entry.id: release.key for release, state in states if state == "out"}
    return [
        TrackedRelease(
            release,
            state,
            tuple(arrivals_now.without_figure(release))
            if newest.get(release.entry.id) == release.key
            else (),
        )
        for release, state in states
    ]


def next_due(row: RowConfig, now: datetime) -> RowSchedule:
    """The schedule of a row; both releases are None if no calendar lists it."""
    return row_schedules([row], now)[row.code]


def row_schedules(rows: Sequence[RowConfig], now: datetime) -> dict[str, RowSchedule]:
    """The schedule of each row by code; three queries for any number of rows, none if no calendar lists one."""
    if not any(catalogue.entry_of(row) for row in rows):
        return {row.code: RowSchedule(None, None) for row in rows}
    today = now.astimezone(UTC).date()
    wanted = {row.code for row in rows}
    found = [
        each
        for each in planned(today - LOOK_BACK, today + HORIZON)
        if not each.cancelled and not wanted.isdisjoint(row.code for row in each.rows)
    ]
    arrivals_now = arrivals(found, now)
    by_code: dict[str, list[Planned]] = defaultdict(list)
    for each in found:
        for row in each.rows:
            by_code[row.code].append(each)
    return {row.code: _row_due(row, by_code[row.code], arrivals_now) for row in rows}


def _row_due(row: RowConfig, own: list[Planned], arrivals_now: Arrivals) -> RowSchedule:
    passed = [each for each in own if each.has_passed(arrivals_now.now)]
    late = passed[-1] if passed and _is_late(passed[-1], row, arrivals_now) else None
    behind = bool(passed) and not passed[-1].entry.bank and not arrivals_now.has(passed[-1], row)
    return RowSchedule(late, next((each for each in own if _is_ahead(each, row, arrivals_now)), None), behind)


def _is_late(release: Planned, row: RowConfig, arrivals_now: Arrivals) -> bool:
    return not release.entry.bank and row in arrivals_now.missing(release)


def _is_ahead(release: Planned, row: RowConfig, arrivals_now: Arrivals) -> bool:
    """Whether the release is still to come: its time has not passed and its figure did not arrive early."""
    if release.has_passed(arrivals_now.now):
        return False
    return (
        arrivals_now.now < release.day_begins
        or release.entry.bank != ""
        or not arrivals_now.has(release, row)
    )


def due(now: datetime, days: int) -> list[dict[str, str]]:
    """The releases due within `days` days including today, as the `agenda` facts of texts.

    `key` is the code of the first row that the release updates, else its id in the catalogue. Releases without a
    shown row are left out, except decisions.
    """
    today = now.astimezone(UTC).date()
    releases = between(today, today + timedelta(days=days), now)
    return [
        _fact(each.release)
        for each in releases
        if each.state == "due" and (each.release.rows or each.release.entry.bank)
    ]


def _fact(release: Planned) -> dict[str, str]:
    return {
        "date": release.day.isoformat(),
        "what_en": release.entry.phrase.en,
        "what_it": release.entry.phrase.it,
        "key": release.rows[0].code if release.rows else release.entry.id,
    }
