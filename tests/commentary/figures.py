"""Builders of figures and facts for single cases."""

from typing import Any

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
