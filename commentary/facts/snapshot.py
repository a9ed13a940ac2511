"""All that a text may use: figures frozen at the moment of writing, with their place in their own history."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from itertools import pairwise
from statistics import fmean, median
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from indicators import history
from indicators.figures import LEAST_POINTS
from indicators.groups import RowConfig, load
from indicators.models import STALE_AFTER, IndicatorFigure, is_stale

EVERYTHING = "all"
HIGH = 80.0  # percentile from which a figure counts as in the top fifth of its own history
LOW = 20.0  # and up to which in the bottom fifth


@dataclass(frozen=True, kw_only=True)
class RowFacts:
    """One configured row with a value. Days are ISO dates; the day of a period is its end."""

    key: str
    group: str
    label_en: str
    label_it: str
    note_en: str = ""
    note_it: str = ""
    unit: str
    decimals: int
    frequency: str  # D, W, M, Q, A
    value: float
    prev: float | None = None
    period: str  # "2026-11-20", "2026-10", "2026-Q3", "2025"
    prev_period: str = ""
    date: str
    percentile: float | None = None  # 0 to 100, in the figure's own history
    lowest: float | None = None
    highest: float | None = None
    since: str = ""  # day of the oldest observation of that history
    usual_step: float | None = None  # mean absolute change from one observation to the next
    stale: bool = False
    basis_en: str = ""  # "year on year", "2010 = 100", "of GDP"
    basis_it: str = ""
    limits_en: str = ""
    limits_it: str = ""
    better: str = ""  # "up" or "down" where a reader would call that an improvement
    weight: float = 1.0  # 0.5 to 1.5
    measure: str = "points"  # of moves: "percent" of the observation before, or "points" of the unit
    move: float | None = None  # since the observation before, signed, in `measure`
    usual_move: float | None = None  # median of the absolute moves of two years, in `measure`
    move_rarity: float | None = None  # 0 to 100: per cent of those moves that were smaller
    lowest_on: str = ""  # period of the newest observation as low as `lowest`
    highest_on: str = ""
    extreme: str = ""  # "highest" or "lowest" when it is that of a year at least
    extreme_since: str = ""  # the last period as high (or low) as now; "" when there is none in the history
    near_record: str = ""  # "highest" or "lowest" when within 5 % of the range of it, without being it
    run: int = 0  # the newest move is the n-th in this direction: 5 for a fifth rise, -5 for a fifth fall
    run_ended: int = 0  # length, signed, of the run of four or more that the newest move ended
    # {"kind": "zero" | "target" | "round", "level": float, "way": 1 | -1}; a target has "name_en" and "name_it" too
    crossed: tuple[dict[str, Any], ...] = ()
    year_ago: float | None = None  # monthly and quarterly rows
    year_ago_period: str = ""
    new: bool = False  # the newest observation came after the last edition that a reader could have seen
    revised_from: float | None = (
        None  # what that edition showed for `revised_period`, where it has changed since
    )
    revised_period: str = ""
    newsworthiness: float = 0.0

    @property
    def change(self) -> float | None:
        """Since the previous observation, in the figure's own unit."""
        return None if self.prev is None else self.value - self.prev

    @property
    def change_pct(self) -> float | None:
        """In per cent of the previous observation; None where a ratio to it means nothing."""
        return (self.value / self.prev - 1) * 100 if self.prev is not None and self.prev > 0 else None

    @property
    def change_bp(self) -> float | None:
        """In basis points, for figures in per cent or percentage points."""
        change = self.change
        return None if change is None or not (self.unit == "pp" or "%" in self.unit) else change * 100

    def as_json(self) -> dict[str, Any]:
        derived = {"change": self.change, "change_pct": self.change_pct, "change_bp": self.change_bp}
        return asdict(self) | derived


