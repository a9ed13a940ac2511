"""What lies between two figures: their difference and ratio, now and at the observation before."""

from collections.abc import Iterable, Sequence

from commentary.review.grounding.rows import CURRENCIES, Quantity, Row


def between(one: Row, other: Row) -> Iterable[Quantity]:
    """Difference and ratio of two figures, of what is shown and of what is behind it."""
    if one.prev is not None and other.prev is not None and one.text("frequency") == other.text("frequency"):
        yield from _gaps(one, other, (one.prev, other.prev), "gap before")
    for first, second, values in (
        ("prev_period", "period", (one.prev, other.value)),
        ("period", "prev_period", (one.value, other.prev)),
    ):
        if one.text(first) and one.text(first) == other.text(second) and None not in values:
            yield from _gaps(one, other, values, "gap")  # type: ignore[arg-type]  # of one day, the older of one
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
        for each in one.step(value - base, role):
            each.of, each.less = one.place, other.place
            yield each
        if (one.kind, other.kind) == ("%", "pp"):  # a rate less a spread is a rate
            yield Quantity(value - base, "%", role)


def converted(rows: Iterable[Row], rates: Sequence[Row]) -> Iterable[Quantity]:
    """Prices in another currency by the rates of the euro, those rates turned round, and one by another."""
    euro = {row.kind: row.value for row in rates if row.value and row.kind in CURRENCIES}
    for row in rows:
        if row.value is not None and (rate := euro.get(row.kind)):
            yield Quantity(row.value * row.scale / rate, "EUR", "gap")
    for kind, rate in euro.items():
        yield Quantity(1 / rate, "EUR", "gap")
        for other, second in euro.items():
            if other != kind:
                yield Quantity(rate / second, kind, "gap")
