"""Ranking of news: central banks, then releases, then market moves, one place for each family of rows. Pure.

The order of the tiers matters more than the exact scores. `/methods` documents all constants.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, cached_property
from math import floor
from typing import Any

from commentary.facts.moves import move, sign
from commentary.facts.snapshot import Facts, RowFacts
from indicators.groups import load
from indicators.wire import Class

# Tier 1: a changed policy rate always leads; an unchanged one leads unless a release moved. Larger central
# banks come first.
RATE_CHANGED, RATE_HELD = 100.0, 9.0
BANKS = {"US": 0.4, "EU": 0.3, "UK": 0.2, "ASIA": 0.1}
# Tier 2: new headline inflation, jobs and GDP figures that moved: US, euro area, the reader's country,
# others; then by size. Unchanged ones may come second.
RELEASES, OTHER_RELEASE, RELEASE_UNMOVED = {"US": 40.0, "EU": 30.0}, 10.0, 1.6
OWN_COUNTRY, OWN = {"en": "UK", "it": "IT"}, 10.0
DATA = 0.8  # core, services, production, surveys: usually the second sentence of a release
# Tier 3: min(move / usual move, 5) x class x age, plus the bonuses below.
CLASSES: dict[Class, float] = {"A": 1.0, "B": 0.6, "C": 0.35, "D": 0.0}
LARGEST = 5.0
AGES, OLDER = {0: 1.0, 1: 1.0, 2: 0.7}, 0.5  # by business days
MARK, EXTREME_OF_YEARS, EXTREME_OF_A_YEAR, RUN = 1.0, 1.0, 0.5, 0.3
YEARS, LONG_RUN = 3, 5
# On a quiet day the largest story leads.
QUIET, LESS_QUIET, CARRIED = 1.5, 2.0, 6
UNUSUAL = 1.8  # times the usual move
AS_USUAL = 0.999  # of the usual move; floating-point tolerance


@dataclass(frozen=True)
class PreviousFigures:
    """The figures of the last edition by key, and its publication time.

    `figures` is None if there was none; then every figure that is not stale is new.
    """

    figures: Mapping[str, RowFacts] | None = None
    at: datetime | None = None

    @classmethod
    def of(cls, document: Mapping[str, Any], at: datetime | None) -> "PreviousFigures":
        """Returns the figures of stored facts."""
        return cls({row.key: row for row in Facts.from_json(document).rows}, at)

    @cached_property
    def family(self) -> str:
        """The family that led that edition, or ""."""
        led = max((self.figures or {}).values(), key=lambda row: row.place, default=None)
        return family_of(led) if led is not None and led.newsworthiness > 0 else ""


@dataclass(frozen=True)
class Family:
    """Rows reported as one story: the leading one, then related rows of the same day."""

    rows: tuple[RowFacts, ...]

    @property
    def lead(self) -> RowFacts:
        return self.rows[0]

    @property
    def score(self) -> float:
        return self.lead.newsworthiness


@dataclass(frozen=True)
class CrossedLevel:
    """A level that the latest move crossed (`direction` 1 or -1) or reached exactly."""

    level: float
    direction: int
    reached: bool = False


@dataclass(frozen=True)
class _Place:
    """The ranking parameters of a row; the defaults apply to rows no longer configured."""

    rank: Class = "C"
    family: str = ""
    floor: float = 0.0
    region: str = ""


@cache
def _places() -> dict[str, _Place]:
    rows = load().rows
    return {row.code: _Place(row.wire.rank, row.wire.family, row.wire.floor, row.region) for row in rows}


def _place(row: RowFacts) -> _Place:
    return _places().get(row.key, _Place())


def family_of(row: RowFacts) -> str:
    return _place(row).family or row.id


def marked(row: RowFacts, seen: PreviousFigures, recent: Mapping[str, float]) -> RowFacts:
    """Returns the row with `new`, `revised_from`, `revised_period`, `led` and `newsworthiness`.

    `recent` has the latest observations by period, with their current values.
    """
    earlier = seen.figures.get(row.key) if seen.figures is not None else None
    already_reported = False
    if earlier is None or earlier.unit != row.unit:
        found = replace(row, new=not row.stale)
    else:
        period, value = _revised(row, earlier, recent)
        found = replace(row, new=row.date > earlier.date, revised_period=period, revised_from=value)
        found, already_reported = _rate_since(found, earlier), row.decided == earlier.decided
    worth = score(replace(found, decided="") if already_reported else found)
    return replace(found, led=family_of(row) == seen.family, newsworthiness=round(worth, 4))


def _rate_since(row: RowFacts, earlier: RowFacts) -> RowFacts:
    """Sets the move of a policy rate relative to the figure shown, since several days may arrive at once."""
    if _place(row).rank != "policy" or row.value == earlier.value or printed_direction(row):
        return row
    return replace(row, prev=earlier.value, prev_period=earlier.period, move=row.value - earlier.value)


def _revised(row: RowFacts, earlier: RowFacts, recent: Mapping[str, float]) -> tuple[str, float | None]:
    """Returns the latest period whose displayed value has changed, with the earlier value."""
    for period, value in ((earlier.period, earlier.value), (earlier.prev_period, earlier.prev)):
        now = recent.get(period)
        if value is not None and now is not None and round(now, row.decimals) != round(value, row.decimals):
            return period, value
    return "", None


def score(row: RowFacts) -> float:
    """Returns the newsworthiness of a row.

    It is 0 for rows that are stale, known, unchanged, or moved less than usual or than the floor. A revision of
    at least the usual move counts as a move of that size.
    """
    if row.stale:
        return 0.0
    found = [0.0]
    if row.new:
        found.append(_of_move(row))
    if row.revised_from is not None:
        found.append(_of_revision(row, row.revised_from))
    return max(found)


def _of_move(row: RowFacts) -> float:
    place, moved = _place(row), printed_direction(row) != 0
    match place.rank:
        case "policy":
            tier = RATE_CHANGED if moved else RATE_HELD if row.decided else 0.0
            return tier + BANKS.get(place.region, 0.0) if tier else 0.0
        case "release":
            tier = RELEASES.get(place.region, OTHER_RELEASE)
            return tier + times_usual(row) if moved else RELEASE_UNMOVED
        case "data":
            return DATA * times_usual(row) if moved else 0.0
    size = _market(row)
    return size + _happened(row) if size else 0.0


def _of_revision(row: RowFacts, shown: float) -> float:
    before = replace(row, new=True, revised_from=None, value=revised_to(row), prev=shown, decided="")
    before = replace(before, move=move(before.value, shown, row.measure))
    if times_usual(before) < AS_USUAL:
        return 0.0
    return _market(before) if _place(row).rank in CLASSES else _of_move(before)


def revised_to(row: RowFacts) -> float:
    """Returns the current value of the revised period."""
    return row.prev if row.prev is not None and row.revised_period == row.prev_period else row.value


def _market(row: RowFacts) -> float:
    place, times = _place(row), times_usual(row)
    if not printed_direction(row) or times < AS_USUAL or abs(printed_move(row)) < place.floor - 1e-9:
        return 0.0
    fresh = AGES.get(row.age, OLDER) if row.frequency == "D" else 1.0
    return times * CLASSES.get(place.rank, 0.0) * fresh


def _happened(row: RowFacts) -> float:
    run = RUN if abs(row.run) >= LONG_RUN else 0.0
    return MARK * bool(mark_of(row)) + _extreme(row) + run


def _extreme(row: RowFacts) -> float:
    if not row.extreme:
        return 0.0
    # A record has no earlier period; use the start of the history.
    since = row.extreme_since or row.since
    years = int(row.date[:4]) - int(since[:4]) if since else 0
    return EXTREME_OF_YEARS if years >= YEARS else EXTREME_OF_A_YEAR


def printed_direction(row: RowFacts) -> int:
    """Returns the direction of the latest move as displayed: 1, -1 or 0."""
    return 0 if row.prev is None else sign(round(row.value, row.decimals) - round(row.prev, row.decimals))


def printed_move(row: RowFacts) -> float:
    """Returns the latest move in the row's measure, 0 if none; points are differences of displayed figures."""
    if row.measure == "points" and row.prev is not None:
        return round(row.value, row.decimals) - round(row.prev, row.decimals)
    return row.move or 0.0


