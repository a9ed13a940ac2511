"""Selects a row's active source: the first, unless it has failed for days and the fallback has figures."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from indicators.groups import RowConfig
from indicators.models import IndicatorFigure, Quote

# An outage over a weekend is tolerated: the last good figures are shown with their date.
PATIENCE = timedelta(days=3)


def fallbacks_needed(rows: Iterable[RowConfig], now: datetime) -> list[RowConfig]:
    """The enabled fallbacks of rows with a failing symbol; they are fetched in addition to the first source."""
    pairs = [(row, row.fallback) for row in rows if row.fallback and row.fallback.enabled]
    if not pairs:
        return []
    out = _out(now)
    return [fallback for row, fallback in pairs if out.intersection(row.symbols)]


def active_sources(rows: Iterable[RowConfig], now: datetime) -> list[RowConfig]:
    """Each row, or its fallback if needed and all symbols of that have been fetched and are not failing."""
    rows = list(rows)
    wanted = {fallback.code: fallback for fallback in fallbacks_needed(rows, now)}
    needed = {symbol for fallback in wanted.values() for symbol in fallback.symbols}
    there = set(
        Quote.objects.filter(symbol__in=needed, fetched_at__isnull=False).values_list("symbol", flat=True)
    )
    there -= _out(now) if needed else set()
    ready = {code: fallback for code, fallback in wanted.items() if there.issuperset(fallback.symbols)}
    return [ready.get(row.code, row) for row in rows]


def row_as_computed(row: RowConfig, figure: IndicatorFigure | None) -> RowConfig:
    """The row, or its fallback if the figure was computed from that."""
    return (row.as_computed_from(figure.made_of) if figure else None) or row


def row_as_stored(row: RowConfig) -> RowConfig:
    """`row_as_computed` with the stored figure; one query if the row has a fallback."""
    figure = IndicatorFigure.objects.filter(code=row.code).only("made_of").first() if row.fallback else None
    return row_as_computed(row, figure)


def _out(now: datetime) -> set[str]:
    """Symbols whose last attempt failed and that have had no result for three days, or never."""
    silent = Q(fetched_at__isnull=True) | Q(fetched_at__lt=now - PATIENCE)
    return set(Quote.objects.failing().filter(silent).values_list("symbol", flat=True))