@dataclass(frozen=True)
class Facts:
    """The figures behind one text: of a group, or of all groups (`group` is then "all")."""

    group: str
    as_of: str
    rows: tuple[RowFacts, ...]
    pairs: tuple[dict[str, Any], ...] = ()  # {"id", "keys": (key, key), "why": "news" | "extreme", …}
    # Of all groups and of a log alone: the ten largest stories (`stories.StoryFacts.as_json`), what is due
    # ({"date", "what_en", "what_it", "key"}), and the edition before ({"title", "text", "as_of", "figures"}).
    stories: tuple[dict[str, Any], ...] = ()
    agenda: tuple[dict[str, Any], ...] = ()
    previous: dict[str, Any] | None = None

    @property
    def constants(self) -> dict[str, float]:
        """Counts and thresholds that a text may name beside the figures themselves."""
        ranked = [row.percentile for row in self.rows if not row.stale and row.percentile is not None]
        counts: dict[str, float] = {
            "rows": len(self.rows),
            "current": sum(not row.stale for row in self.rows),
            "stale": sum(row.stale for row in self.rows),
            "stale_after_days": STALE_AFTER.days,
            "ranked": len(ranked),
            "in_top_fifth": sum(percentile >= HIGH for percentile in ranked),
            "in_bottom_fifth": sum(percentile <= LOW for percentile in ranked),
        }
        return counts | ({"median_percentile": median(ranked)} if ranked else {})

    def as_json(self) -> dict[str, Any]:
        whole = {"stories": list(self.stories), "agenda": list(self.agenda), "previous": self.previous}
        return {
            "group": self.group,
            "as_of": self.as_of,
            "rows": [row.as_json() for row in self.rows],
            "constants": self.constants,
            "pairs": [pair | {"keys": list(pair["keys"])} for pair in self.pairs],
        } | (whole if self.group == EVERYTHING else {})

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Facts":
        """The inverse of `as_json`; what is derived is derived again."""
        names = {field.name for field in fields(RowFacts)}
        rows: Sequence[Mapping[str, Any]] = document["rows"]
        return cls(
            group=document["group"],
            as_of=document["as_of"],
            rows=tuple(_from_json({k: v for k, v in row.items() if k in names}) for row in rows),
            pairs=tuple(pair | {"keys": tuple(pair["keys"])} for pair in document.get("pairs", ())),
            stories=tuple(document.get("stories", ())),
            agenda=tuple(document.get("agenda", ())),
            previous=document.get("previous"),
        )

    @property
    def digest(self) -> str:
        """Changes when, and only when, a figure does: the day of asking is left out."""
        rows = json.dumps([asdict(row) for row in self.rows], sort_keys=True)
        return hashlib.sha256(f"{self.group}\n{rows}".encode()).hexdigest()


def _from_json(row: dict[str, Any]) -> RowFacts:
    return RowFacts(**row | {"crossed": tuple(row.get("crossed", ()))})


def about(group_id: str, *, today: date | None = None) -> Facts:
    """What is known now about a group, or about "all"; no rows where nothing has been fetched yet."""
    return everything(today=today).get(group_id) or Facts(group_id, (today or _today()).isoformat(), ())


def everything(*, today: date | None = None) -> dict[str, Facts]:
    """The facts of each configured group and of "all", by one query for the figures.

    Only configured rows of enabled sources are in them, and only figures made as configured now.
    """
    today = today or _today()
    groups = load().groups
    made_of = {row.code: row.made_of for group in groups for row in group.rows}
    stored = {
        figure.code: figure
        for figure in IndicatorFigure.objects.filter(code__in=made_of)
        if figure.made_of == made_of[figure.code]
    }
    found = {}
    for group in groups:
        rows = (_figure(row, stored[row.code], today) for row in group.rows if row.code in stored)
        found[group.id] = Facts(group.id, today.isoformat(), tuple(rows))
    whole = tuple(row for facts in found.values() for row in facts.rows)
    return {EVERYTHING: Facts(EVERYTHING, today.isoformat(), whole)} | found


def _today() -> date:
    return timezone.now().date()


def _figure(row: RowConfig, stored: IndicatorFigure, today: date) -> RowFacts:
    return RowFacts(
        key=row.code,
        group=row.group_id,
        label_en=row.label("en"),
        label_it=row.label("it"),
        note_en=row.note("en"),
        note_it=row.note("it"),
        unit=row.unit,
        decimals=row.decimals,
        frequency=row.frequency,
        value=stored.value,
        prev=stored.previous_value,
        period=stored.period,
        prev_period=stored.previous_period,
        date=stored.observed_on.isoformat(),
        percentile=stored.percentile,
        lowest=stored.lowest,
        highest=stored.highest,
        since=stored.since.isoformat(),
        usual_step=_usual_step(row, stored),
        stale=is_stale(stored.observed_on, today),
    )


def _usual_step(row: RowConfig, stored: IndicatorFigure) -> float | None:
    """Cached by the moment of computation, since it takes a walk through the whole history."""
    key = f"commentary:usual-step:{row.code}:{stored.computed_at.timestamp()}"
    kept = cache.get(key)
    if kept is None:
        kept = (mean_step([point.value for point in history.of_row(row)]),)
        cache.set(key, kept, timeout=14 * 24 * 3600)
    step: float | None = kept[0]
    return step


def mean_step(values: Sequence[float]) -> float | None:
    """The mean absolute change from one observation to the next; None among fewer than eight values."""
    if len(values) < LEAST_POINTS:
        return None
    return fmean(abs(later - earlier) for earlier, later in pairwise(values))
