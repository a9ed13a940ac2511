"""Everything the history gives about a row's latest observation, in one pass; pure, about 0.3 ms a row."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from commentary.facts.levels import Extremes, crossings_of, extremes_of
from commentary.facts.moves import Moves, moves_of, run_of
from indicators import gaps
from indicators.figures import History, Point
from indicators.groups import RowConfig

RECENT = 60  # observations stored to compare with those of an earlier edition


@dataclass(frozen=True, slots=True)
class Past:
    """The fields of `RowFacts` that need the history, and recent observations by period."""

    moves: Moves = field(default_factory=Moves)
    extremes: Extremes = field(default_factory=Extremes)
    run: int = 0
    run_ended: int = 0
    crossed: tuple[dict[str, Any], ...] = ()
    year_ago: float | None = None
    year_ago_period: str = ""
    recent: tuple[tuple[str, float], ...] = ()

    def as_fields(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in _OWN}
        return own | _of(self.moves) | _of(self.extremes)


_OWN = ("run", "run_ended", "crossed", "year_ago", "year_ago_period")


def _of(part: Moves | Extremes) -> dict[str, Any]:
    return {each.name: getattr(part, each.name) for each in fields(part)}


def past_of(row: RowConfig, points: Sequence[Point]) -> Past:
    """Computes the past; `points` is the transformed history, oldest first."""
    if not points:
        return Past()
    shown = [round(point.value, row.decimals) for point in points]
    unbroken = _unbroken(points)
    run, ended = run_of(shown[-unbroken:])
    year_ago = History(points).a_year_before(points[-1]) if row.frequency in ("M", "Q") else None
    return Past(
        moves=moves_of(points, row.measure) if unbroken > 1 else Moves(),
        extremes=extremes_of(points, shown),
        run=run,
        run_ended=ended,
        crossed=crossings_of(points, shown, target=row.target, step=row.round) if unbroken > 1 else (),
        year_ago=year_ago.value if year_ago else None,
        year_ago_period=year_ago.period if year_ago else "",
        recent=tuple((point.period, point.value) for point in points[-RECENT:]),
    )


def _unbroken(points: Sequence[Point]) -> int:
    """Returns how many of the latest observations follow each other without a missing period."""
    if not gaps.is_named(points[-1].period):
        return len(points)
    count = 1
    while count < len(points) and gaps.are_neighbours(points[-count - 1], points[-count]):
        count += 1
    return count
