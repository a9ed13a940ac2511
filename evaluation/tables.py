"""Writes Markdown tables into documents, between named comment markers."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def put(path: Path, name: str, table: str) -> None:
    """Replaces the text between `<!-- name -->` and `<!-- end of name -->` by a dated table, or raises ValueError."""
    text = path.read_text(encoding="utf-8")
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, found, rest = text.partition(start)
    _old, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"{path} has no place for the table {name!r}")
    path.write_text(f"{before}{start}{measured()}\n\n{table.strip()}\n{end}{after}", encoding="utf-8")


def measured() -> str:
    return f"Measured on {datetime.now(UTC):%-d %B %Y}."
