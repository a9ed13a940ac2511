"""What a reader wants of a figure's chart: how far back, which figure over it, and in which units.

Every wish is a part of the address, so that each view is an ordinary link; what is not one of ours is a KeyError.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from statistics import quantiles
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict

from indicators import groups
from indicators.figures import LEAST_POINTS, Point

YEARS = {"1y": 1, "5y": 5, "10y": 10}
ALL = "all"
PERCENTILE = "percentile"
# The range that a row's sparkline, opened larger, comes nearest to; by the row's frequency.
NEAR = {"D": "1y", "W": "5y", "M": "5y", "Q": "10y", "S": "10y", "A": ALL}


@dataclass(frozen=True)
class ChartView:
    """`compared_with` is the code of the second figure; `percentiles` draws both as places in their own histories."""

    range: str = ALL
    compared_with: str = ""
    percentiles: bool = False

    @classmethod
    def of(cls, code: str, query: QueryDict) -> "ChartView":
        """The view that an address asks for; KeyError for a range or a figure that is not offered."""
        wished = query.get("range", ALL)
        compared_with, scale = query.get("with", ""), query.get("as", "")
        if (
            wished not in (*YEARS, ALL)
            or scale not in ("", PERCENTILE)
            or (compared_with and compared_with == code)
        ):
            raise KeyError(wished)
        if compared_with:
            groups.load().row(compared_with)
        return cls(wished, compared_with, bool(compared_with and scale))

    @property
    def query(self) -> str:
        """The address's query in one order, "" for the view that needs none."""
        parameters = {
            "range": "" if self.range == ALL else self.range,
            "with": self.compared_with,
            "as": PERCENTILE if self.percentiles else "",
        }
        return urlencode({name: value for name, value in parameters.items() if value})

    @property
    def kept(self) -> dict[str, str]:
        """The parameters that stay when another figure is chosen."""
        return dict(parse_qsl(replace(self, compared_with="").query))

    def but(self, **changes: object) -> str:
        """The query of a view that differs in these; what rests on a second figure goes with it."""
        changed = replace(self, **changes)  # type: ignore[arg-type]
        return "?" + (changed if changed.compared_with else replace(changed, percentiles=False)).query

    def since(self, newest: date) -> date:
        """The first day that the range shows of a history that ends at `newest`."""
        if self.range == ALL:
            return date.min
        return newest.replace(
            year=newest.year - YEARS[self.range], day=28 if newest.month == 2 else newest.day
        )

    def cut(self, points: Sequence[Point], newest: date) -> list[Point]:
        """The part of a history that the range shows."""
        first = self.since(newest)
        return [point for point in points if point.day >= first]


WHOLE = ChartView()


def ranked(points: Sequence[Point]) -> list[Point]:
    """Each observation's percentile, 0 to 100, in the whole history; by the rule of `figures.percentile_rank`."""
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
    """Between which values the middle three fifths of a history lie; None where it is too short to say."""
    if len(points) < LEAST_POINTS:
        return None
    fifths = quantiles([point.value for point in points], n=5, method="inclusive")
    return fifths[0], fifths[-1]
