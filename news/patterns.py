"""The pattern language of tags and stories: tokenizes a text and matches phrases in it.

A pattern is a sequence of words separated by spaces. Case and accents are ignored, except after ``!``.

=============  =====================================================================
``tariff``     the word itself
``tariff*``    any word with this prefix
``!Fed``       the word in exactly this spelling (``!AI`` is not the Italian "ai")
``a|b*|!C``    any of these alternatives
``@rise``      any word of the named set
``word?``      an optional element
``#``          a number
``..``         up to three words of any kind
=============  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from news.feeds import clean

MAX_WORDS = 400  # a headline has about 12 words, a summary of 500 characters about 90
GAP = 3

_DOTTED = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_WORD = re.compile(r"\d+(?:[.,]\d+)*[^\W\d_]*|[^\W_]+(?:&[^\W_]+)*|[%$€£¥]")
_POSSESSIVE = re.compile(r"['’]s\b(?!&)", re.IGNORECASE)
fold = lru_cache(maxsize=50_000)(clean.folded)


class PatternError(ValueError):
    """A pattern or word set with invalid syntax."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a text: ``folded`` for matching, ``raw`` for case-sensitive words.

    ``shouted`` means that the text is all capitals, so that case carries no information.
    """

    raw: tuple[str, ...]
    folded: tuple[str, ...]
    shouted: bool = False


def cut(text: str) -> Tokens:
    """Splits a text into at most ``MAX_WORDS`` words; ``U.S.`` becomes ``US`` and ``Fed's`` becomes ``Fed``."""
    text = text[: MAX_WORDS * 12]
    if "." in text:
        text = _DOTTED.sub(lambda match: match[0].replace(".", "") + " ", text)
    text = _POSSESSIVE.sub(" ", text)
    raw = tuple(_WORD.findall(text)[:MAX_WORDS])
    return Tokens(raw=raw, folded=tuple(fold(word) for word in raw), shouted=len(raw) > 3 and text.isupper())


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a pattern: alternative words, prefixes or exact spellings, a number, or a gap."""

    words: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    exact: frozenset[str] = frozenset()
    number: bool = False
    gap: bool = False

    def matches(self, text: Tokens, at: int) -> bool:
        folded = text.folded[at]
        if folded in self.words or (self.number and folded[0].isdigit()):
            return True
        if self.stems and folded.startswith(self.stems):
            return True
        return bool(self.exact) and (
            text.raw[at] in self.exact or (text.shouted and text.raw[at] in self.capitals)
        )

    @property
    def capitals(self) -> frozenset[str]:
        return frozenset(word.upper() for word in self.exact)


Pattern = tuple[Element, ...]


def _element(source: str, sets: Mapping[str, Element]) -> Element:
    if source == "..":
        return Element(gap=True)
    words: set[str] = set()
    stems: list[str] = []
    exact: set[str] = set()
    number = False
    for part in source.split("|"):
        if part == "#":
            number = True
        elif part.startswith("@"):
            if part[1:] not in sets:
                raise PatternError(f"There is no set of words named {part[1:]!r}.")
            known = sets[part[1:]]
            words |= known.words
            stems += known.stems
            exact |= known.exact
        elif part.startswith("!"):
            exact.add(part[1:])
        elif part.endswith("*"):
            stems.append(fold(part[:-1]))
        else:
            words.add(fold(part))
    if "" in words or "" in stems or "" in exact:
        raise PatternError(f"An alternative is empty in {source!r}.")
    return Element(frozenset(words), tuple(stems), frozenset(exact), number)


def parse_set(source: str, sets: Mapping[str, Element]) -> Element:
    """Parses a set of single words separated by whitespace."""
    return _element("|".join(source.split()), sets)


def parse(source: str, sets: Mapping[str, Element]) -> Iterator[Pattern]:
    """Parses a pattern and yields its variants; each ``?`` doubles their number.

    Raises ``PatternError`` for an unknown set, an empty alternative, or a pattern that begins or ends with a gap
    or begins with an optional word.
    """
    parts = source.split()
    if not parts or parts[0].endswith("?") or parts[0] == ".." or parts[-1] == "..":
        raise PatternError(f"The pattern {source!r} must begin and end with a word.")
    found: list[Pattern] = [()]
    for part in parts:
        element = _element(part.removesuffix("?"), sets)
        longer = [(*pattern, element) for pattern in found]
        found = found + longer if part.endswith("?") else longer
    yield from found


def match(pattern: Pattern, text: Tokens, at: int) -> tuple[int, ...] | None:
    """Returns the positions of the pattern's words in the text, starting at ``at``, or None.

    The caller has already matched the first element. Gaps are tried shortest first; a pattern has few of them, of
    at most three words each, so the work per position is bounded.
    """
    return _match(pattern, text, 1, (at,))


def _match(pattern: Pattern, text: Tokens, index: int, taken: tuple[int, ...]) -> tuple[int, ...] | None:
    size = len(text.folded)
    while index < len(pattern):
        element = pattern[index]
        if element.gap:
            for skip in range(GAP + 1):
                at = taken[-1] + 1 + skip
                if at >= size:
                    return None
                if pattern[index + 1].matches(text, at):
                    rest = _match(pattern, text, index + 2, (*taken, at))
                    if rest is not None:
                        return rest
            return None
        at = taken[-1] + 1
        if at >= size or not element.matches(text, at):
            return None
        taken = (*taken, at)
        index += 1
    return taken


@dataclass(frozen=True, slots=True)
class PatternRule:
    """A phrase that is evidence for a tag. Rules of the same group count once."""

    tag: str
    strength: str
    group: int
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Evidence:
    """A rule that matched a text, and the positions of its words."""

    rule: PatternRule
    places: tuple[int, ...]


class RuleIndex:
    """Pattern rules indexed by the first word of their phrases."""

    def __init__(self, rules: list[PatternRule]) -> None:
        self._words: dict[str, list[PatternRule]] = {}
        self._stems: dict[str, list[PatternRule]] = {}
        self._exact: dict[str, list[PatternRule]] = {}
        self._numbers: list[PatternRule] = []
        for rule in rules:
            first = rule.pattern[0]
            for index, keys in (
                (self._words, first.words),
                (self._stems, first.stems),
                (self._exact, first.exact),
            ):
                for key in keys:
                    index.setdefault(key, []).append(rule)
            if first.number:
                self._numbers.append(rule)
        self._longest = max(map(len, self._stems), default=0)
        self._capitals: dict[str, list[PatternRule]] = {}
        for key, found in self._exact.items():
            self._capitals.setdefault(key.upper(), []).extend(found)
        self._known: dict[tuple[str, bool], tuple[PatternRule, ...]] = {}

    def starting(self, raw: str, folded: str, shouted: bool) -> tuple[PatternRule, ...]:
        """Returns the rules that can start with this word; cached, since headlines share most of their words."""
        key = (raw, shouted)
        known = self._known.get(key)
        if known is None:
            found = [*self._words.get(folded, ()), *(self._capitals if shouted else self._exact).get(raw, ())]
            for length in range(1, min(len(folded), self._longest) + 1):
                found += self._stems.get(folded[:length], ())
            if folded[0].isdigit():
                found += self._numbers
            known = tuple(found)
            if len(self._known) > 50_000:  # bounds the memory of a long-running worker
                self._known.clear()
            self._known[key] = known
        return known

    def evidence(self, text: Tokens) -> list[Evidence]:
        found = []
        for at, (raw, folded) in enumerate(zip(text.raw, text.folded, strict=True)):
            for rule in self.starting(raw, folded, text.shouted):
                places = (at,) if len(rule.pattern) == 1 else match(rule.pattern, text, at)
                if places is not None:
                    found.append(Evidence(rule, places))
        return found
