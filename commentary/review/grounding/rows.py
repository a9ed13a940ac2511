"""What the facts state of each figure: its quantities with their roles and periods, and what follows from one row."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

CURRENCIES = {"USD", "EUR", "GBP", "JPY", "CHF", "CNY"}
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_SCALE = {"k": 1e3, "thousand": 1e3, "mn": 1e6, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9, "tn": 1e12, "trillion": 1e12}  # fmt: skip
_YEARLY = re.compile(r"year on year|yoy|on the year|annual")
_NUMBERS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?")
# Keys whose numbers are read by name below or are none of the figure's.
_NAMED = {
    "value", "prev", "change", "change_pct", "change_bp", "decimals", "percentile", "lowest", "highest", "usual_move", "usual_step",
    "move", "move_rarity", "run", "run_ended", "year_ago", "revised_from", "newsworthiness", "weight", "order", "id", "max_age_days",
}  # fmt: skip
CHANGES = frozenset({"change", "year_change", "from_lowest", "from_highest", "from_target", "revision"})
HIDDEN = frozenset(
    {"usual", "usual over", "rarity", "percentile", "below", "run"}
)  # said only in words of their own


class BadFacts(Exception):
    """The facts do not have the shape that they should have."""


@dataclass(slots=True)
class Quantity:
    """A number that may be said: `kind` is %, pp, bp, points, x, n, duration, a currency or "bare" (of a unit said before).

    `when` is its period.
    """

    value: float
    kind: str
    role: str
    row: int = -1
    when: str = ""
    of: int = -1  # of a difference: the row that it is counted from above, and the other
    less: int = -1


def rows_of(facts: Mapping[str, Any]) -> list["Row"]:
    """The rows of the facts; raises BadFacts."""
    raw, constants = facts.get("rows"), facts.get("constants") or {}
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not isinstance(constants, Mapping):
        raise BadFacts("facts need a list of rows")
    if bad := [place for place, row in enumerate(raw) if not isinstance(row, Mapping)]:
        raise BadFacts(f"row {bad[0]} is not an object")
    return [Row(row, place) for place, row in enumerate(raw)]


def number_of(value: object) -> float | None:
    """The finite number that this is, or None."""
    known = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if known else None  # type: ignore[arg-type]


class Row:
    """One figure of the facts, in its own unit; what it lacks is None or empty."""

    def __init__(self, raw: Mapping[str, Any], place: int) -> None:
        self.raw, self.place = raw, place
        self.kind, self.scale = kind_of(str(raw.get("unit") or ""))
        self.value, self.prev = self.number("value"), self.number("prev")
        self.decimals = int(self.number("decimals") or 0) if "decimals" in raw else None
        self.yearly = (
            bool(_YEARLY.search(self.text("basis_en").lower())) or "% y" in self.text("unit").lower()
        )
        self.grows = self.yearly or " on " in self.text("basis_en")  # "quarter on quarter": itself a change
        self.better = self.text("better")
        self.stale = bool(raw.get("stale"))

    def number(self, key: str) -> float | None:
        return number_of(self.raw.get(key))

    def text(self, key: str) -> str:
        found = self.raw.get(key)
        return found if isinstance(found, str) else ""

    @property
    def label(self) -> str:
        return " ; ".join(self.text(key) for key in ("key", "label", "label_en", "label_it", "name")).lower()

    def shown(self, value: float) -> float:
        """A value as a reader sees it."""
        return value if self.decimals is None else round(value + 0.0, self.decimals)

    @property
    def change(self) -> float | None:
        return None if self.value is None or self.prev is None else self.value - self.prev

    @property
    def year_change(self) -> float | None:
        ago = self.number("year_ago")
        return None if self.value is None or ago is None else self.value - ago

    @property
    def percentile(self) -> float | None:
        return self.number("percentile")

    @property
    def moved(self) -> int | None:
        """1, 0 or -1 since the observation before; None when that is not known."""
        change = self.change
        return None if change is None else (abs(change) > 1e-9) * (1 if change > 0 else -1)

    @property
    def still(self) -> bool | None:
        """Whether a reader sees the same value twice."""
        if self.value is None or self.prev is None:
            return None
        return self.shown(self.value) == self.shown(self.prev)

    @property
    def move(self) -> float | None:
        """The size of the last move in its own measure, as `usual_move` is."""
        move, change = self.number("move"), self.change
        if move is not None:
            return abs(move)
        if change is None or self.kind in ("%", "pp", "bp") or not self.prev:
            return None if change is None else abs(change)
        return abs(change / self.prev * 100)

    @cached_property
    def quantities(self) -> list[Quantity]:
        """All that may be said of this row by itself."""
        found = [each for each in self._all() if math.isfinite(each.value)]
        for each in found:
            each.row = self.place
        return found

    def _all(self) -> Iterable[Quantity]:
        period, date = self.text("period") or self.text("date"), self.text("date")
        yield from self._level(self.value, "value", f"{period} {date}")
        yield from self._level(self.prev, "prev", self.text("prev_period"))
        yield from self._level(self.number("year_ago"), "year_ago", self.text("year_ago_period"))
        yield from self._level(self.number("lowest"), "lowest", self.text("lowest_on"))
        yield from self._level(self.number("highest"), "highest", self.text("highest_on"))
        yield from self._level(self.number("revised_from"), "prev", self.text("revised_period"))
        for role, other in (("change", self.prev), ("year_change", self.number("year_ago")),
                            ("from_lowest", self.number("lowest")), ("from_highest", self.number("highest")),
                            ("from_target", 2.0 if self.kind == "%" else None), ("revision", self.number("revised_from"))):  # fmt: skip
            if self.value is not None and other is not None:
                when = self.text(role.replace("from_", "") + "_on") if role.startswith("from_") else ""
                yield from self._difference(self.value, other, role, when)
        yield from self._measured()
        yield from self._noted()

    def _level(self, value: float | None, role: str, when: str) -> Iterable[Quantity]:
        if value is None:
            return
        values = dict.fromkeys((value, self.shown(value)))
        for each in values:
            yield Quantity(each * self.scale, self.kind, role, when=when)
            if self.scale != 1:  # "130.5 billion, 2.9 more"
                yield Quantity(each, "bare", role, when=when)
            if self.kind == "pp":
                yield Quantity(each * 100, "bp", role, when=when)
                yield Quantity(each, "%", role, when=when)
            elif self.kind == "%":
                if abs(each) >= 150:
                    yield Quantity(each / 100, "x", role, when=when)
                yield Quantity(100 - each, "%", f"rest of {role}", when=when)
            elif self.kind == "n" and "100" in self.text("basis_en"):
                yield Quantity(each / 100, "x", role, when=when)
            elif self.text("unit") == "ratio":
                yield Quantity(each, "x", role, when=when)
                yield Quantity(each, "duration", role, when=when)

    def _difference(self, value: float, other: float, role: str, when: str) -> Iterable[Quantity]:
        for one, two in dict.fromkeys(((value, other), (self.shown(value), self.shown(other)))):
            yield from self.step(one - two, role, when)
            if two and self.kind not in ("%", "pp", "bp"):
                yield Quantity((one / two - 1) * 100, "%", role, when=when)
            if two and role != "from_target":
                yield Quantity(one / two, "x", f"ratio of {role}")

    def step(self, value: float, role: str, when: str = "") -> Iterable[Quantity]:
        """A difference in the units that it may be told in."""
        if self.kind in ("%", "pp"):
            yield Quantity(value, "pp", role, when=when)
            yield Quantity(value * 100, "bp", role, when=when)
        elif self.kind == "bp":
            yield Quantity(value, "bp", role, when=when)
            yield Quantity(value / 100, "pp", role, when=when)
        else:
            yield Quantity(value * self.scale, self.kind, role, when=when)
            if self.scale != 1:
                yield Quantity(value, "bare", role, when=when)

    def _measured(self) -> Iterable[Quantity]:
        percentile, rarity, usual = self.percentile, self.number("move_rarity"), self.number("usual_move")
        if percentile is not None:
            yield Quantity(percentile, "%", "percentile")
            yield Quantity(100 - percentile, "%", "below")
        if rarity is not None:
            yield Quantity(rarity, "%", "rarity")
            yield Quantity(100 - rarity, "%", "rarity")
        if usual is not None:
            if self.kind in ("%", "pp", "bp") or self.text("measure") == "points":
                yield from self.step(usual, "usual")
            else:
                yield Quantity(usual, "%", "usual")
                yield from self.step(usual * abs(self.value or 0.0) / 100, "usual")
                if self.text("measure") == "points":
                    yield Quantity(usual * self.scale, self.kind, "usual")
            if self.move is not None and usual:
                yield Quantity(self.move / usual, "x", "usual")
                yield Quantity(usual / self.move if self.move else math.inf, "x", "usual over")
        for key in ("run", "run_ended"):
            if run := self.number(key):
                yield Quantity(abs(run), "duration", "run")
                yield Quantity(abs(run), "x", "run")  # "has risen three times"

    def _noted(self) -> Iterable[Quantity]:
        """Numbers of the notes ("100 = average"), and those of keys that this module does not know."""
        for key in ("basis_en", "note_en", "limits_en"):
            for match in _NUMBERS.findall(self.text(key)):
                yield Quantity(float(match.replace(",", "")), "n", "note")
        for each in self.raw.get("crossed") or ():
            if isinstance(each, Mapping) and (level := number_of(each.get("level"))) is not None:
                yield from self._level(level, "note", "")
        for key, raw in self.raw.items():
            value = number_of(raw)
            if value is None or key in _NAMED:
                continue
            if key.endswith("_pct"):
                yield Quantity(value, "%", "change")
            elif key.endswith("_bp"):
                yield Quantity(value, "bp", "change")
                yield Quantity(value / 100, "pp", "change")
            elif "change" in key:
                yield from self.step(value, "change")
            else:
                yield Quantity(value * self.scale, self.kind, key)


def kind_of(unit: str) -> tuple[str, float]:
    """Kind and scale of a unit such as "%", "pp", "USD bn", "index", "$"."""
    text = unit.strip()
    low = text.lower()
    if low in ("bp", "bps", "basis points", "punti base"):
        return "bp", 1.0
    if low in ("pp", "percentage points", "punti percentuali", "% points"):
        return "pp", 1.0
    if "%" in low or low.startswith(("per cent", "percent")):
        return "%", 1.0
    parts = low.replace("/", " ").split()
    scale = next((_SCALE[word] for word in parts if word in _SCALE), 1.0)
    for word in text.upper().replace("/", " ").split():
        if word in CURRENCIES:
            return word, scale
    return next(((currency, scale) for sign, currency in _SIGNS.items() if sign in text), ("n", scale))
