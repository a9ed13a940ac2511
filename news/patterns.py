"""The pattern language of tags and stories: how a text is cut into words and how phrases are matched.

A pattern is words apart by spaces. Letters match without regard to case or accents, except after ``!``.

=============  =====================================================================
``tariff``     that word
``tariff*``    any word that begins so
``!Fed``       that word in exactly these letters (``!AI`` is not the Italian "ai")
``a|b*|!C``    any of these
``@rise``      any word of the set of that name
``word?``      the element may be absent
``#``          a number
``..``         up to three words of any kind
=============  =====================================================================
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

MAX_WORDS = 400  # a headline has about 12 words, a summary of 500 characters about 90
GAP = 3

_DOTTED = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_WORD = re.compile(r"\d+(?:[.,]\d+)*[^\W\d_]*|[^\W_]+(?:&[^\W_]+)*|[%$€£¥]")
_POSSESSIVE = re.compile(r"['’]s\b(?!&)", re.IGNORECASE)


class PatternError(ValueError):
    """A pattern or a set of words is not written in the language of this module."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text cut into words: ``folded`` for matching, ``raw`` for words whose capitals matter.

    ``shouted`` says that the text is all capitals, so that capitals tell nothing.
    """

    raw: tuple[str, ...]
    folded: tuple[str, ...]
    shouted: bool = False


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """Lower case without accents: ``"Città"`` gives ``"citta"``."""
    lowered = word.casefold()
    if lowered.isascii():
        return lowered
    return "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c))


def cut(text: str) -> Tokens:
    """Cut a text into at most ``MAX_WORDS`` words; ``U.S.`` gives ``US`` and ``Fed's`` gives ``Fed``."""
    text = text[: MAX_WORDS * 12]
    if "." in text:
        text = _DOTTED.sub(lambda match: match[0].replace(".", "") + " ", text)
    text = _POSSESSIVE.sub(" ", text)
    raw = tuple(_WORD.findall(text)[:MAX_WORDS])
    return Tokens(raw=raw, folded=tuple(fold(word) for word in raw), shouted=len(raw) > 3 and text.isupper())


@dataclass(frozen=True, slots=True)
class Element:
    """One place of a pattern: any of some words, beginnings or exact spellings, a number, or a gap."""

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
    """Read a set of single words, apart by spaces or line ends."""
    return _element("|".join(source.split()), sets)


def parse(source: str, sets: Mapping[str, Element]) -> Iterator[Pattern]:
    """Read one pattern; each ``?`` doubles what it gives.

    Raises ``PatternError`` for an unknown set, an empty alternative, or a pattern that is nothing but
    gaps and optional words, since that would match everywhere.
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
    """The positions that the pattern's words take in the text from ``at`` on, or None.

    The first element is taken as matched already. Gaps are tried shortest first; a pattern has at most a few,
    each of three words, so the work for one position is bounded.
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
    """One phrase: what it says about which tag, and the group within which it counts once."""

    tag: str
    strength: str
    group: int
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Evidence:
    """A rule that occurs in a text, and the positions of its words there."""

    rule: PatternRule
    places: tuple[int, ...]


class RuleIndex:
    """Rules by the first word of their phrases."""

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
        """The rules whose first word this is; remembered, since headlines share most of their words."""
        key = (raw, shouted)
        known = self._known.get(key)
        if known is None:
            found = [*self._words.get(folded, ()), *(self._capitals if shouted else self._exact).get(raw, ())]
            for length in range(1, min(len(folded), self._longest) + 1):
                found += self._stems.get(folded[:length], ())
            if folded[0].isdigit():
                found += self._numbers
            known = tuple(found)
            if len(self._known) > 50_000:  # bounds the memory of a long-lived worker
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
