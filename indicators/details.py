"""Everything on the page of one figure: chart, table, place in history, source."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from briefing.core import numbers
from indicators import gaps, groups, history, plots, vintages, wording
from indicators.agenda import lines as agenda
from indicators.chart_view import ALL, WHOLE, YEARS, ChartView
from indicators.computation import figure_from
from indicators.fallback_sources import row_as_computed
from indicators.figures import KNOWN_FOR, History, Point
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure
from indicators.redistribution import Refusal, refusal
from indicators.revised import RevisedPoint, revised_points
from indicators.revision_texts import Revisions, first_texts, revisions
from indicators.rows import DashboardRow, build, errors, retrieved_at, stored

TABLE_POINTS = 120


@dataclass(frozen=True)
class TablePoint:
    """One line of the table behind the chart; `compared_text` is the second figure's latest value on that day.

    `first_text` is the value first published, `revision_text` the difference since, both "" if it was not revised.
    """

    period: str
    day: date
    value: float
    value_text: str
    date_text: str
    compared_text: str = ""
    first_text: str = ""
    revision_text: str = ""


@dataclass(frozen=True)
class ChartLink:
    text: str
    url: str
    current: bool


@dataclass(frozen=True)
class Other:
    """A figure that can be compared with; `current` marks the selected one."""

    text: str
    code: str
    current: bool


@dataclass(frozen=True)
class Detail:
    """One figure with its history. `history` holds the latest 120 of `points` observations, newest first.

    `yoy_text` is the change from a year before, `no_yoy_text` why there is none. `plot` is None without a figure.
    `refusal` is why the history cannot be downloaded, `due` the publisher's next releases.
    `ranges` and `scales` link to the chart's other views; `others` are the figures to compare with, by group.
    `compared` is the label of the second figure; `alone` is the query without it, `latest` the one without the view's
    day, which shows everything as known then.
    """

    row: DashboardRow
    group_title: str
    standing_text: str
    yoy_text: str
    no_yoy_text: str
    lowest_text: str
    highest_text: str
    points: int
    points_text: str
    history: list[TablePoint]
    plot: plots.Plot | None
    view: ChartView
    ranges: list[ChartLink]
    scales: list[ChartLink]
    others: list[tuple[str, list[Other]]]
    compared: str
    alone: str
    latest: str
    source_name: str
    source_url: str
    licence: str
    attribution: str
    refusal: Refusal | None
    retrieved_text: str
    due: agenda.RowLines
    revisions: Revisions


def series(row: RowConfig, view: ChartView) -> list[Point]:
    """The history of a row as its figure was computed, in the view's range; raises NotKnown as `vintages` does."""
    if view.as_of:
        stored = vintages.known_at(row.symbols, vintages.moment_of(view.as_of, row.symbols))
        points = history.transformed(row, stored)
    else:
        points = history.of_row(row)
    return view.cut(points, points[-1].day) if points else []


