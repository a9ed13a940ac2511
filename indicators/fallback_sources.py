"""Which of a row's two sources is shown: the first, unless it has been out for days and the spare has figures."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from indicators.groups import RowConfig
from indicators.models import IndicatorFigure, Quote

# A publisher's bad weekend passes: until then the last good figures stand, with their date.
PATIENCE = timedelta(days=3)


def fallbacks_needed(rows: Iterable[RowConfig], now: datetime) -> list[RowConfig]:
    """The enabled spares of rows with a symbol that is out; they are asked beside the first source."""
    pairs = [(row, row.fallback) for row in rows if row.fallback and row.fallback.enabled]
    if not pairs:
        return []
    out = _out(now)
    return [spare for row, spare in pairs if out.intersection(row.symbols)]


def active_sources(rows: Iterable[RowConfig], now: datetime) -> list[RowConfig]:
    """Each row, or its spare where that is wanted and every symbol of it has answered and is not out itself."""
    rows = list(rows)
    wanted = {spare.code: spare for spare in fallbacks_needed(rows, now)}
    needed = {symbol for spare in wanted.values() for symbol in spare.symbols}
    there = set(
        Quote.objects.filter(symbol__in=needed, fetched_at__isnull=False).values_list("symbol", flat=True)
    )
    there -= _out(now) if needed else set()
    ready = {code: spare for code, spare in wanted.items() if there.issuperset(spare.symbols)}
    return [ready.get(row.code, row) for row in rows]


def row_as_computed(row: RowConfig, figure: IndicatorFigure | None) -> RowConfig:
    """The row as its figure was made: its spare where that stands in for a first source that is out."""
    return (row.as_computed_from(figure.made_of) if figure else None) or row


def row_as_stored(row: RowConfig) -> RowConfig:
    """`row_as_computed` of the stored figure; a query where the row has a spare."""
    figure = IndicatorFigure.objects.filter(code=row.code).only("made_of").first() if row.fallback else None
    return row_as_computed(row, figure)


def _out(now: datetime) -> set[str]:
    """Symbols whose last attempt failed, and that have not answered for three days or never did."""
    silent = Q(fetched_at__isnull=True) | Q(fetched_at__lt=now - PATIENCE)
    return set(Quote.objects.failing().filter(silent).values_list("symbol", flat=True))
