"""What the edition before said, so that the next one does not repeat it, and what its figures were."""

from collections.abc import Mapping, Sequence
from typing import Any

from commentary.facts.snapshot import RowFacts


def edition(
    facts: Mapping[str, Any] | None, rows: Sequence[RowFacts], *, title: str, text: str
) -> dict[str, Any] | None:
    """Title, text and day of a stored edition; `figures` are those that have moved since, as it gave them.

    `facts` is the document stored with it; None where there was no edition.
    """
    if facts is None:
        return None
    then = {row["key"]: row for row in facts.get("rows", ())}
    moved = [
        {"key": row.key, "value": then[row.key]["value"], "period": then[row.key]["period"]}
        for row in rows
        if row.key in then and (then[row.key]["value"], then[row.key]["period"]) != (row.value, row.period)
    ]
    return {"title": title, "text": text, "as_of": facts.get("as_of", ""), "figures": moved}