def detail(code: str, language: str, view: ChartView = WHOLE) -> Detail:
    """The page's data: four queries, one more where values were revised, three if a calendar lists the row and three
    if its figure is stale.

    Raises NotConfigured for a code that is unknown, in reserve, or has no enabled source, NotKnown for the view's day.
    """
    registry = groups.load()
    row = registry.row(code)
    other = registry.row(view.compared_with) if view.compared_with else None
    figures, quotes = stored([row, other] if other else [row])
    figure = figures.get(code)
    error = errors(row, quotes)
    row = row_as_computed(row, figure)
    other = row_as_computed(other, figures.get(other.code)) if other else None
    with translation.override(language):
        now = timezone.now()
        wanted = [*row.symbols, *(other.symbols if other else ())]
        moment = vintages.moment_of(view.as_of, wanted, quotes) if view.as_of else None
        if moment:
            symbols = vintages.known_at(wanted, moment)
            figure = figure_from(row, symbols, now)
        else:
            symbols = history.of_symbols(wanted) if figure else {}
        whole = history.transformed(row, symbols)
        points = view.cut(whole, whole[-1].day) if whole else []
        compared = (other, history.transformed(other, symbols)) if other else None
        shown = build(row, figure, language=language, today=view.as_of or now.date(), error=error)
        retrieved = None if moment else retrieved_at(row, quotes)
        revised = revised_points(row, whole, symbols, until=moment)
        return Detail(
            row=shown if moment else agenda.with_newest([shown], now)[0],
            group_title=registry.group(row.group_id).title(language),
            standing_text=_place_text(figure),
            yoy_text=_since_last_year(row, figure),
            no_yoy_text=wording.no_comparison(gaps.read(figure.gaps)) if figure else "",
            lowest_text=wording.figure(figure.lowest, row.unit, row.decimals) if figure else "",
            highest_text=wording.figure(figure.highest, row.unit, row.decimals) if figure else "",
            points=len(points),
            points_text=numbers.number(len(points), 0),
            history=_table(row, points, compared, revised),
            plot=plots.plot(row, whole, view, language, compared=compared) if whole else None,
            view=view,
            ranges=_ranges(view),
            scales=_scales(view),
            others=_others(code, view, language),
            compared=other.label(language) if other else "",
            alone=view.but(compared_with=""),
            latest=view.but(as_of=None),
            source_name=row.source_name,
            source_url=row.source_url,
            licence=row.licence(language),
            attribution=row.attribution(language),
            refusal=refusal(row, language),
            retrieved_text=wording.day_text(retrieved.date()) if retrieved else "",
            due=agenda.NO_LINES if moment else agenda.of_row(row, now, language),
            revisions=revisions(row, revised, vintages.known_since(wanted, quotes), as_of=view.as_of),
        )


def _since_last_year(row: RowConfig, figure: IndicatorFigure | None) -> str:
    if figure is None:
        return ""
    return wording.change(figure.value, figure.year_ago, unit=row.unit, decimals=row.decimals).text


def _table(
    row: RowConfig,
    points: Sequence[Point],
    compared: tuple[RowConfig, Sequence[Point]] | None,
    revised: Sequence[RevisedPoint],
) -> list[TablePoint]:
    known = History(compared[1]) if compared else None
    firsts = {each.period: each for each in revised}

    def compared_text(day: date) -> str:
        if not compared or not known:
            return ""
        found = known.newest_at(day, days=KNOWN_FOR[compared[0].frequency])
        return (
            wording.figure(found.value, compared[0].unit, compared[0].decimals)
            if found
            else wording.NO_FIGURE
        )

    return [
        TablePoint(
            period=point.period,
            day=point.day,
            value=point.value,
            value_text=wording.figure(point.value, row.unit, row.decimals),
            date_text=wording.when(point.period, point.day),
            compared_text=compared_text(point.day),
            **first_texts(row, firsts.get(point.period)),
        )
        for point in reversed(points[-TABLE_POINTS:])
    ]


def _ranges(view: ChartView) -> list[ChartLink]:
    texts = {
        name: ngettext("%(count)s year", "%(count)s years", count) % {"count": count}
        for name, count in YEARS.items()
    } | {ALL: pgettext("range of a chart", "All")}
    return [ChartLink(text, view.but(range=name), view.range == name) for name, text in texts.items()]


def _scales(view: ChartView) -> list[ChartLink]:
    if not view.compared_with:
        return []
    return [
        ChartLink(_("Two scales"), view.but(percentiles=False), not view.percentiles),
        ChartLink(_("As percentiles"), view.but(percentiles=True), view.percentiles),
    ]


def _others(code: str, view: ChartView, language: str) -> list[tuple[str, list[Other]]]:
    """All other figures, by group."""
    return [
        (
            group.title(language),
            [
                Other(row.label(language), row.code, row.code == view.compared_with)
                for row in group.rows
                if row.code != code
            ],
        )
        for group in groups.load().groups
    ]


def _place_text(figure: IndicatorFigure | None) -> str:
    """Percentile and z-score in a sentence, or that the history is too short for them."""
    if figure is None:
        return ""
    if figure.percentile is None:
        return _("The history is too short to say where this figure stands in it.")
    place = wording.place(figure.percentile, value=figure.value, lowest=figure.lowest, highest=figure.highest)
    words = {"place": place, "count": numbers.number(figure.points, 0), "year": figure.since.year}
    if figure.zscore is None:
        return _("%(place)s (%(count)s since %(year)s).") % words
    words["distance"] = wording.distance(figure.zscore)
    return _("%(place)s (%(count)s since %(year)s), %(distance)s.") % words
