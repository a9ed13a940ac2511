"""Prompts from their files: what is constant first, so that providers' prompt caches hold, then the figures."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.conf import settings

from commentary.facts.snapshot import Facts, RowFacts

FOLDER = Path(__file__).parent.with_name("prompts")
MOST_ROWS = 18  # of the figures of all groups, the most telling; the stored facts keep every row


@cache
def part(name: str) -> str:
    """The text of `prompts/<name>.txt`."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def system_of_writer(kind: str, tone: str, style: str) -> str:
    """For kind "read", "aggregate", "log" or "portfolio"; the compliance rider comes first, as in every prompt."""
    names = ("writing", kind, f"tone_{tone.lower()}", f"style_{style.lower()}")
    return rider(kind) + "".join(part(name) for name in names)


def rider(kind: str = "") -> str:
    """The rules for every text; for a portfolio's with those of its own, while its flag is on."""
    own = kind == "portfolio" and settings.PORTFOLIO_AI_ENABLED
    return part("rider") + (part("rider_portfolio") if own else "")


def system_of_reviewer(kind: str = "") -> str:
    return rider(kind) + part("reviewer")


def system_of_translator() -> str:
    return part("rider") + part("translate")


def clock(now: datetime) -> str:
    return f"Current time: {now.astimezone(UTC):%Y-%m-%d %H:%M} UTC."


def retry(told: Sequence[str]) -> str:
    """What the next attempt is told; empty at the first."""
    if not told:
        return ""
    return "\nYour last attempt was refused. " + " ".join(told) + "\n"


def figures(facts: Facts) -> str:
    """A line for each figure, then the counts that a text may name."""
    rows = facts.rows if len(facts.rows) <= MOST_ROWS else telling(facts.rows)
    lines = [line(row) for row in rows]
    counts = ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in facts.constants.items())
    return "\n".join(
        [
            f"Figures as of {facts.as_of} (name | value, period | value before | change | its usual move | "
            "percentile in its history since a year):",
            *lines,
            f"Counts of all {len(facts.rows)} figures: {counts}.",
        ]
    )


def telling(rows: Sequence[RowFacts]) -> list[RowFacts]:
    """Those nearest to an end of their history or with the largest move by their own step, in their order."""
    chosen = sorted(rows, key=_weight, reverse=True)[:MOST_ROWS]
    return [row for row in rows if row in chosen]


def _weight(row: RowFacts) -> float:
    if row.stale:
        return -1.0
    ends = abs((row.percentile if row.percentile is not None else 50.0) - 50.0) / 50.0
    step = abs(row.move or 0.0) / row.usual_move if row.usual_move else 0.0
    return max(ends, min(step, 4.0) / 4.0)


def line(row: RowFacts) -> str:
    """One figure with all that a sentence may say of it."""
    parts = [f"{row.label_en} | {_number(row.value, row)} {row.unit}, {row.period}"]
    if row.prev is not None:
        parts.append(f"{_number(row.prev, row)}, {row.prev_period}")
        parts.append(_change(row))
    if row.usual_move is not None:
        unit = "%" if row.measure == "percent" else ""
        parts.append(f"usual move {row.usual_move:.{row.decimals + 1}f}{unit}")
    if row.percentile is not None:
        parts.append(f"p{row.percentile:.0f} since {row.since[:4]}")
    if row.stale:
        parts.append("OLD")
    return " | ".join(parts)


def _change(row: RowFacts) -> str:
    """In basis points for rates, in per cent where that is how such a figure is told, else in its unit."""
    if row.change_bp is not None:
        return f"{row.change_bp:+.{max(row.decimals - 2, 0)}f} bp"
    if row.change_pct is not None:
        return f"{row.change_pct:+.1f}%"
    return f"{row.change or 0.0:+.{row.decimals}f}"


def _number(value: float, row: RowFacts) -> str:
    return f"{value:,.{row.decimals}f}"
