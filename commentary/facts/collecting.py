"""Collects the facts of an edition: current figures, their histories and the figures shown previously."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from briefing.core.periods import business_days
from commentary.facts import previous
from commentary.facts.past import Past, past_of
from commentary.facts.ranking import PreviousFigures, marked
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from indicators import agenda, closures, history
from indicators.exchanges import sessions_since, visible_indices
from indicators.fallback_sources import row_as_computed
from indicators.groups import RowConfig, load
from indicators.models import IndicatorFigure, is_stale

CACHED_S = 14 * 24 * 3600
CurrentRows = dict[str, tuple[RowFacts, Mapping[str, float]]]  # facts, and recent values by period
DECISION_IS_NEWS = 2  # business days; a rate takes effect, and its figure is published, up to two days later


def everything(*, today: date | None = None, seen: PreviousFigures | None = None) -> dict[str, Facts]:
    """Returns the facts of each configured group and of "all", with at most two queries, and one with share indices.

    Includes configured rows of enabled sources, computed with the current configuration. `seen` holds the
    figures of the previous edition; by default, the last one before today (UTC).
    """
    today = today or timezone.now().date()
    seen = previous.seen_before_day(timezone.now()) if seen is None else seen
    groups = load().groups
    rows = [row for group in groups for row in group.rows]
    stored = _stored(rows)
    if visible_indices():
        closures.calendar()  # loads the declared closures, for the age of the closes
    by_code = {
        code: marked(row, seen, recent) for code, (row, recent) in _current(rows, stored, today).items()
    }
    seen_at = seen.at.astimezone(UTC).isoformat(timespec="minutes") if seen.at else ""
    computed_at = max((figure.computed_at for figure in stored.values()), default=None)
    known_at = computed_at.astimezone(UTC).isoformat() if computed_at else ""

    def facts(group_id: str, rows: Sequence[RowFacts]) -> Facts:
        return Facts(group_id, today.isoformat(), tuple(rows), seen_at=seen_at, known_at=known_at)

    found = {
        group.id: facts(group.id, [by_code[row.code] for row in group.rows if row.code in by_code])
        for group in groups
    }
    return {EVERYTHING: facts(EVERYTHING, list(by_code.values()))} | found


def _stored(rows: Sequence[RowConfig]) -> dict[str, IndicatorFigure]:
    by_code = {row.code: row for row in rows}
    found = IndicatorFigure.objects.filter(code__in=by_code).defer("spark")
    return {figure.code: figure for figure in found if by_code[figure.code].as_computed_from(figure.made_of)}


def _pasts(rows: Sequence[RowConfig], stored: dict[str, IndicatorFigure]) -> dict[str, Past]:
    """Returns the pasts by code, cached until the figure is computed again."""
    keys = {_key(row, stored[row.code]): row for row in rows}
    cached = cache.get_many(keys)
    missing = {key: row for key, row in keys.items() if key not in cached}
    points = (
        history.of_symbols({symbol for row in missing.values() for symbol in row.symbols}) if missing else {}
    )
    fresh = {key: past_of(row, history.transformed(row, points)) for key, row in missing.items()}
    if fresh:
        cache.set_many(fresh, timeout=CACHED_S)
    return {row.code: (cached | fresh)[key] for key, row in keys.items()}


def _key(row: RowConfig, figure: IndicatorFigure) -> str:
    """Returns a cache key of the computation time and the configuration that `made_of` does not cover."""
    level = row.target.level if row.target else None
    shape = f"{row.measure}-{row.decimals}-{row.round}-{level}"
    return f"commentary:past:1:{row.code}:{figure.computed_at.timestamp()}:{shape}"


def _decided(row: RowConfig, observed_on: date, today: date) -> str:
    """Returns the day of a policy rate's decision if at most two business days ago, otherwise ""."""
    day = agenda.decided_by(row, observed_on) if row.wire.rank == "policy" else None
    return day.isoformat() if day and business_days(day, today) <= DECISION_IS_NEWS else ""


def _age(row: RowConfig, observed_on: date, today: date) -> int:
    """Returns the sessions since the close of a share index, the business days since any other observation."""
    sessions = sessions_since(row.symbols[0], observed_on, today)
    return business_days(observed_on, today) if sessions is None else sessions


def row_facts(row: RowConfig, figure: IndicatorFigure, past: Past, today: date) -> RowFacts:
    """Returns a row's facts without the comparison to an earlier edition."""
    fields: dict[str, Any] = past.as_fields()
    return RowFacts(
        key=row.code,
        group=row.group_id,
        label_en=row.label("en"),
        label_it=row.label("it"),
        note_en=row.note("en"),
        note_it=row.note("it"),
        limits_en=row.limits("en"),
        limits_it=row.limits("it"),
        basis_en=row.basis("en"),
        basis_it=row.basis("it"),
        unit=row.unit,
        decimals=row.decimals,
        frequency=row.frequency,
        better=row.better,
        measure=row.measure,
        value=figure.value,
        prev=figure.previous_value,
        period=figure.period,
        prev_period=figure.previous_period,
        date=figure.observed_on.isoformat(),
        percentile=figure.percentile,
        lowest=figure.lowest,
        highest=figure.highest,
        since=figure.since.isoformat(),
        all_time=("highest",) if row.wire.is_all_time_high(figure.highest, figure.since) else (),
        stale=is_stale(figure.observed_on, today),
        age=_age(row, figure.observed_on, today),
        decided=_decided(row, figure.observed_on, today),
        **fields,
    )


def recent(codes: Collection[str], today: date) -> CurrentRows:
    """Returns these configured rows by code, not compared to an edition."""
    rows = [row for group in load().groups for row in group.rows if row.code in codes]
    return _current(rows, _stored(rows), today)


def _current(rows: Sequence[RowConfig], stored: dict[str, IndicatorFigure], today: date) -> CurrentRows:
    """Returns the rows that have a figure, each as that was computed: from its first source or its fallback."""
    first = {row.code: row.inputs for row in load().rows}
    computed = [row_as_computed(row, stored[row.code]) for row in rows if row.code in stored]
    pasts = _pasts(computed, stored)
    found: CurrentRows = {}
    for row in computed:
        figure, past = stored[row.code], pasts[row.code]
        facts = row_facts(row, figure, past, today)
        found[row.code] = replace(facts, fallback=figure.made_of != first[row.code]), dict(past.recent)
    return found
