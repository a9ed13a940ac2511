"""What a text must contain before a pattern can match it.

Hundreds of patterns over thousands of texts are cheap when most are never run. For a regular expression,
`required` gives a set of strings one of which is part of every match, read from its parse tree.
"""

from collections.abc import Iterable
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

GRAM = 4  # characters by which strings are looked up before they are searched for
_REPEATS = {_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT}


def required(pattern: str) -> frozenset[str]:
    """Strings of which every match of the pattern contains at least one; empty when there is no such set."""
    return frozenset(_of(_parser.parse(pattern)) or ())


def _of(items: Iterable[tuple[Any, Any]]) -> set[str] | None:
    best: set[str] | None = None
    run = ""
    for kind, value in items:
        if kind is _constants.LITERAL:
            run += chr(value)
            continue
        if kind is _constants.AT:
            continue
        best, run = _better(best, {run} if run else None), ""
        best = _better(best, _inside(kind, value))
    return _better(best, {run} if run else None)


def _inside(kind: Any, value: Any) -> set[str] | None:
    if kind is _constants.SUBPATTERN:
        return _of(value[3])
    if kind in _REPEATS:
        return _of(value[2]) if value[0] > 0 else None
    if kind is _constants.BRANCH:
        union: set[str] = set()
        for branch in value[1]:
            part = _of(branch)
            if not part:
                return None
            union |= part
        return union
    return None


def _better(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """The set that lets fewer texts through: longest shortest string first, then fewest strings."""
    if not one or not other:
        return one or other
    return max(one, other, key=lambda texts: (min(3, *map(len, texts)), -len(texts)))


class Sieve:
    """Tells which patterns could match a text, from the strings that each of them requires."""

    def __init__(self, needs: Iterable[tuple[int, frozenset[str]]]) -> None:
        self.always: list[int] = []
        self.grams: dict[str, list[str]] = {}
        self.short: list[str] = []
        self.places: dict[str, list[int]] = {}
        for place, strings in needs:
            if not strings:
                self.always.append(place)
            for string in strings:
                self.places.setdefault(string, []).append(place)
        for string in self.places:
            if len(string) < GRAM:
                self.short.append(string)
            else:
                self.grams.setdefault(string[:GRAM], []).append(string)

    def through(self, text: str) -> list[tuple[int, list[str]]]:
        """Places of the patterns that could match, each with the strings found; none for those always tried."""
        grams = {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}
        found: dict[int, list[str]] = {place: [] for place in self.always}
        present = [s for s in self.short if s in text]
        for gram in self.grams.keys() & grams:
            present += [s for s in self.grams[gram] if len(s) == GRAM or s in text]
        for string in present:
            for place in self.places[string]:
                found.setdefault(place, []).append(string)
        return sorted(found.items())
