"""How unusual the newest move of a row is: its size against two years of moves, and its direction. Pure.

Sizes are taken from the figures as they are, directions from the figures as they are shown: what a reader cannot see
is no rise.
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
# Fewer say nothing of what is usual: a quarter's figure needs fifteen years.
LEAST_OBSERVATIONS = 60
LEAST_RUN = 4  # from here on a run is told, and so is its end


@dataclass(frozen=True, slots=True)
class Moves:
    """The newest move in its measure, with its usual size (median) and the per cent of moves that were smaller."""

    move: float | None = None
    usual_move: float | None = None
    move_rarity: float | None = None


def move(new: float, old: float, measure: str) -> float | None:
    """new - old, or for "percent" (new / old - 1) * 100; None where that has no meaning (a base of zero or below)."""
    if measure == "points":
        return new - old
    return (new / old - 1) * 100 if old > 0 else None


def moves_of(points: Sequence[Point], measure: str) -> Moves:
    """The usual move is the median of the absolute moves of two years, of 60 observations where these have fewer.

    A step across a period that was never published is no move. The rarity is (moves of those that were smaller) / (all
    of them) * 100. Both are None in a history of fewer than 60 observations.
    """
    if len(points) < 2:
        return Moves()
    newest = move(points[-1].value, points[-2].value, measure)
    if newest is None or len(points) < LEAST_OBSERVATIONS:
        return Moves(newest)
    sizes = sorted(_sizes(_recent(points), measure))
    # Arithmetic leaves crumbs: a move of 0.1 is not larger than another one of 0.1.
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
    """The run that the newest move belongs to, and the one of four or more that it ended; both signed, 0 for none.

    `shown` are the values as shown, oldest first. A move of nothing is no run, and ends none.
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
