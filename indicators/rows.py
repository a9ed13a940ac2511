"""One localised row of the dashboard, from its configuration and its stored figure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from briefing.core import numbers, periods
from indicators import chart, gaps, wording
from indicators.chart_view import NEAR, WHOLE
from indicators.fallback_sources import row_as_computed
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure, Quote, is_overdue, is_stale


@dataclass(frozen=True)
class DashboardRow:
    """A figure as pages show it. `value_text` is the bare number, `full_text` the number with its unit.

    `gap_text` (`gap_note` in short) and `no_change_text` explain a missing figure or change after a period that was
    never published.
    `newest_text` notes on a stale figure that its source has no newer one; set by `panel` and `details`. `value` is
    None and `direction` "none" before the first figure. `overdue` and `error` are for staff.
    """

    code: str
    symbol: str
    group_id: str
    region: str
    frequency: str
    label: str
    note: str
    limits: str
    basis: str
    value: float | None
    value_text: str
    full_text: str
    change_text: str
    direction: str
    gap_text: str
    gap_note: str
    no_change_text: str
    observed_on: date | None
    period: str
    date_text: str
    stale: bool
    newest_text: str
    overdue: bool
    error: str
    percentile: float | None
    spark: str
    spark_text: str

    @property
    def unit_text(self) -> str:
        """The part of `full_text` after the number."""
        return self.full_text.removeprefix(self.value_text)

    @property
    def spark_view(self) -> str:
        """The query of the chart range closest to the sparkline."""
        return WHOLE.but(range=NEAR[self.frequency])


def stored(rows: Iterable[RowConfig]) -> tuple[dict[str, IndicatorFigure], dict[str, Quote]]:
    """Figures by code and quotes by symbol, in two queries; figures with other inputs than the row are left out."""
    by_code = {row.code: row for row in rows}
    symbols = {symbol for row in by_code.values() for symbol in (*row.symbols, *row.fallback_symbols)}
    figures = {
        figure.code: figure
        for figure in IndicatorFigure.objects.filter(code__in=by_code)
        if by_code[figure.code].as_computed_from(figure.made_of)
    }
    quotes = Quote.objects.filter(symbol__in=symbols).only("symbol", "error", "fetched_at", "known_since")
    return figures, {quote.symbol: quote for quote in quotes}


def errors(row: RowConfig, quotes: dict[str, Quote]) -> str:
    """The errors of the last attempts to fetch the row's symbols; empty if there were none."""
    errors = [quotes[symbol].error for symbol in row.symbols if symbol in quotes and quotes[symbol].error]
    return " ".join(dict.fromkeys(errors))


def retrieved_at(row: RowConfig, quotes: dict[str, Quote]) -> datetime | None:
    """When the row's figures were last fetched: the earlier time of two symbols."""
    moments = [quotes[symbol].fetched_at for symbol in row.symbols if symbol in quotes]
    return min((moment for moment in moments if moment), default=None)


def build(
    row: RowConfig, figure: IndicatorFigure | None, *, language: str, today: date, error: str = ""
) -> DashboardRow:
    """The row in `language`; call inside `translation.override(language)`."""
    row = row_as_computed(row, figure)
    points = [(date.fromisoformat(day), value) for day, value in figure.spark] if figure else []
    observed_on = figure.observed_on if figure else None
    holes = gaps.read(figure.gaps if figure else {})
    moved = wording.Change("", "none")
    if figure:
        moved = wording.change(figure.value, figure.previous_value, unit=row.unit, decimals=row.decimals)
    return DashboardRow(
        code=row.code,
        symbol=row.symbols[0],
        group_id=row.group_id,
        region=row.region,
        frequency=row.frequency,
        label=row.label(language),
        note=row.note(language),
        limits=row.limits(language),
        basis=row.basis(language),
        value=figure.value if figure else None,
        value_text=numbers.number(figure.value, row.decimals) if figure else wording.NO_FIGURE,
        full_text=wording.figure(figure.value, row.unit, row.decimals) if figure else wording.NO_FIGURE,
        change_text=moved.text,
        direction=moved.direction,
        gap_text=wording.no_newer_figure(holes),
        gap_note=wording.no_newer_figure_in_short(holes),
        no_change_text=wording.no_change(holes),
        observed_on=observed_on,
        period=figure.period if figure else "",
        date_text=wording.when(figure.period, figure.observed_on) if figure else _("no figure yet"),
        stale=observed_on is not None and is_stale(observed_on, today),
        newest_text="",
        overdue=observed_on is not None and is_overdue(observed_on, today, max_age_days=row.max_age_days),
        error=error,
        percentile=figure.percentile if figure else None,
        spark=chart.spark(points),
        spark_text=_spark_text(row, points),
    )


def _spark_text(row: RowConfig, points: list[tuple[date, float]]) -> str:
    """The text alternative of a sparkline; the latest value is next to it on the page."""
    if not points:
        return ""
    first_day, first = points[0]
    values = [value for _day, value in points]
    texts = {
        name: wording.figure(value, row.unit, row.decimals)
        for name, value in (("first", first), ("low", min(values)), ("high", max(values)))
    }
    return _("From %(first)s (%(from)s); lowest %(low)s, highest %(high)s.") % {
        **texts,
        "high": texts["high"].removesuffix("."),  # "p.p." would end the sentence with two full stops
        "from": wording.when(periods.of(first_day, row.frequency).label, first_day),
    }