def times_usual(row: RowFacts) -> float:
    """Returns the latest move as a multiple of the usual one, at most 5.

    Returns 1 if the usual move is unknown; it is at least one unit of the last displayed decimal.
    """
    if row.usual_move is None:
        return 1.0
    step = 10.0**-row.decimals if row.measure == "points" else 0.0
    usual = max(row.usual_move, step)
    return min(abs(printed_move(row)) / usual, LARGEST) if usual else LARGEST


def is_unusual(row: RowFacts) -> bool:
    """Whether the latest move is several times the usual one, or took the figure to an extreme of a year or more."""
    if row.stale or row.usual_move is None or not printed_direction(row):
        return False
    times = times_usual(row)
    if times < AS_USUAL or abs(printed_move(row)) < _place(row).floor - 1e-9:
        return False
    return times >= UNUSUAL - 1e-9 or bool(row.extreme)


def mark_of(row: RowFacts) -> CrossedLevel | None:
    """Returns the whole per cent crossed or reached, or the target or round figure crossed, or None."""
    direction = printed_direction(row)
    if row.prev is not None and direction and (row.unit == "pp" or "%" in row.unit):
        value, prev = round(row.value, row.decimals), round(row.prev, row.decimals)
        if value == floor(value):
            return CrossedLevel(value, direction, reached=True)
        level = floor(max(value, prev))
        if min(value, prev) <= level and floor(value) != floor(prev):
            return CrossedLevel(float(level if direction < 0 else floor(value)), direction)
    found = next((each for each in row.crossed if each["way"] == direction), None)
    return CrossedLevel(float(found["level"]), direction) if found else None


