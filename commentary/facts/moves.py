"""How unusual a row's latest move is: its size relative to two years of moves, and its direction. Pure.

Sizes use exact figures, directions the displayed ones, so that an invisible change is no rise.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from statistics import median

from indicators import gaps
from indicators.figures import Point

WINDOW = timedelta(days=2 * 365 + 1)
# Minimum for a usual move; quarterly figures need fifteen years.
LEAST_OBSERVATIONS = 60
LEAST_RUN = 4  # shortest run reported, also when it ends


@dataclass(frozen=True, slots=True)
class Moves:
    """The latest move in its measure, the median move, and the percentage of moves that were smaller."""

    move: float | None = None
    usual_move: float | None = None
    move_rarity: float | None = None


def move(new: float, old: float, measure: str) -> float | None:
    """Returns new - old, or for "percent" (new / old - 1) * 100; None for a base of zero or below."""
    if measure == "points":
        return new - old
    return (new / old - 1) * 100 if old > 0 else None


def moves_of(points: Sequence[Point], measure: str) -> Moves:
    """Returns the latest move with its usual size and rarity.

    The usual move is the median of absolute moves over two years, or over 60 observations if there are fewer.
    A step across a period that was never published is not a move. Its rarity is the percentage of those moves that
    were smaller. Both are None with fewer than 60 observations.
    """
    if len(points) < 2:
        return Moves()
    newest = move(points[-1].value, points[-2].value, measure)
    if newest is None or len(points) < LEAST_OBSERVATIONS:
        return Moves(newest)
    sizes = sorted(_sizes(_recent(points), measure))
    # Floating-point tolerance: 0.1 is not larger than another 0.1.
    smaller = bisect_left(sizes, abs(newest) - 1e-9)
    return Moves(newest, median(sizes), smaller / len(sizes) * 100)


def _recent(points: Sequence[Point]) -> Sequence[Point]:
    start = bisect_left(points, points[-1].day - WINDOW, key=lambda point: point.day)
    return points[
        min(start, len(points) - LEAST_OBSERVATIONS - 1) if len(points) > LEAST_OBSERVATIONS else 0 :
    ]


def _sizes(points: Sequence[Point], measure: str) -> list[float]:
    pairs = ((old, new) for old, new in pairwise(points) if gaps.are_neighbours(old, new))
    found = (move(new.value, old.value, measure) for old, new in pairs)
    return [abs(each) for each in found if each is not None]


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def run_of(shown: Sequence[float]) -> tuple[int, int]:
    """Returns the run of the latest move and the run of four or more that it ended, signed, 0 for none.

    `shown` are the displayed values, oldest first. An unchanged value neither continues nor ends a run.
    """
    ways = (sign(new - old) for old, new in zip(shown[-2::-1], shown[:0:-1], strict=True))
    way = next(ways, 0)
    if way == 0:
        return 0, 0
    run = 1
    for other in ways:
        if other != way:
            break
        run += 1
    else:
        return way * run, 0
    if run > 1 or other == 0:
        return way * run, 0
    ended = 1
    for each in ways:
        if each != other:
            break
        ended += 1
    return way, other * ended if ended >= LEAST_RUN else 0
