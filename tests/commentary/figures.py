"""Figures of our own making: a builder for single cases, and random ones for the property tests."""

from typing import Any

from hypothesis import strategies as st

from commentary.facts.moves import move
from commentary.facts.snapshot import Facts, RowFacts

AS_OF = "2026-11-21"
PERIODS = {  # frequency: (period, the one before, end of the period)
    "D": ("2026-11-20", "2026-11-19", "2026-11-20"),
    "W": ("2026-W46", "2026-W45", "2026-11-15"),
    "M": ("2026-10", "2026-09", "2026-10-31"),
    "Q": ("2026-Q3", "2026-Q2", "2026-09-30"),
    "A": ("2025", "2024", "2025-12-31"),
}
NAMED = ["US10", "CPIE", "VIX", "BRNT", "SPRD", "BUFF", "HPUS", "ESI", "EURU", "RRP", "NFCI", "GOLD"]
NAMELESS = ["QXA", "QXB", "QXC"]
GROUPS = ["valuation", "bubble_watch", "economy", "bonds", "newcomers"]


def figure(key: str = "US10", **changes: Any) -> RowFacts:
    """A daily yield in the middle of its history that rose by an ordinary step."""
    period, before, day = PERIODS[changes.get("frequency", "D")]
    fields: dict[str, Any] = {
        "key": key, "group": "bonds", "label_en": f"Row {key}", "label_it": f"Riga {key}",
        "note_en": "What it costs to borrow for long; a made-up note.",
        "note_it": "Quanto costa un prestito lungo; una nota inventata.",
        "unit": "%", "decimals": 2, "frequency": "D", "value": 4.12, "prev": 4.08, "period": period,
        "prev_period": before, "date": day, "percentile": 50.0, "lowest": 0.5, "highest": 9.5,
        "since": "1990-01-02", "usual_move": 0.05, "stale": False,
    }  # fmt: skip
    fields |= changes
    return RowFacts(**({"move": moved(fields)} | fields))


def moved(fields: dict[str, Any]) -> float | None:
    """The move that belongs to value and prev."""
    prev = fields["prev"]
    return None if prev is None else move(fields["value"], prev, fields.get("measure", "points"))


def facts(*rows: RowFacts, group: str = "bonds") -> Facts:
    return Facts(group, AS_OF, rows)


def numbers() -> st.SearchStrategy[float]:
    """Ordinary, huge, tiny and negative numbers, and a few that make ties."""
    ties = st.sampled_from([0.0, 1.0, -1.0, 2.5, 100.0, -0.004, 0.005])
    ordinary = st.floats(-500, 500).map(lambda n: round(n, 3))
    return st.one_of(
        ties, ordinary, st.floats(-1e9, 1e9), st.floats(-1e-6, 1e-6), st.sampled_from([1e12, -1e12])
    )


@st.composite
def figures(draw: st.DrawFn, key: str, group: str | None = None) -> RowFacts:
    frequency = draw(st.sampled_from(list(PERIODS)))
    period, before, day = PERIODS[frequency]
    value, prev = draw(numbers()), draw(st.none() | numbers())
    if draw(st.booleans()) and prev is not None:
        prev = value + draw(st.sampled_from([0.0, 0.01, -0.2, 1e-17, 0.4]))
    known = [value] if prev is None else [value, prev]
    lowest = draw(st.sampled_from([min(known), min(known) - 3]))
    highest = draw(st.sampled_from([max(known), max(known) + 3]))
    stale = draw(st.booleans()) and draw(st.booleans())
    if stale:
        period, before, day = draw(
            st.sampled_from(
                [("2026-06", "2026-05", "2026-06-30"), ("2025-12-31", "2025-12-30", "2025-12-31")]
            )
        )
    return figure(
        key,
        group=group or draw(st.sampled_from(GROUPS)),
        label_en=f"Row {key}",
        label_it=f"Riga {key}",
        note_en=draw(st.sampled_from(["", "What a thing costs; more of it.", "US goods, of 105 kinds", "The share of all"])),
        note_it=draw(st.sampled_from(["", "Quanto costa una cosa; e altro.", "I beni USA, di 105 tipi", "La quota di tutti"])),
        unit=draw(st.sampled_from(["%", "pp", "index", "ratio", "USD", "USD bn", "GBP", "EUR"])),
        decimals=draw(st.integers(0, 4)),
        frequency=frequency,
        value=value,
        prev=prev,
        period=period,
        prev_period=before if prev is not None else "",
        date=day,
        percentile=draw(st.none() | st.floats(0, 100) | st.sampled_from([0.0, 20.0, 80.0, 95.0, 99.9, 100.0])),
        lowest=lowest,
        highest=highest,
        since=draw(st.sampled_from(["1971-01-04", "2014-03-31", "2026-01-31", ""])),
        usual_move=draw(st.none() | st.sampled_from([0.0, 0.01, 0.3, 25.0])),
        stale=stale,
    )  # fmt: skip


@st.composite
def random_facts(draw: st.DrawFn, most: int = 12) -> Facts:
    """Facts of a group or of all, from none to a dozen rows with names and without."""
    keys = draw(st.lists(st.sampled_from(NAMED + NAMELESS), unique=True, max_size=most))
    group = draw(st.sampled_from([*GROUPS, "all"]))
    rows = tuple(draw(figures(key, None if group == "all" else group)) for key in keys)
    return Facts(group, AS_OF, rows)