def ranked(rows: Iterable[RowFacts], language: str) -> tuple[Family, ...]:
    """Returns the newsworthy families, highest score first, ties in the order of `rows`.

    Releases of the reader's country come before others; the family that led the last edition loses 0.2.
    """
    families: dict[str, list[RowFacts]] = defaultdict(list)
    for row in rows:
        families[family_of(row)].append(row)
    found = [
        _family(members) for members in families.values() if any(row.newsworthiness > 0 for row in members)
    ]
    return tuple(sorted(found, key=lambda family: -_for_reader(family.lead, language)))


def _family(members: Sequence[RowFacts]) -> Family:
    lead = max(members, key=lambda row: row.newsworthiness)
    others = [row for row in members if row is not lead and row.date == lead.date and _belongs(row, lead)]
    return Family((lead, *sorted(others, key=lambda row: -row.newsworthiness)))


def _belongs(row: RowFacts, lead: RowFacts) -> bool:
    """Whether a row is reported after the leading one: newsworthy, or part of the same release."""
    released = _place(lead).rank in ("release", "data") and row.new and not row.stale
    return row.newsworthiness > 0 or released


def _for_reader(row: RowFacts, language: str) -> float:
    place = _place(row)
    own = place.rank == "release" and row.newsworthiness >= OTHER_RELEASE
    return row.place + OWN * (own and place.region == OWN_COUNTRY.get(language[:2]))


def is_quiet(rows: Iterable[RowFacts], stories: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the story with most `publishers` leads instead of a figure."""
    best = max((row.newsworthiness for row in rows), default=0.0)
    carried = max((int(story["publishers"]) for story in stories), default=0)
    return bool(stories) and (best < QUIET or (best < LESS_QUIET and carried >= CARRIED))
