"""The figures that a text may rest on: rows flattened into typed values, with a closed list of derived ones."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

CURRENCIES = {"USD", "EUR", "GBP", "JPY", "CHF", "CNY"}
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_SCALE = {
    "k": 1e3,
    "thousand": 1e3,
    "mn": 1e6,
    "m": 1e6,
    "million": 1e6,
    "bn": 1e9,
    "billion": 1e9,
    "tn": 1e12,
    "trillion": 1e12,
}
_NOT_FIGURES = {"decimals", "max_age_days", "order", "id", "weight", "newsworthiness", "run", "run_ended", "move",
                "usual_move", "move_rarity"}  # fmt: skip
_SPREAD = ("spread", "gap", "differenz", "oas", "slope", "pendenza")


@dataclass(frozen=True)
class Claim:
    """A number that may be said: `kind` is %, pp, bp, points, x, n, count or a currency."""

    value: float
    kind: str
    role: str
    row: int = -1


class BadFacts(Exception):
    """The facts do not have the shape that they should have."""


def claims(facts: Mapping[str, Any]) -> list[Claim]:
    """Everything that follows from the facts: about 3n² values for n rows."""
    rows = facts.get("rows")
    constants = facts.get("constants") or {}
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not isinstance(constants, Mapping):
        raise BadFacts("facts need a list of rows")
    found: list[Claim] = []
    for place, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise BadFacts(f"row {place} is not an object")
        found += _of_row(row, place)
    found += _pairs([claim for claim in found if claim.role == "value"])
    found += _counts(rows, found)
    for name, value in constants.items():
        if _is_number(value):
            found += [
                Claim(float(value), kind, "constant") for kind in ("%", "n", "points", "pp", "duration")
            ]
        elif isinstance(value, Mapping) and _is_number(value.get("value")):
            kind, scale = kind_of(str(value.get("unit", "")))
            found.append(Claim(float(value["value"]) * scale, kind, f"constant {name}"))
    return found


def kind_of(unit: str) -> tuple[str, float]:
    """Kind and scale of a unit such as "%", "pp", "USD bn", "index", "$"."""
    text = unit.strip()
    low = text.lower()
    if low in ("bp", "bps", "basis points", "punti base"):
        return "bp", 1.0
    if low in ("pp", "percentage points", "punti percentuali", "% points"):
        return "pp", 1.0
    if "%" in low or low.startswith("per cent") or low.startswith("percent"):
        return "%", 1.0
    words = low.replace("/", " ").split()
    scale = next((_SCALE[word] for word in words if word in _SCALE), 1.0)
    for word in text.upper().replace("/", " ").split():
        if word in CURRENCIES:
            return word, scale
    for sign, currency in _SIGNS.items():
        if sign in text:
            return currency, scale
    return "n", scale


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _of_row(row: Mapping[str, Any], place: int) -> list[Claim]:
    kind, scale = kind_of(str(row.get("unit") or ""))
    found: list[Claim] = []
    for key, raw in row.items():
        if not _is_number(raw) or key in _NOT_FIGURES:
            continue
        value, role = float(raw), "change" if "change" in key else key
        if key.endswith("_pct"):
            found.append(Claim(value, "%", role, place))
        elif key.endswith("_bp"):
            found += [Claim(value, "bp", role, place), Claim(value / 100, "pp", role, place)]
        elif role == "change":
            found += _difference(value * scale, kind, place)
        elif key in ("percentile", "zscore"):
            found += [Claim(value, "n", role, place), Claim(value, "%", role, place)]
        else:
            found.append(Claim(value * scale, kind, role, place))
            if key in ("value", "prev") and kind in ("%", "pp") and _is_spread(row, kind):
                found += [Claim(value * 100, "bp", role, place), Claim(value, "pp", role, place)]
    now, before = row.get("value"), row.get("prev")
    if _is_number(now) and _is_number(before):
        value, prev = float(now or 0), float(before or 0)
        found += _difference((value - prev) * scale, kind, place)
        if prev and kind not in ("%", "pp", "bp"):
            relative = (value / prev - 1) * 100
            found += [Claim(relative, "%", "change", place), Claim(value / prev, "x", "ratio", place)]
    return found


def _is_spread(row: Mapping[str, Any], kind: str) -> bool:
    if kind == "pp":
        return True
    words = " ".join(str(row.get(key, "")) for key in ("key", "label", "label_en", "label_it")).lower()
    return any(word in words for word in _SPREAD)


def _difference(value: float, kind: str, place: int, role: str = "change") -> list[Claim]:
    if kind in ("%", "pp"):
        return [Claim(value, "pp", role, place), Claim(value * 100, "bp", role, place)]
    if kind == "bp":
        return [Claim(value, "bp", role, place), Claim(value / 100, "pp", role, place)]
    return [Claim(value, kind, role, place)]


def _pairs(values: list[Claim]) -> list[Claim]:
    found: list[Claim] = []
    kinds: dict[str, list[Claim]] = {}
    for claim in values[:60]:
        kinds.setdefault(claim.kind, []).append(claim)
    for kind, group in kinds.items():
        for one, other in combinations(group, 2):
            if one.row == other.row:
                continue
            found += _difference(abs(one.value - other.value), kind, -1, "gap")
            if one.value and other.value:
                found += [
                    Claim(one.value / other.value, "x", "ratio"),
                    Claim(other.value / one.value, "x", "ratio"),
                ]
        if len(group) > 1:
            found.append(Claim(sum(claim.value for claim in group), kind, "sum"))
    return found


def _counts(rows: Sequence[Any], found: list[Claim]) -> list[Claim]:
    ups: set[int] = set()
    downs: set[int] = set()
    for claim in found:
        if claim.role == "change" and claim.row >= 0 and claim.value:
            (ups if claim.value > 0 else downs).add(claim.row)
    places = [row.get("percentile") for row in rows if _is_number(row.get("percentile"))]
    counts = {len(rows), len(ups), len(downs), len(rows) - len(ups | downs), len(ups | downs), len(places)}
    counts |= {sum(bool(row.get("stale")) for row in rows)}
    for edge in (10, 20, 25, 50):
        counts |= {sum(p >= 100 - edge for p in places), sum(p <= edge for p in places)}
    return [Claim(float(count), "count", "count") for count in counts]
