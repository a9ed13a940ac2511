"""The rows for the API: figures if their owners' terms allow redistribution, else the reason."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone, translation

from indicators import gaps, groups, history, redistribution, vintages, wording
from indicators.agenda.lines import with_newest
from indicators.api_models import (
    Figure,
    Indicator,
    IndicatorsAnswer,
    ObservationAnswer,
    Refused,
    RevisedAnswer,
    SeriesAnswer,
    SourceAnswer,
    UsualRevisionAnswer,
)
from indicators.chart_view import ChartView
from indicators.computation import figure_from
from indicators.fallback_sources import row_as_computed, row_as_stored
from indicators.groups import RowConfig
from indicators.models import IndicatorFigure
from indicators.revised import RevisedPoint, revised_points, usual_revision
from indicators.rows import DashboardRow, build, errors, stored

PLACES = 9  # further decimals are floating-point noise


def rows(language: str, group: str | None = None) -> IndicatorsAnswer:
    """Every active row or one group's; five queries. Raises NotConfigured for an unknown group."""
    registry = groups.load()
    chosen = registry.group(group).rows if group else registry.active_rows()
    return IndicatorsAnswer(items=_indicators(chosen, language, timezone.now()))


def series(code: str, language: str, span: str, as_of: date | None = None) -> SeriesAnswer:
    """A row with the observations of a range, empty without a figure.

    Raises NotConfigured for an unknown code, NotKnown for a day whose state is not known.
    """
    row, now = row_as_stored(groups.load().row(code)), timezone.now()
    moment = vintages.moment_of(as_of, row.symbols) if as_of else None
    known = vintages.known_at(row.symbols, moment) if moment else history.of_symbols(row.symbols)
    if moment:
        figure = figure_from(row, known, now)
        with translation.override(language):
            shown = build(row, figure, language=language, today=as_of or now.date())
        item = _indicator(row, figure, shown, language)
    else:
        [item] = _indicators([row], language, now)
    points = history.transformed(row, known) if item.figure else []
    revised = revised_points(row, points, known, until=moment)
    return SeriesAnswer(
        **dict(item),
        range=span,
        as_of=as_of,
        known_since=vintages.known_since(row.symbols),
        observations=[
            ObservationAnswer(period=point.period, day=point.day, value=round(point.value, PLACES))
            for point in (ChartView(span).cut(points, points[-1].day) if points else [])
        ],
        revised=[_revised(each) for each in revised],
        usual_revision=_usual(revised),
    )


def _usual(revised: Sequence[RevisedPoint]) -> UsualRevisionAnswer | None:
    found = usual_revision(revised)
    if found is None:
        return None
    rounded = replace(found, size=round(found.size, PLACES), mean=round(found.mean, PLACES))
    return UsualRevisionAnswer.model_validate(rounded)


def _revised(point: RevisedPoint) -> RevisedAnswer:
    first, value = round(point.first, PLACES), round(point.value, PLACES)
    shown = replace(point, first=first, value=value)
    return RevisedAnswer.model_validate(vars(shown) | {"change": round(shown.change, PLACES)})


def _indicators(chosen: Sequence[RowConfig], language: str, now: datetime) -> list[Indicator]:
    figures, quotes = stored(chosen)
    with translation.override(language):
        built = [
            build(row, figures.get(row.code), language=language, today=now.date(), error=errors(row, quotes))
            for row in chosen
        ]
        with_quotes = with_newest(built, now)
        return [
            _indicator(row_as_computed(row, figures.get(row.code)), figures.get(row.code), shown, language)
            for row, shown in zip(chosen, with_quotes, strict=True)
        ]


def _indicator(
    row: RowConfig, figure: IndicatorFigure | None, shown: DashboardRow, language: str
) -> Indicator:
    refused = redistribution.refusal(row, language)
    flags = {"stale": shown.stale, "newest": bool(shown.newest_text)}
    return Indicator(
        code=row.code,
        group=row.group_id,
        label=shown.label,
        note=shown.note,
        limits=shown.limits,
        unit=row.unit,
        basis=shown.basis,
        decimals=row.decimals,
        frequency=row.frequency,
        region=row.region,
        source=source_of(row, language),
        figure=_figure(figure) if figure and not refused else None,
        flags=[name for name, holds in flags.items() if holds and not refused],
        refused=Refused(code=redistribution.CODE, reason=refused.reason, terms=refused.terms)
        if refused
        else None,
    )


def source_of(row: RowConfig, language: str) -> SourceAnswer:
    return SourceAnswer(
        name=row.source_name,
        url=row.source_url,
        licence=row.licence(language),
        attribution=row.attribution(language),
    )


def _figure(figure: IndicatorFigure) -> Figure:
    return Figure(
        value=round(figure.value, PLACES),
        period=figure.period,
        observed_on=figure.observed_on,
        previous=_rounded(figure.previous_value),
        change=_change(figure),
        year_ago=_rounded(figure.year_ago),
        percentile=_rounded(figure.percentile),
        zscore=_rounded(figure.zscore),
        lowest=round(figure.lowest, PLACES),
        highest=round(figure.highest, PLACES),
        since=figure.since,
        notes=_notes(gaps.read(figure.gaps)),
    )


def _notes(found: gaps.Gaps) -> list[str]:
    texts = (wording.no_newer_figure(found), wording.no_change(found), wording.no_comparison(found))
    return [text for text in texts if text]


def _change(figure: IndicatorFigure) -> float | None:
    """The difference of the rounded values, so that it agrees with them."""
    if figure.previous_value is None:
        return None
    return round(round(figure.value, PLACES) - round(figure.previous_value, PLACES), PLACES)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)
