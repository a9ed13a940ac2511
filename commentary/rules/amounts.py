"""Values and moves as the texts write them: yields and their gaps move in basis points, prices in per cent."""

from commentary.facts.names import name_of
from commentary.facts.notation import NBSP, in_unit, number, points
from commentary.facts.snapshot import RowFacts

BASIS_POINTS = {"en": ("basis point", "basis points"), "it": ("punto base", "punti base")}


def value(amount: float, row: RowFacts, language: str) -> str:
    """A level of the row: a gap between yields in basis points, anything else in the row's own unit."""
    if _is_gap(row):
        return _basis_points(amount, language)
    return in_unit(amount, row, language)


def step(amount: float, row: RowFacts, language: str) -> str:
    """The size of a move, given in the row's measure, without its sign; "" where it rounds to nothing."""
    if row.measure == "percent":
        return _percent(abs(amount), language)
    if _in_basis_points(row):
        text = _basis_points(abs(amount), language)
        return text if any(digit in "123456789" for digit in text) else ""
    text = number(abs(amount), row.decimals, language)
    if not any(digit in "123456789" for digit in text):
        return ""
    if "%" in row.unit or row.unit == "pp":
        return f"{text}{NBSP}{points(text, language)}"
    return in_unit(abs(amount), row, language)


def moved(row: RowFacts) -> bool:
    """Whether a reader sees a move: at the precision shown the value is another one."""
    if row.prev is None or not way(row):
        return False
    return value(row.value, row, "en") != value(row.prev, row, "en") and bool(step(_move(row), row, "en"))


def way(row: RowFacts) -> int:
    """1 up, -1 down, 0 unchanged since the observation before, or without one."""
    move = _move(row)
    return (move > 0) - (move < 0)


def size(row: RowFacts, language: str) -> str:
    return step(_move(row), row, language)


def _move(row: RowFacts) -> float:
    if row.move is not None:
        return row.move
    change = row.change or 0.0
    return change if row.measure != "percent" else row.change_pct or 0.0


def _is_gap(row: RowFacts) -> bool:
    return row.unit == "pp" and _in_basis_points(row)


def _in_basis_points(row: RowFacts) -> bool:
    return row.decimals == 2 and row.unit in ("%", "pp") and name_of(row, "en").rate


def _basis_points(amount: float, language: str) -> str:
    text = number(amount * 100, 0, language)
    return f"{text}{NBSP}{BASIS_POINTS[language][text.lstrip('−') != '1']}"


def _percent(amount: float, language: str) -> str:
    text = number(amount, 1, language)
    if not any(digit in "123456789" for digit in text):
        text = number(amount, 2, language)
    return f"{text}%" if any(digit in "123456789" for digit in text) else ""
