"""Everything that the page of one figure shows: its chart, its table, its place in history, its source."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from indicators import chart, groups, history, wording
from indicators.agenda import shown as agenda
from indicators.figures import Point
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure
from indicators.rows import Row, build, errors, retrieved_at, stored

TABLE_POINTS = 120


@dataclass(frozen=True)
class TablePoint:
    """One line of the table behind the chart."""

    period: str
    day: date
    value: float
    value_text: str
    date_text: str


@dataclass(frozen=True)
class Detail:
    """One figure with its history. `history` holds the newest 120 of `points` observations, newest first.

    `yoy` is the difference from a year before in the unit of `change`. `chart` is None without a figure.
    `due` is what its publisher's calendar says comes next.
    """

    row: Row
    group_title: str
    zscore: float | None
    standing_text: str
    yoy: float | None
    yoy_text: str
    lowest: float | None
    lowest_text: str
    highest: float | None
    highest_text: str
    points: int
    points_text: str
    history: list[TablePoint]
    chart: chart.Chart | None
    chart_text: str
    source_name: str
    source_url: str
    licence: str
    attribution: str
    retrieved_at: datetime | None
    retrieved_text: str
    due: agenda.RowLines


def series(code: str) -> list[Point]:
    """The whole history of an active row, oldest first; KeyError for any other code."""
    return history.of_row(groups.load().row(code))


def detail(code: str, language: str) -> Detail:
    """Three queries, and three more where a calendar names the row.

    KeyError for a code that is unknown, in reserve, or whose source is not enabled.
    """
    registry = groups.load()
    row = registry.row(code)
    figures, quotes = stored([row])
    figure = figures.get(code)
    points = history.of_row(row) if figure else []
    with translation.override(language):
        shown = build(row, figure, language=language, today=timezone.now().date(), error=errors(row, quotes))
        moved = _since_last_year(row, figure)
        retrieved = retrieved_at(row, quotes)
        return Detail(
            row=shown,
            group_title=registry.group(row.group_id).title(language),
            zscore=figure.zscore if figure else None,
            standing_text=_standing_text(figure),
            yoy=figure.value - figure.year_ago if figure and figure.year_ago is not None else None,
            yoy_text=moved.text,
            lowest=figure.lowest if figure else None,
            lowest_text=wording.figure(figure.lowest, row.unit, row.decimals) if figure else "",
            highest=figure.highest if figure else None,
            highest_text=wording.figure(figure.highest, row.unit, row.decimals) if figure else "",
            points=len(points),
            points_text=wording.number(len(points), 0),
            history=[_table_point(row, point) for point in reversed(points[-TABLE_POINTS:])],
            chart=chart.geometry(points, number_text=wording.number) if points else None,
            chart_text=_chart_text(row, points),
            source_name=row.source_name,
            source_url=row.source_url,
            licence=row.licence(language),
            attribution=row.attribution(language),
            retrieved_at=retrieved,
            retrieved_text=wording.day_text(retrieved.date()) if retrieved else "",
            due=agenda.of_row(row, timezone.now(), language),
        )


def _since_last_year(row: RowConfig, figure: IndicatorFigure | None) -> wording.Change:
    if figure is None:
        return wording.Change("", "none")
    return wording.change(figure.value, figure.year_ago, unit=row.unit, decimals=row.decimals)


def _table_point(row: RowConfig, point: Point) -> TablePoint:
    return TablePoint(
        period=point.period,
        day=point.day,
        value=point.value,
        value_text=wording.figure(point.value, row.unit, row.decimals),
        date_text=wording.when(point.period, point.day),
    )


def _standing_text(figure: IndicatorFigure | None) -> str:
    """Percentile and z-score in one sentence; says so where the history is too short for them."""
    if figure is None:
        return ""
    if figure.percentile is None:
        return _("The history is too short to say where this figure stands in it.")
    place = wording.place(figure.percentile, value=figure.value, lowest=figure.lowest, highest=figure.highest)
    words = {"place": place, "count": wording.number(figure.points, 0), "year": figure.since.year}
    if figure.zscore is None:
        return _("%(place)s (%(count)s since %(year)s).") % words
    words["distance"] = wording.distance(figure.zscore)
    return _("%(place)s (%(count)s since %(year)s), %(distance)s.") % words


def _chart_text(row: RowConfig, points: Sequence[Point]) -> str:
    """The text alternative of the chart."""
    if not points:
        return ""
    first, last = points[0], points[-1]
    words = {
        "to": wording.when(last.period, last.day),
        "last": wording.figure(last.value, row.unit, row.decimals),
    }
    if len(points) == 1:
        return _("A single observation: %(last)s (%(to)s).") % words
    return _(
        "%(count)s observations from %(from)s to %(to)s, ending at %(last)s; lowest %(low)s, highest %(high)s."
    ) % {
        **words,
        "count": wording.number(len(points), 0),
        "from": wording.when(first.period, first.day),
        "low": wording.figure(min(point.value for point in points), row.unit, row.decimals),
        "high": wording.figure(max(point.value for point in points), row.unit, row.decimals),
    }
