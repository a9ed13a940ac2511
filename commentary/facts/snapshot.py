"""The facts behind a text: figures frozen at the time of writing, with their position in their own history."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import median
from typing import Any

from indicators.models import STALE_AFTER

EVERYTHING = "all"
HIGH = 80.0  # percentile from which a figure counts as in the top fifth of its history
LOW = 20.0  # and up to which in the bottom fifth
# Fields that depend on the edition rather than on the figure.
_OF_THE_EDITION = {
    "age",
    "decided",
    "led",
    "new",
    "revised_from",
    "revised_period",
    "newsworthiness",
    "fallback",
}
EXTREMES = ("highest", "lowest")
GIVES_WAY = 0.2  # deducted from the family that led the last edition


@dataclass(frozen=True, kw_only=True)
class RowFacts:
    """One configured row with a value. Days are ISO dates; the day of a period is its last."""

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
    percentile: float | None = None  # 0 to 100, within the figure's history
    lowest: float | None = None
    highest: float | None = None
    since: str = ""  # day of the oldest observation in that history
    stale: bool = False
    basis_en: str = ""  # "year on year", "2010 = 100", "of GDP"
    basis_it: str = ""
    limits_en: str = ""
    limits_it: str = ""
    better: str = ""  # "up" or "down" if that counts as an improvement
    measure: str = "points"  # of moves: "percent" of the previous observation, or "points" of the unit
    move: float | None = None  # since the previous observation, signed, in `measure`
    usual_move: float | None = None  # median of the absolute moves of two years, in `measure`
    move_rarity: float | None = None  # 0 to 100: percentage of those moves that were smaller
    lowest_on: str = ""  # period of the latest observation as low as `lowest`
    highest_on: str = ""
    extreme: str = ""  # "highest" or "lowest" if no other in at least a year is as extreme
    extreme_since: str = ""  # the last period as high (or low) as now; "" if there is none
    near_record: str = ""  # "highest" or "lowest" if within 5 % of the range from it, but not equal
    # Which of "highest" and "lowest" hold before `since` too; "lowest" only in facts written elsewhere.
    all_time: tuple[str, ...] = ()
    run: int = 0  # length of the current run, signed: 5 for a fifth rise, -5 for a fifth fall
    run_ended: int = 0  # length, signed, of the run of four or more that the latest move ended
    # {"kind": "zero" | "target" | "round", "level": float, "way": 1 | -1}; a target also has "name_en" and
    # "name_it"
    crossed: tuple[dict[str, Any], ...] = ()
    year_ago: float | None = None  # monthly and quarterly rows only
    year_ago_period: str = ""
    new: bool = False  # the latest observation came after the previous edition
    revised_from: float | None = None  # value shown for `revised_period` in that edition, if changed since
    revised_period: str = ""
    age: int = 0  # business days between `date` and the edition
    decided: str = ""  # day of a policy rate's decision, for two business days
    led: bool = False  # its family led the previous edition
    newsworthiness: float = 0.0  # `ranking.score`
    fallback: bool = False  # computed from the row's second source

    @property
    def id(self) -> str:
        """Its id in drafts, "us10"."""
        return self.key.lower()

    @property
    def place(self) -> float:
        """Sort key: newsworthiness, less a deduction for leading the previous edition."""
        return self.newsworthiness - GIVES_WAY * self.led

    @property
    def change(self) -> float | None:
        """Change since the previous observation, in the figure's unit."""
        return None if self.prev is None else self.value - self.prev

    def as_json(self) -> dict[str, Any]:
        return vars(self) | {"crossed": tuple(map(dict, self.crossed)), "change": self.change}


@dataclass(frozen=True)
class Facts:
    """The figures behind one text of a group, or of all groups (`group` is "all")."""

    group: str
    as_of: str
    rows: tuple[RowFacts, ...]
    # For all groups only: the ten largest stories (`stories.largest`), the previous text (title, text,
    # as_of), and the releases due: {"date", "what_en", "what_it", "key"}.
    stories: tuple[dict[str, Any], ...] = ()
    previous: dict[str, str] | None = None
    agenda: tuple[dict[str, Any], ...] = ()
    seen_at: str = ""  # time (ISO, UTC) of the edition that `new` refers to; "" if there was none
    known_at: str = (
        ""  # time (ISO, UTC) of the latest computation of figures; "" in texts before it was stored
    )

    @property
    def constants(self) -> dict[str, float]:
        """Counts and thresholds that a text may state besides the figures."""
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

    @property
    def news(self) -> frozenset[str]:
        """Keys of rows new or revised since the previous edition; empty if there was none."""
        if not self.seen_at:
            return frozenset()
        return frozenset(row.key for row in self.rows if row.new or row.revised_period)

    @property
    def lead(self) -> str:
        """Key of the most newsworthy row in any language, the first on a tie; "" without news."""
        found = max(self.rows, key=lambda row: row.place, default=None)
        return found.key if found is not None and found.newsworthiness > 0 else ""

    def as_json(self) -> dict[str, Any]:
        whole: dict[str, Any] = {
            "stories": list(self.stories),
            "previous": self.previous,
            "agenda": list(self.agenda),
        }
        return (whole if self.group == EVERYTHING else {}) | {
            "group": self.group,
            "seen_at": self.seen_at,
            "known_at": self.known_at,
            "as_of": self.as_of,
            "rows": [row.as_json() for row in self.rows],
            "constants": self.constants,
            "lead": self.lead,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Facts":
        """Inverse of `as_json`; recomputes derived fields."""
        names = {field.name for field in fields(RowFacts)}
        rows: Sequence[Mapping[str, Any]] = document["rows"]
        return cls(
            group=document["group"],
            as_of=document["as_of"],
            rows=tuple(_from_json({k: v for k, v in row.items() if k in names}) for row in rows),
            stories=tuple(document.get("stories", ())),
            previous=document.get("previous"),
            agenda=tuple(document.get("agenda", ())),
            seen_at=document.get("seen_at", ""),
            known_at=document.get("known_at", ""),
        )

    @property
    def digest(self) -> str:
        """A hash that changes only with a figure, not with the day or the previous edition."""
        figures = [{k: v for k, v in vars(row).items() if k not in _OF_THE_EDITION} for row in self.rows]
        rows = json.dumps(figures, sort_keys=True)
        return hashlib.sha256(f"{self.group}\n{rows}".encode()).hexdigest()


def _from_json(row: dict[str, Any]) -> RowFacts:
    return RowFacts(**row | {name: tuple(row.get(name, ())) for name in ("crossed", "all_time")})
