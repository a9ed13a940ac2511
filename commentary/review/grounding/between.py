"""What lies between two figures: their difference and ratio, now and at the observation before."""

from collections.abc import Iterable

from commentary.review.grounding.rows import Quantity, Row


def between(one: Row, other: Row) -> Iterable[Quantity]:
    """Difference and ratio of two figures, of what is shown and of what is behind it."""
    if one.prev is not None and other.prev is not None and one.text("frequency") == other.text("frequency"):
        yield from _gaps(one, other, (one.prev, other.prev), "gap before")
    if one.value is None or other.value is None:
        return
    alike = _alike(one, other)
    yield from _gaps(one, other, (one.value, other.value), "gap")
    for value, base in _pairs(one, other, (one.value, other.value)):
        if alike and base and one.kind not in ("%", "pp", "bp"):
            yield Quantity((value / base - 1) * 100, "%", "gap")
        if base:
            yield Quantity(value * one.scale / (base * other.scale), "x", "ratio")
            yield Quantity(value / base * 100, "%", "ratio")


def _alike(one: Row, other: Row) -> bool:
    return one.kind == other.kind or {one.kind, other.kind} <= {"%", "pp"}


def _pairs(one: Row, other: Row, values: tuple[float, float]) -> Iterable[tuple[float, float]]:
    """Two values as they are, and as they are shown."""
    return dict.fromkeys((values, (one.shown(values[0]), other.shown(values[1]))))


def _gaps(one: Row, other: Row, values: tuple[float, float], role: str) -> Iterable[Quantity]:
    if not _alike(one, other):
        return
    for value, base in _pairs(one, other, values):
        yield from one.step(value - base, role)
        if (one.kind, other.kind) == ("%", "pp"):  # a rate less a spread is a rate
            yield Quantity(value - base, "%", role)
