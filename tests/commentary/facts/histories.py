"""Small histories of our own making."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from indicators import groups
from indicators.figures import Point
from indicators.groups import RowConfig

END = date(2026, 11, 20)


def daily(*values: float, end: date = END) -> list[Point]:
    """One observation a day, the last one on `end`."""
    days = [end - timedelta(days=back) for back in reversed(range(len(values)))]
    return [Point(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]


def monthly(*values: float, year: int = 2026, month: int = 10) -> list[Point]:
    """One observation a month, the last one for that month."""
    last = year * 12 + month - 1
    found = []
    for back, value in zip(reversed(range(len(values))), values, strict=True):
        y, m = divmod(last - back, 12)
        end = date(y + (m == 11), (m + 1) % 12 + 1, 1) - timedelta(days=1)
        found.append(Point(f"{y}-{m + 1:02}", end, value))
    return found


def shown(points: Sequence[Point], decimals: int = 2) -> list[float]:
    return [round(point.value, decimals) for point in points]


def config(code: str = "US10", **changes: Any) -> RowConfig:
    """A configured row, with other settings where asked."""
    rows = {row.code: row for group in groups.load().configured for row in group.rows}
    return replace(rows[code], **changes)
