"""Whether a written number may be a quantity: its unit, and its size within rounding."""

from dataclasses import dataclass

from commentary.review.grounding.rows import CURRENCIES, Quantity
from commentary.review.numbers import Number

_EDGE = 1e-9


@dataclass(frozen=True)
class Fault:
    """What is wrong with a place of a sentence; `rule` is a finding's, without "grounding."."""

    rule: str
    start: int
    end: int
    why: str


def same_kind(number: Number, quantity: Quantity) -> bool:
    """Whether a number may be of the quantity's kind, by its unit."""
    unit, kind = number.unit, quantity.kind
    if unit == "":
        return kind not in ("x", "duration") or quantity.role == "ratio"
    if unit == "cents":
        return kind in CURRENCIES
    if unit == "points":
        return kind in ("n", "pp", "points")
    if unit == "hundredths":  # of a point, or of a dollar
        return kind in ("n", "pp", "points") or kind in CURRENCIES
    if unit in ("%", "pp", "bp", "x", "duration"):
        return kind == unit
    return kind in (unit, "n") or (kind == "x" and quantity.role == "ratio")


def close(number: Number, value: float) -> bool:
    """Whether a value is what a number says, half a unit of its last digit either way; "about" widens that."""
    size, target, step = abs(value), number.value, number.step
    slack = _EDGE * max(1.0, size)
    if number.bound == "more":
        return target - step / 2 - slack <= size <= target * 1.25 + step
    if number.bound == "less":
        return target * 0.75 - step <= size <= target + step / 2 + slack
    half = step / 2
    if number.bound == "about":
        half = max(half, _last_digit(number) / 2)
    return abs(size - target) <= half + slack


def _last_digit(number: Number) -> float:
    """One unit of the last digit that is not zero: 10 for 4,120, 0.1 for 2.5."""
    step = number.step
    for _ in range(15):
        if number.value == 0 or round(number.value / step) % 10:
            break
        step *= 10
    return step
