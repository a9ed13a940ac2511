"""What counts as news among figures, and how much. Pure; every constant of it stands here with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from commentary.facts.moves import LEAST_RUN
from commentary.facts.snapshot import RowFacts

# How unusual the move is says most; the standing says less, since it changes little from day to day; what happens
# once in a while (a run, a crossing, a record) tips the scales between two of the same size.
MOVE, LEVEL, EVENT = 0.5, 0.3, 0.2
# What led an edition has been read: it must be about twice as telling to lead one of the next three, unless it has set
# a new extreme since. And each day that a row led within four weeks takes a quarter off, or oil and gold, which always
# move, would lead every fourth day: over 60 rebuilt weekdays 17 % of them, with it 8 % (`python -m evaluation words`).
LED_LATELY, LATELY = 0.5, 3
LED_A_DAY, WEEKS = 0.75, 4
SHARE_OF_A_USUAL_REVISION = 0.5  # a revision as large as the usual move is as rare as half of the moves


@dataclass(frozen=True)
class Seen:
    """What a reader could know: the figures that the last edition showed, by key, and what led the last ones.

    `leads` are the leading rows of the last three editions, newest first, `days` those of the last edition of each day
    of the four weeks before.
    `figures` is None where nothing was published before: then every figure that is not stale is new.
    """

    figures: Mapping[str, RowFacts] | None = None
    leads: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    at: datetime | None = None  # when that edition was published


def marked(row: RowFacts, seen: Seen, recent: Mapping[str, float]) -> RowFacts:
    """The row with `new`, `revised_from`, `revised_period` and `newsworthiness`.

    `recent` has the newest observations by period, as they are now.
    """
    earlier = seen.figures.get(row.key) if seen.figures is not None else None
    if earlier is None or earlier.unit != row.unit:
        told = replace(row, new=not row.stale)
    else:
        period, value = _revised(row, earlier, recent)
        told = replace(row, new=row.date > earlier.date, revised_period=period, revised_from=value)
    return replace(told, newsworthiness=newsworthiness(told, seen))


def _revised(row: RowFacts, earlier: RowFacts, recent: Mapping[str, float]) -> tuple[str, float | None]:
    """The newest period for which something else was shown than stands there now, with what was shown."""
    for period, value in ((earlier.period, earlier.value), (earlier.prev_period, earlier.prev)):
        now = recent.get(period)
        if value is not None and now is not None and round(now, row.decimals) != round(value, row.decimals):
            return period, value
    return "", None


def newsworthiness(row: RowFacts, seen: Seen) -> float:
    """new x (0.5 rarity of the move + 0.3 rarity of the level + 0.2 event) x weight x memory; 0 to 1.5.

    Rarities count 0 to 1. A revision is news by its own size. What is stale, or known already, counts nothing.
    """
    if row.stale or not (row.new or row.revised_period):
        return 0.0
    unusual = MOVE * _rarity_of_move(row) + LEVEL * rarity_of_level(row) + EVENT * has_event(row)
    return unusual * row.weight * memory(row, seen)


def _rarity_of_move(row: RowFacts) -> float:
    """As a share. A revision of x usual moves counts 1 - 0.5 ** x, so that one usual move is as rare as the median."""
    if row.new:
        return (row.move_rarity or 0.0) / 100
    if row.revised_from is None or row.usual_move is None:
        return 0.0
    size = abs(_now(row) - row.revised_from)
    if row.measure == "percent":
        size = size / abs(row.revised_from) * 100 if row.revised_from else 0.0
    return 1 - SHARE_OF_A_USUAL_REVISION ** (size / row.usual_move) if row.usual_move else 1.0


def _now(row: RowFacts) -> float:
    """What stands now for the revised period."""
    return row.prev if row.prev is not None and row.revised_period == row.prev_period else row.value


def rarity_of_level(row: RowFacts) -> float:
    """Distance of the percentile from the middle: 0 at the median, 1 at either end."""
    return 0.0 if row.percentile is None else abs(row.percentile - 50) / 50


def has_event(row: RowFacts) -> bool:
    """A run or the end of one, a crossing, an extreme of at least a year."""
    happened = row.crossed or row.extreme or row.run_ended
    return bool(happened) or abs(row.run) >= LEAST_RUN


def memory(row: RowFacts, seen: Seen) -> float:
    """1 for what has not led lately, less for what has; see the constants."""
    tired = LED_A_DAY ** seen.days.count(row.key)
    if row.key in seen.leads[:LATELY] and not _new_extreme(row, seen):
        return min(LED_LATELY, tired)
    return tired


def _new_extreme(row: RowFacts, seen: Seen) -> bool:
    """An extreme of at least a year that it was not when readers last saw it."""
    earlier = seen.figures.get(row.key) if seen.figures is not None else None
    return bool(row.extreme) and (earlier is None or earlier.extreme != row.extreme)
