"""Which kind of fact a row is news by, and how it stands when it is none. Pure."""

from commentary.facts.snapshot import HIGH, LOW, RowFacts
from commentary.rules import amounts

LONG_RUN = 4
RARE = 80.0  # per cent of the moves of two years: from here a move is told as a large one


def kind_of(row: RowFacts) -> str:
    """The kind of its main sentence, the strongest first: news of the newest observation, else its standing."""
    if row.stale and row.percentile is not None:
        return "old"
    if not row.new:
        return standing(row)
    if not amounts.moved(row):
        return "extreme_still" if row.extreme else "flat" if _unchanged(row) else standing(row)
    return _of_move(row)


def _of_move(row: RowFacts) -> str:
    if row.extreme == ("highest" if amounts.way(row) > 0 else "lowest"):
        return "extreme"
    if abs(row.run_ended) >= LONG_RUN and row.run_ended * amounts.way(row) < 0:
        return "run_ended"
    if any(crossing["way"] == amounts.way(row) for crossing in row.crossed):
        return "crossed"
    if abs(row.run) >= LONG_RUN:
        return "run"
    return "big" if is_large(row) else "move"


def is_large(row: RowFacts) -> bool:
    known = row.move_rarity is not None and row.usual_move is not None
    return known and (row.move_rarity or 0.0) >= RARE and bool(amounts.step(row.usual_move or 0.0, row, "en"))


def standing(row: RowFacts) -> str:
    """How a row stands in its own history, without its last move."""
    if row.extreme:
        return "extreme_still"
    if row.percentile is None:
        return "level"
    if row.near_record:
        return "near"
    return "standing" if row.percentile >= HIGH or row.percentile <= LOW else "middle"


def is_revised(row: RowFacts) -> bool:
    """A change of what was shown, in the newest observation or in the one before it."""
    shown = revised_value(row)
    return shown is not None and amounts.value(shown, row, "en") != amounts.value(
        row.revised_from or 0.0, row, "en"
    )


def revised_value(row: RowFacts) -> float | None:
    """What the source gives now for the period that it revised; None where that is not among the facts."""
    if row.revised_from is None or not row.revised_period:
        return None
    return {row.prev_period: row.prev, row.period: row.value}.get(row.revised_period)


def _unchanged(row: RowFacts) -> bool:
    return row.prev is not None and amounts.value(row.value, row, "en") == amounts.value(row.prev, row, "en")


def by_news(rows: list[RowFacts]) -> list[RowFacts]:
    """The most newsworthy first; among those without news current ones first, by distance from the middle."""
    return sorted(rows, key=lambda row: (-row.newsworthiness, row.stale, -_unusual(row)))


def _unusual(row: RowFacts) -> float:
    return -1.0 if row.percentile is None else abs(row.percentile - 50)
