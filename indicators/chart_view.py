"""The view of a chart from its query parameters: range, second figure, and percentiles.

Every view has its own address; invalid parameters raise NoSuchView.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from statistics import quantiles
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict

from indicators import groups
from indicators.figures import LEAST_POINTS, Point, years_before

YEARS = {"1y": 1, "5y": 5, "10y": 10}
ALL = "all"
PERCENTILE = "percentile"
# The chart range closest to the row's sparkline, by frequency.
NEAR = {"D": "1y", "W": "5y", "M": "5y", "Q": "10y", "S": "10y", "A": ALL}


class NoSuchView(ValueError):
    """Raised for parameters that no page of a figure has."""


@dataclass(frozen=True)
class ChartView:
    """`compared_with` is the second figure's code; `percentiles` shows both as percentiles of their histories.

    `as_of` shows the series as they were known at the end of that day (UTC).
    """

    range: str = ALL
    compared_with: str = ""
    percentiles: bool = False
    as_of: date | None = None

    @classmethod
    def of(cls, code: str, query: QueryDict) -> "ChartView":
        """The view of a query; raises NoSuchView for an unknown range, scale, figure or date."""
        span = query.get("range", ALL)
        compared_with, scale = query.get("with", ""), query.get("as", "")
        if (
            span not in (*YEARS, ALL)
            or scale not in ("", PERCENTILE)
            or (compared_with and compared_with not in _others(code))
        ):
            raise NoSuchView(query.urlencode())
        return cls(span, compared_with, bool(compared_with and scale), day_of(query.get("as_of", "")))

    @property
    def query(self) -> str:
        """The query string in canonical order; empty for the default view."""
        parameters = {
            "range": "" if self.range == ALL else self.range,
            "with": self.compared_with,
            "as": PERCENTILE if self.percentiles else "",
            "as_of": self.as_of.isoformat() if self.as_of else "",
        }
        return urlencode({name: value for name, value in parameters.items() if value})

    @property
    def kept(self) -> dict[str, str]:
        """The parameters to preserve when another figure is chosen."""
        return dict(parse_qsl(replace(self, compared_with="").query))

    @property
    def kept_without_day(self) -> dict[str, str]:
        """The parameters to preserve when another day is chosen."""
        return dict(parse_qsl(replace(self, as_of=None).query))

    def but(self, **changes: object) -> str:
        """The query string with changes; without a second figure `percentiles` is dropped."""
        changed = replace(self, **changes)  # type: ignore[arg-type]
        return "?" + (changed if changed.compared_with else replace(changed, percentiles=False)).query

    def since(self, newest: date) -> date:
        """The first day in the range of a history that ends at `newest`."""
        if self.range == ALL:
            return date.min
        return years_before(newest, YEARS[self.range])

    def cut(self, points: Sequence[Point], newest: date) -> list[Point]:
        """The points in the range."""
        first = self.since(newest)
        return [point for point in points if point.day >= first]


def _others(code: str) -> set[str]:
    return {row.code for row in groups.load().active_rows()} - {code}


def day_of(text: str) -> date | None:
    """The day of a parameter, None if empty; raises NoSuchView for any other form of ISO 8601 than 2026-11-26."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise NoSuchView("must be a day such as 2026-11-26")
    return day


WHOLE = ChartView()


def ranked(points: Sequence[Point]) -> list[Point]:
    """Each observation's percentile (0 to 100) in the whole history, by the rule of `figures.percentile_rank`."""
    ordered = sorted(point.value for point in points)
    return [
        replace(
            point,
            value=(bisect_left(ordered, point.value) + bisect_right(ordered, point.value))
            / 2 / len(ordered) * 100,
        )
        for point in points
    ]  # fmt: skip


def middle(points: Sequence[Point]) -> tuple[float, float] | None:
    """The 20th and 80th percentile of a history; None if it has too few points."""
    if len(points) < LEAST_POINTS:
        return None
    fifths = quantiles([point.value for point in points], n=5, method="inclusive")
    return fifths[0], fifths[-1]
