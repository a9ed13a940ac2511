"""What a text must contain before a pattern can match it.

Hundreds of patterns over thousands of texts are cheap when most are never run. For a regular expression,
`required` reads from its source what every match must contain. It knows the syntax that the lexicon uses: groups,
look-around, alternatives, character classes and quantifiers, without flags and names.
"""

import re
from collections.abc import Iterable
from itertools import chain

GRAM = 4  # characters by which strings are looked up before they are searched for
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|(.))", re.DOTALL)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")
_OPENING = re.compile(r"\((\?(?::|=|!|<=|<!)|(?!\?))")
_TIMES = re.compile(r"(?:([?*])|\+|\{(\d*)(?:,\d*)?\})[?+]?")
_NOWHERE = "bBAZ"  # escapes that match no character

Strings = frozenset[str]
# Of each of these sets at least one string; the set that spares most comes first.
Clause = tuple[Strings, ...]
Needs = tuple[Clause, ...]  # one of these clauses
NONE: Strings = frozenset()
MOST = 2  # sets of a clause; a third would hardly spare another pattern


def required(pattern: str) -> Needs:
    """Clauses of which every match of the pattern fulfils at least one; none when nothing is required."""
    return _Reader(pattern).alternatives()


class _Reader:
    """Reads a pattern once from left to right."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0

    def alternatives(self) -> Needs:
        """The clauses of all alternatives up to the end of the group; none when one of them requires nothing."""
        found = [self._sequence()]
        while self._peek() == "|":
            self.at += 1
            found.append(self._sequence())
        return tuple(dict.fromkeys(chain(*found))) if all(found) else ()

    def _peek(self) -> str:
        return self.source[self.at : self.at + 1]

    def _sequence(self) -> Needs:
        found: list[Needs] = []
        run = ""
        while (char := self._peek()) and char not in "|)":
            literal, needs, width = self._item(char)
            least = self._least_times()
            if literal and least is None:
                run += literal
            elif width:
                found.append(_one(run))
                run = ""
                if least != 0:
                    found.append(_one(literal) or needs)
        found.append(_one(run))
        best, *others = sorted(filter(None, found), key=_worth, reverse=True) or [()]
        return tuple(_joined(clause, others) for clause in best)

    def _item(self, char: str) -> tuple[str, Needs, bool]:
        """The next thing: the character that it stands for, or what it requires, and whether it has a width."""
        if char == "(":
            return self._group()
        if char == "[":
            self._take(_CLASS)
            return "", (), True
        if char == "\\":
            return self._escape()
        self.at += 1
        return ("", (), char == ".") if char in ".^$" else (char, (), True)

    def _escape(self) -> tuple[str, Needs, bool]:
        match = self._take(_ESCAPE)
        if match[1]:
            return chr(int(match[1], 16)), (), True
        if match[2].isalnum():  # \b matches no character, \w and the like one of many
            return "", (), match[2] not in _NOWHERE
        return match[2], (), True

    def _group(self) -> tuple[str, Needs, bool]:
        opening = self._take(_OPENING)
        needs = self.alternatives()
        self.at += 1
        if opening[1] in ("", "?:"):
            return "", needs, True
        return "", (), False

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


def _one(text: str) -> Needs:
    return ((frozenset((text,)),),) if text else ()


def _joined(clause: Clause, others: list[Needs]) -> Clause:
    """The clause with what stands beside it in the pattern, as far as there is room."""
    beside = [frozenset().union(*(other[0] for other in needs)) for needs in others]
    return tuple(sorted(dict.fromkeys((*clause, *beside)), key=_rarity, reverse=True)[:MOST])


def _worth(needs: Needs) -> tuple[int, int]:
    """Higher for clauses that let fewer texts through."""
    return min(_rarity(clause[0]) for clause in needs)


def _rarity(strings: Strings) -> tuple[int, int]:
    """Longest shortest string first, then fewest strings."""
    return min(GRAM, *map(len, strings)), -len(strings)


class Sieve:
    """Tells which patterns could match a text, from the strings that each of them requires."""

    def __init__(self, needs: Iterable[tuple[int, Needs]]) -> None:
        self.always: set[int] = set()
        # By a string of the first set: place, second set.
        self.clauses: dict[str, list[tuple[int, Strings]]] = {}
        strings: set[str] = set()
        for place, clauses in needs:
            if not clauses:
                self.always.add(place)
            for first, *second in clauses:
                strings.update(first, *second)
                for string in first:
                    self.clauses.setdefault(string, []).append((place, second[0] if second else NONE))
        self.short = sorted(string for string in strings if len(string) < GRAM)
        self.grams: dict[str, list[str]] = {}
        for string in sorted(string for string in strings if len(string) >= GRAM):
            self.grams.setdefault(string[:GRAM], []).append(string)

    def through(self, text: str) -> list[int]:
        """Places of the patterns that could match, in their order."""
        found = {string for string in self.short if string in text}
        for gram in self.grams.keys() & {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}:
            found.update(string for string in self.grams[gram] if string in text)
        passed = set(self.always)
        for string in self.clauses.keys() & found:
            for place, second in self.clauses[string]:
                if place not in passed and (not second or not second.isdisjoint(found)):
                    passed.add(place)
        return sorted(passed)
