"""How rare a word is among headlines: what two headlines share tells the more, the fewer stories have it."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from math import log
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("story_weights")


def rarity(stem: str, language: str) -> float:
    """The inverse document frequency, ln((N + 1) / (n + 1)), of a stem that n of N known stories have.

    Source: K. Spärck Jones, "A statistical interpretation of term specificity" (1972), with one added to both.
    """
    known = _other.get(language) or _counts(language)
    return log((known["stories"] + 1) / (known["stems"].get(stem, 0) + 1))


@contextmanager
def weighed_by(language: str, counts: Mapping[str, Any]) -> Iterator[None]:
    """Within it, rarity follows from these counts and not from the file, for `story_learning.py`."""
    _other[language] = counts
    try:
        yield
    finally:
        del _other[language]


_other: dict[str, Mapping[str, Any]] = {}


@cache
def _counts(language: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((FOLDER / f"rarity_{language}.json").read_text("utf-8"))
    return found
