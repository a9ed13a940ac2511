"""Computes and stores each row's figure and its place in history, so that a page reads one short record."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.urls import reverse

from briefing.core import origin
from briefing.core.operations import notices
from briefing.core.web import cache_versions
from indicators import chart, figures, gaps, history
from indicators.figures import History, Point
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure, Quote

IMPLAUSIBLE = "figure_implausible"
NO_GAPS = gaps.Gaps()
# Sent with `now` in the transaction that stores figures, so that a receiver's rows are stored with them.
figures_stored = Signal()
FIELDS = [
    field.name for field in IndicatorFigure._meta.concrete_fields if field.name not in ("id", "code")
]  # fmt: skip


def compute(rows: Sequence[RowConfig], *, changed: set[str], now: datetime) -> int:
    """Stores the figures of rows whose symbols or configuration changed; returns how many.

    Includes rows whose symbols changed in an earlier run that was killed before computing. As the last step of a
    refresh it invalidates the cached pages, so that they show the new quotes and failures too.
    """
    known = {figure.code: figure for figure in IndicatorFigure.objects.defer("spark")}
    moved = Quote.objects.exclude(changed_at=None).values_list("symbol", "changed_at")
    moved_at = {symbol: changed_at for symbol, changed_at in moved if changed_at}

    def is_due(row: RowConfig) -> bool:
        figure = known.get(row.code)
        if figure is None or figure.made_of != row.inputs or changed.intersection(row.symbols):
            return True
        return any(moved_at.get(symbol, figure.computed_at) > figure.computed_at for symbol in row.symbols)

    due = [row for row in rows if is_due(row)]
    made = [(row, figure) for row in due if (figure := _figure_of(row, now))]
    found = [figure for row, figure in made if is_plausible(row, figure)]
    with transaction.atomic():
        if found:
            origin.claim()
        IndicatorFigure.objects.bulk_create(
            found, update_conflicts=True, unique_fields=["code"], update_fields=FIELDS
        )
        cache_versions.invalidate("figures")
        if found:
            figures_stored.send(sender=None, now=now)
    return len(found)


def is_plausible(row: RowConfig, figure: IndicatorFigure) -> bool:
    """Whether the figure lies in the row's range; if not, staff are notified and the last good figure stays."""
    lowest, highest = row.plausible
    if lowest <= figure.value <= highest:
        if row.code in notices.open_subjects(IMPLAUSIBLE):
            notices.resolve(IMPLAUSIBLE, row.code)
        return True
    text = (
        f"{row.code} would be {figure.value:,.6g} for {figure.period}, outside what is plausible ({lowest:,g} to"
        f" {highest:,g}), and is not shown. Compare with {row.source_name}: if it is true, widen the range in"
        " groups.toml; if not, its unit has changed or it is mistaken there."
    )
    notices.notify(IMPLAUSIBLE, row.code, text, path=reverse("admin:indicators_quote_changelist"))
    return False


def _notify_excluded(row: RowConfig, points: Sequence[Point]) -> None:
    subject = f"{row.code}, history"
    if not points:
        if subject in notices.open_subjects(IMPLAUSIBLE):
            notices.resolve(IMPLAUSIBLE, subject)
        return
    excluded = ", ".join(f"{point.value:,.6g} for {point.period}" for point in points[:5])
    text = (
        f"Left out of the history of {row.code}: {excluded}, outside what is plausible. A figure at"
        f" {row.source_name} is mistaken, or the range in groups.toml is too narrow."
    )
    notices.notify(IMPLAUSIBLE, subject, text, path=reverse("admin:indicators_quote_changelist"))


def _figure_of(row: RowConfig, now: datetime) -> IndicatorFigure | None:
    stored = history.of_symbols(row.symbols)
    _notify_excluded(row, history.implausible(row, history.computed(row, stored)))
    return figure_from(row, stored, now)


def figure_from(
    row: RowConfig, stored: Mapping[str, Sequence[Point]], now: datetime
) -> IndicatorFigure | None:
    """The figure of a row from its symbols' points, not saved; None without observations."""
    points = history.transformed(row, stored)
    series = [stored.get(symbol, []) for symbol in row.symbols]
    found = gaps.find(points, series, transform=row.transform, frequency=row.frequency)
    return figure_of(row, points, now, found)


def figure_of(
    row: RowConfig, points: Sequence[Point], now: datetime, found: gaps.Gaps = NO_GAPS
) -> IndicatorFigure | None:
    """The figure of a row from its history (oldest first); None without observations.

    There is no change if the period before was never published.
    """
    if not points:
        return None
    newest, before = points[-1], points[-2] if len(points) > 1 else None
    previous = None if found.change else before
    year_ago = History(points).a_year_before(newest)
    place = figures.standing(points)
    values: dict[str, Any] = {
        "made_of": row.inputs,
        "value": newest.value,
        "previous_value": previous.value if previous else None,
        "change": figures.change(newest.value, previous.value if previous else None),
        "observed_on": newest.day,
        "period": newest.period,
        "previous_period": before.period if before else "",
        "year_ago": year_ago.value if year_ago else None,
        "percentile": place.percentile,
        "zscore": place.zscore,
        "lowest": place.lowest,
        "highest": place.highest,
        "since": points[0].day,
        "points": len(points),
        "spark": [[p.day.isoformat(), p.value] for p in chart.recent(points, row.frequency)],
        "gaps": found.stored(),
        "computed_at": now,
    }
    return IndicatorFigure(code=row.code, **values)
