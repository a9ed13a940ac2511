"""Where a row's newest figure stands: extremes with their dates, nearness to a record, what it crossed. Pure.

Figures are compared as they are shown: "the highest since March" is said where a reader who looks it up agrees.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil, floor
from typing import Any

from commentary.facts.moves import sign
from indicators.figures import LEAST_POINTS, Point
from indicators.groups_file import TargetLevel

YEAR = timedelta(days=365)
NEAR = 0.05  # of the range of the history
ROUND_RESTS = timedelta(days=90)  # a round figure crossed more recently than this is not crossed again


@dataclass(frozen=True, slots=True)
class Extremes:
    """Periods of the lowest and the highest figure, and what the newest one is among them; see `RowFacts`."""

    lowest_on: str = ""
    highest_on: str = ""
    extreme: str = ""
    extreme_since: str = ""
    near_record: str = ""


def extremes_of(points: Sequence[Point], shown: Sequence[float]) -> Extremes:
    """`shown` are the points' values as shown. A record of fewer than eight observations is none."""
    if not points:
        return Extremes()
    lowest, highest = min(shown), max(shown)
    lowest_on, highest_on = (_newest_at(points, shown, value) for value in (lowest, highest))
    if len(points) < LEAST_POINTS:
        return Extremes(lowest_on, highest_on)
    for name, direction in (("highest", 1), ("lowest", -1)):
        since = _extreme_since(points, shown, direction)
        if since is not None:
            return Extremes(lowest_on, highest_on, name, since, _near(shown[-1], lowest, highest))
    return Extremes(lowest_on, highest_on, near_record=_near(shown[-1], lowest, highest))


def _newest_at(points: Sequence[Point], shown: Sequence[float], value: float) -> str:
    place = len(shown) - 1 - shown[::-1].index(value)
    return points[place].period


def _extreme_since(points: Sequence[Point], shown: Sequence[float], direction: int) -> str | None:
    """The last period that was as high (`direction` 1) or low (-1), "" where none was; None within a year."""
    newest = shown[-1] * direction
    for place in range(len(points) - 2, -1, -1):
        if shown[place] * direction >= newest:
            far = points[-1].day - points[place].day >= YEAR
            return points[place].period if far else None
    return "" if points[-1].day - points[0].day >= YEAR else None


def _near(value: float, lowest: float, highest: float) -> str:
    margin = NEAR * (highest - lowest)
    if highest - margin <= value < highest:
        return "highest"
    return "lowest" if lowest < value <= lowest + margin else ""


def crossings_of(
    points: Sequence[Point], shown: Sequence[float], *, target: TargetLevel | None, step: float | None
) -> tuple[dict[str, Any], ...]:
    """What the newest move crossed: zero, the target, and one multiple of `step` that had rest for 90 days.

    Crossed is a level when the newest figure and the last one that did not lie on it lie on either side of it.
    """
    found: list[dict[str, Any]] = []
    if len(shown) < 2:
        return ()
    if direction := _crossed(shown, 0.0):
        found.append({"kind": "zero", "level": 0.0, "way": direction})
    if target is not None and (direction := _crossed(shown, target.level)):
        names = {"name_en": target.en, "name_it": target.it}
        found.append({"kind": "target", "level": target.level, "way": direction} | names)
    taken = {0.0} | ({target.level} if target else set())
    for level in _multiples(shown, step):
        if (
            level not in taken
            and (direction := _crossed(shown, level))
            and _moved_away(points, shown, level, direction)
        ):
            found.append({"kind": "round", "level": level, "way": direction})
            break
    return tuple(found)


def _crossed(shown: Sequence[float], level: float) -> int:
    """1 upwards, -1 downwards, 0 not."""
    direction = sign(shown[-1] - level)
    if direction:
        for value in reversed(shown[:-1]):
            if side := sign(value - level):
                return direction if side != direction else 0
    return 0


def _multiples(shown: Sequence[float], step: float | None) -> Iterator[float]:
    """The round figures between the two newest values, the one nearest to the newest first."""
    if step is None:
        return
    new, old = shown[-1], shown[-2]
    found = range(ceil(min(new, old) / step - 1e-9), floor(max(new, old) / step + 1e-9) + 1)
    for count in found if new < old else reversed(found):
        yield round(count * step, 9)


def _moved_away(points: Sequence[Point], shown: Sequence[float], level: float, direction: int) -> bool:
    start = points[-1].day - ROUND_RESTS
    for point, value in zip(reversed(points[:-1]), reversed(shown[:-1]), strict=True):
        if point.day < start:
            return True
        if sign(value - level) == direction:
            return False
    return True
