"""Stored facts as readers may see them, and which of their figures may be handed on as data."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from commentary.facts.snapshot import Facts
from indicators.groups import load
from indicators.redistribution import refusal

# By code: whether the figures of a row's first source may be redistributed, and those of its second.
Rights = Mapping[str, tuple[bool, bool]]


def shown(document: Mapping[str, Any]) -> Facts:
    """The facts without figures whose terms, as of now, forbid display to paying readers."""
    found, withheld = Facts.from_json(document), load().withheld()
    rows = (row for row in found.rows if (row.key, row.fallback) not in withheld)
    return replace(found, rows=tuple(rows)) if withheld else found


def rights_of_rows() -> Rights:
    """The rights of the rows that are shown; a row without a second source has those of the first for it."""
    return {
        row.code: (refusal(row, "en") is None, refusal(row.fallback or row, "en") is None)
        for row in load().first_sources()
    }


def redistributable(facts: Facts | None, rights: Rights) -> set[str]:
    """The codes whose figures in a text may be handed on as data, by the source that each of them had.

    All sources of a row must allow it where the text does not say which one it was.
    """
    # Texts have told the source since they have told `known_at`.
    used = {row.key: row.fallback for row in facts.rows} if facts and facts.known_at else {}
    return {code for code, own in rights.items() if (own[used[code]] if code in used else all(own))}
