"""Which observations of a row were revised, by the record of revisions, since the last scan."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Max

from commentary.facts.snapshot import RowFacts
from indicators import history, vintages
from indicators.fallback_sources import row_as_stored
from indicators.groups import RowConfig
from indicators.models import Revision


@dataclass(frozen=True)
class RevisedValue:
    """An observation whose value differs at the decimals shown, after the row's transform."""

    period: str
    day: date
    before: float
    value: float


def latest_revisions(rows: Iterable[RowConfig]) -> dict[str, dict[str, int]]:
    """Returns the id of the latest revision by row code and symbol, 0 without any; one query.

    Ids of a symbol rise in the order of its fetches, which lock the symbol.
    """
    symbols = {row.code: {*row.symbols, *row.fallback_symbols} for row in rows}
    every = set().union(*symbols.values())
    latest = dict(
        Revision.objects.filter(symbol__in=every).order_by().values_list("symbol").annotate(Max("pk"))
    )
    return {code: {symbol: latest.get(symbol, 0) for symbol in sorted(own)} for code, own in symbols.items()}


def revised_values(
    row: RowConfig, known: Mapping[str, int], latest: Mapping[str, int]
) -> list[RevisedValue] | None:
    """Returns what the revisions after `known` up to `latest` changed, oldest first.

    None for a new base year of a series shown as it is; [] for a symbol that is not in `known`.
    """
    row = row_as_stored(row)
    moments: list[datetime] = []
    for symbol in row.symbols:
        new = Revision.objects.filter(symbol=symbol, pk__gt=known.get(symbol, latest[symbol]))
        found = new.filter(pk__lte=latest[symbol]).values_list("at", "rebased")
        if row.transform == "level" and any(rebased for _at, rebased in found):
            return None
        moments += [at for at, _rebased in found]
    return _between(row, min(moments) - datetime.resolution, max(moments)) if moments else []


def _between(row: RowConfig, first: datetime, last: datetime) -> list[RevisedValue]:
    then, now = (history.transformed(row, vintages.known_at(row.symbols, moment)) for moment in (first, last))
    before = {point.period: point.value for point in then}
    return [
        RevisedValue(point.period, point.day, before[point.period], point.value)
        for point in now
        if point.period in before
        and round(point.value, row.decimals) != round(before[point.period], row.decimals)
    ]


def row_at(row: RowFacts, revised: RevisedValue) -> RowFacts:
    """Returns the row at a revised observation, without what is known of its latest one alone."""
    return replace(
        row, value=revised.value, period=revised.period, date=revised.day.isoformat(), prev=None, prev_period="",
        move=None, new=False, decided="", crossed=(), run=0, run_ended=0, extreme="", extreme_since="", near_record="",
        year_ago=None, percentile=None, move_rarity=None, revised_from=revised.before, revised_period=revised.period,
    )  # fmt: skip
