"""What a text must contain before a pattern can match it.

Hundreds of patterns over thousands of texts are cheap when most are never run. For a regular expression,
`required` reads from its source a set of strings one of which is part of every match. It knows the syntax that
the lexicon uses: groups, look-around, alternatives, character classes and quantifiers, without flags and names.
"""

import re
from collections.abc import Iterable

GRAM = 4  # characters by which strings are looked up before they are searched for
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|(.))", re.DOTALL)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_OPENING = re.compile(r"\((\?(?::|=|!|<=|<!)|(?!\?))")
_TIMES = re.compile(r"(?:([?*])|\+|\{(\d*)(?:,\d*)?\})[?+]?")
_NOWHERE = "bBAZ"  # escapes that match no character

Strings = frozenset[str]
NONE: Strings = frozenset()


def required(pattern: str) -> Strings:
    """Strings of which every match of the pattern contains at least one; empty when there is no such set."""
    return _Reader(pattern).alternatives()


class _Reader:
    """Reads a pattern once from left to right."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0

    def alternatives(self) -> Strings:
        """One set for all alternatives up to the end of the group; empty when one of them requires nothing."""
        found = [self._sequence()]
        while self._peek() == "|":
            self.at += 1
            found.append(self._sequence())
        return frozenset().union(*found) if all(found) else NONE

    def _peek(self) -> str:
        return self.source[self.at : self.at + 1]

    def _sequence(self) -> Strings:
        found: list[Strings] = []
        run = ""
        while (char := self._peek()) and char not in "|)":
            literal, strings, width = self._item(char)
            least = self._least_times()
            if literal and least is None:
                run += literal
            elif width:
                found.append(_one(run))
                run = ""
                if least != 0:
                    found.append(_one(literal) or strings)
        found.append(_one(run))
        return max(found, key=_worth)

    def _item(self, char: str) -> tuple[str, Strings, bool]:
        """The next thing: the character that it stands for, or what it requires, and whether it has a width."""
        if char == "(":
            return self._group()
        if char == "[":
            self._take(_CLASS)
            return "", NONE, True
        if char == "\\":
            return self._escape()
        self.at += 1
        return ("", NONE, char == ".") if char in ".^$" else (char, NONE, True)

    def _escape(self) -> tuple[str, Strings, bool]:
        match = self._take(_ESCAPE)
        if match[1]:
            return chr(int(match[1], 16)), NONE, True
        if match[2].isalnum():  # \b matches no character, \w and the like one of many
            return "", NONE, match[2] not in _NOWHERE
        return match[2], NONE, True

    def _group(self) -> tuple[str, Strings, bool]:
        opening = self._take(_OPENING)
        strings = self.alternatives()
        self.at += 1
        if opening[1] in ("", "?:"):
            return "", strings, True
        return "", NONE, False

    def _take(self, form: re.Pattern[str]) -> re.Match[str]:
        match = form.match(self.source, self.at)
        if match is None:
            raise ValueError(f"cannot read {self.source[self.at : self.at + 20]!r} in a pattern")
        self.at = match.end()
        return match

    def _least_times(self) -> int | None:
        """How often the last item must occur; None without a quantifier."""
        match = _TIMES.match(self.source, self.at)
        if match is None:
            return None
        self.at = match.end()
        if match[1]:
            return 0
        return 1 if match[2] is None else int(match[2] or 0)


def _one(text: str) -> Strings:
    return frozenset((text,)) if text else NONE


def _worth(strings: Strings) -> tuple[int, int]:
    """Higher for a set that lets fewer texts through: longest shortest string first, then fewest strings."""
    return (min(GRAM, *map(len, strings)), -len(strings)) if strings else (0, 0)


class Sieve:
    """Tells which patterns could match a text, from the strings that each of them requires."""

    def __init__(self, needs: Iterable[tuple[int, Strings]]) -> None:
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

    def through(self, text: str) -> list[int]:
        """Places of the patterns that could match, in their order."""
        found = set(self.always)
        for string in self.short:
            if string in text:
                found.update(self.places[string])
        for gram in self.grams.keys() & {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}:
            for string in self.grams[gram]:
                if len(string) == GRAM or string in text:
                    found.update(self.places[string])
        return sorted(found)
