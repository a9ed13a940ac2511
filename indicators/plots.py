"""The chart of one figure or of two, with its texts.

Call inside `translation.override(language)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from briefing.core import numbers
from briefing.core.dates import date_in_text
from indicators import chart, chart_view, wording
from indicators.chart_view import ChartView
from indicators.figures import Point
from indicators.groups import RowConfig

WORDS = chart.AxisFormat(number=numbers.number, month=lambda day: date_in_text(day, "M Y"))


@dataclass(frozen=True)
class Plotted:
    """One figure's line: `labels` has a (date, value) text for each of its points, `now` is the latest."""

    label: str
    code: str
    line: chart.ChartLine
    text: str
    labels: list[tuple[str, str]]
    lowest: str
    highest: str

    @property
    def now(self) -> tuple[str, str]:
        return self.labels[-1]


@dataclass(frozen=True)
class Plot:
    """`missing` is the label of a second figure without observations in the range."""

    chart: chart.Chart
    plotted: list[Plotted]
    missing: str
    percentiles: bool

    @property
    def labels(self) -> list[list[tuple[str, str]]]:
        """The labels of each line's points, for the browser."""
        return [each.labels for each in self.plotted]

    @property
    def text(self) -> str:
        """The text alternative of the chart."""
        if len(self.plotted) == 1:
            return self.plotted[0].text
        return " ".join(f"{each.label}: {each.text}" for each in self.plotted)


def plot(
    row: RowConfig, points: Sequence[Point], view: ChartView, language: str,
    *, compared: tuple[RowConfig, Sequence[Point]] | None = None,
) -> Plot:  # fmt: skip
    """The chart of a history (at least one point) in a view, with the second figure's if given."""
    newest = points[-1].day
    whole = [(row, points)] + ([compared] if compared else [])
    shown = [(each, view.cut(history, newest)) for each, history in whole]
    present = [(each, cut) for each, cut in shown if cut]
    drawn = chart.layout(
        [view.cut(chart_view.ranked(history), newest) if view.percentiles else cut
         for (_each, history), (_same, cut) in zip(whole, shown, strict=True) if cut],
        words=WORDS,
        band=(20.0, 80.0) if view.percentiles else None if compared else chart_view.middle(points),
        share=view.percentiles,
    )  # fmt: skip
    return Plot(
        chart=drawn,
        plotted=[
            _plotted(each, cut, line, language, percentiles=view.percentiles)
            for (each, cut), line in zip(present, drawn.lines, strict=True)
        ],
        missing=compared[0].label(language) if compared and len(present) == 1 else "",
        percentiles=view.percentiles,
    )


def _plotted(
    row: RowConfig, points: Sequence[Point], line: chart.ChartLine, language: str, *, percentiles: bool
) -> Plotted:
    values = {point.day: point.value for point in points}

    def said(point: Point) -> tuple[str, str]:
        text = wording.figure(values[point.day], row.unit, row.decimals)
        if percentiles:
            text = _("%(value)s, percentile %(place)s") % {
                "value": text, "place": numbers.number(point.value, 0),
            }  # fmt: skip
        return wording.when(point.period, point.day), text

    return Plotted(
        label=row.label(language),
        code=row.code,
        line=line,
        text=history_text(row, points),
        labels=[said(point) for point in line.shown],
        lowest=" · ".join(reversed(said(line.lowest.point))),
        highest=" · ".join(reversed(said(line.highest.point))),
    )


def history_text(row: RowConfig, points: Sequence[Point]) -> str:
    """The text alternative of a line."""
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
        "count": numbers.number(len(points), 0),
        "from": wording.when(first.period, first.day),
        "low": wording.figure(min(point.value for point in points), row.unit, row.decimals),
        "high": wording.figure(max(point.value for point in points), row.unit, row.decimals),
    }
