"""What was revised since a moment, over all rows that may be redistributed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import translation

from indicators import groups, history, redistribution, vintages
from indicators.api_models import ChangedObservation, RevisionsAnswer
from indicators.fallback_sources import row_as_computed
from indicators.figures import Point
from indicators.groups import RowConfig
from indicators.listing import PLACES, source_of
from indicators.models import Quote, Revision
from indicators.revised import LATEST
from indicators.rows import stored

MOST = 12  # of a figure; a new base year or seasonal adjustment rewrites all of them


def revisions(since: datetime, language: str) -> RevisionsAnswer:
    """The observations of each row that differ between `since` and now, five queries.

    A new base year is no revision, so rows with one are left out where they show the series itself.
    """
    changes = Revision.objects.filter(at__gt=since).order_by()
    moments = dict(changes.values_list("symbol").annotate(Max("at")))
    rebased = set(changes.filter(rebased=True).values_list("symbol", flat=True))
    every = groups.load().active_rows()
    figures, quotes = stored(every)
    rows = [row_as_computed(row, figures.get(row.code)) for row in every]
    rows = [row for row in rows if redistribution.refusal(row, language) is None]
    revised = [
        row
        for row in rows
        if moments.keys() & set(row.symbols) and not (row.transform == "level" and rebased & set(row.symbols))
    ]
    symbols = {symbol for row in revised for symbol in row.symbols}
    then, now = vintages.known_at(symbols, since), history.of_symbols(symbols)
    items = []
    with translation.override(language):
        for row in revised:
            latest = max(moments[symbol] for symbol in row.symbols if symbol in moments)
            items += _changed(
                row, history.transformed(row, then), history.transformed(row, now), latest, language
            )
    return RevisionsAnswer(
        since=since,
        items=sorted(items, key=lambda item: (item.day, item.revised_at), reverse=True),
        incomplete=[row.code for row in rows if _begins_after(row, quotes, since)],
    )


def _begins_after(row: RowConfig, quotes: Mapping[str, Quote], since: datetime) -> bool:
    known = vintages.known_since(row.symbols, quotes)
    return known is None or known > since


def _changed(
    row: RowConfig, then: Sequence[Point], now: Sequence[Point], revised_at: datetime, language: str
) -> list[ChangedObservation]:
    values = {point.period: point.value for point in now}
    found = []
    for point in then[-LATEST:]:
        value = values.get(point.period)
        if value is not None and round(value, row.decimals) == round(point.value, row.decimals):
            continue
        found.append(
            ChangedObservation(
                code=row.code,
                label=row.label(language),
                unit=row.unit,
                source=source_of(row, language),
                period=point.period,
                day=point.day,
                before=round(point.value, PLACES),
                value=None if value is None else round(value, PLACES),
                change=None if value is None else round(value - point.value, PLACES),
                revised_at=revised_at,
            )
        )
    return found[-MOST:]
