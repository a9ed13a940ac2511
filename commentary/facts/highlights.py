"""What stands out among figures, without words: high and low in their own history, moves, age."""

from dataclasses import dataclass
from functools import cached_property

from commentary.facts.snapshot import HIGH, LOW, RowFacts

WELL_BEYOND = 3.0  # a move of this many usual moves is called well beyond the usual


def direction(row: RowFacts) -> int | None:
    """1 risen, -1 fallen, 0 unchanged since the previous observation; None without one.

    Two digits below those shown are kept, so that what the computer's arithmetic leaves over is no move.
    """
    change = row.change
    if change is None:
        return None
    shown = round(change, row.decimals + 2)
    return (shown > 0) - (shown < 0)


def steps(row: RowFacts) -> float | None:
    """The last move measured in the figure's own usual moves."""
    if row.move is None or not row.usual_move:
        return None
    return abs(row.move) / row.usual_move


def is_record_high(row: RowFacts) -> bool:
    return row.highest is not None and row.lowest is not None and row.value >= row.highest > row.lowest


def is_record_low(row: RowFacts) -> bool:
    return row.highest is not None and row.lowest is not None and row.value <= row.lowest < row.highest


@dataclass(frozen=True)
class Survey:
    """A look over rows; stale ones count in nothing but `stale`."""

    rows: tuple[RowFacts, ...]

    @cached_property
    def current(self) -> list[RowFacts]:
        return [row for row in self.rows if not row.stale]

    @cached_property
    def stale(self) -> list[RowFacts]:
        return [row for row in self.rows if row.stale]

    @cached_property
    def ranked(self) -> list[RowFacts]:
        """With a place in their own history, highest first."""
        with_place = [row for row in self.current if row.percentile is not None]
        return sorted(with_place, key=lambda row: -place(row))

    @cached_property
    def high(self) -> list[RowFacts]:
        return [row for row in self.ranked if place(row) >= HIGH]

    @cached_property
    def low(self) -> list[RowFacts]:
        """Lowest first."""
        return [row for row in reversed(self.ranked) if place(row) <= LOW]

    def going(self, way: int) -> int:
        """How many current rows went this way: 1, -1 or 0."""
        return sum(direction(row) == way for row in self.current)

    @cached_property
    def daily_only(self) -> bool:
        """Whether moves are compared among daily figures alone.

        A quarter's move would otherwise be the news of every morning for three months.
        """
        return sum(row.frequency == "D" and steps(row) is not None for row in self.current) > 1

    @cached_property
    def movers(self) -> list[RowFacts]:
        """The rows whose moves are compared, the largest move in usual moves first.

        None at all where one of them moved and has no usual move yet: it might be the largest.
        """
        pool = [row for row in self.current if row.frequency == "D" or not self.daily_only]
        if any(direction(row) and steps(row) is None for row in pool):
            return []
        measured = [row for row in pool if steps(row) is not None]
        return sorted(measured, key=lambda row: -(steps(row) or 0.0))

    def of_group(self, group: str) -> "Survey":
        return Survey(tuple(row for row in self.rows if row.group == group))


def place(row: RowFacts) -> float:
    """The percentile of a ranked row."""
    assert row.percentile is not None
    return row.percentile


def busiest_group(survey: Survey, *, high: bool) -> tuple[str, int, int] | None:
    """The group with the largest share of high (or low) rows, with their number and that of its ranked rows.

    None when two groups share the first place, or when nothing but single rows is there to compare.
    """
    shares = []
    for group in dict.fromkeys(row.group for row in survey.ranked):
        part = survey.of_group(group)
        hits = len(part.high if high else part.low)
        if len(part.ranked) > 1:
            shares.append((hits / len(part.ranked), group, hits, len(part.ranked)))
    shares.sort(key=lambda share: -share[0])
    if not shares or shares[0][2] < 2 or (len(shares) > 1 and shares[0][0] == shares[1][0]):
        return None
    return shares[0][1:]
