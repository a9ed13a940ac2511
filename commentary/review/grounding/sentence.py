"""One sentence read: its parts, which figures they name, its numbers, dates and the words that say where a figure went."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from commentary.review.dates import Said
from commentary.review.grounding.rows import Row
from commentary.review.grounding.subjects import Index, Mention, mentions, spans
from commentary.review.grounding.words import Words
from commentary.review.numbers import Number, bound

_PUNCTUATION = re.compile(r"[,;:()](?!\d)| - ")
_LETTERS = re.compile(r"[^\W\d_][\w'-]*")
NEXT = (
    22  # characters from a word to the figure right after it, which it speaks of: "in rialzo il rendimento"
)
GLUED = 30  # characters between two figures that are named together


@dataclass(frozen=True)
class Way:
    """A word that says up (1) or down (-1), and where it stands."""

    start: int
    end: int
    sign: int
    size: bool = False  # of a size, so that a gap below zero that narrows goes up


@dataclass
class Sentence:
    """A sentence in lower case; `masked` has blanks for dates and names, `numbers` and `dates` are placed in it."""

    text: str
    masked: str
    start: int
    words: Words
    rows: Sequence[Row]
    index: Index
    numbers: list[Number] = field(default_factory=list)
    dates: list[Said] = field(default_factory=list)
    topic: list[Mention] = field(default_factory=list)

    @cached_property
    def cuts(self) -> list[int]:
        """Where parts begin; a conjunction inside a date or between two that belong together cuts nothing."""
        found = spans(_PUNCTUATION, self.text) + spans(self.words.of["cuts"], self.text)
        inside = [(said.start, said.end) for said in self.dates]
        inside += spans(self.words.of["joining"], self.text)
        return sorted(start for start, _end in found if not any(a <= start < b for a, b in inside))

    @cached_property
    def mentions(self) -> list[Mention]:
        return mentions(self.text, self.cuts, self.words, self.index, self.topic)

    @cached_property
    def spoken(self) -> set[int]:
        """The rows that it names."""
        return {row for each in self.mentions for row in each.rows}

    def bound(self, start: int) -> str:
        return bound(self.text, start)

    def has(self, name: str) -> bool:
        return self.words.has(name, self.text)

    def part(self, at: int) -> tuple[int, int]:
        """The part around a place, as a span."""
        start = max((cut for cut in self.cuts if cut <= at), default=0)
        end = min((cut for cut in self.cuts if cut > at), default=len(self.text))
        return start, end

    def part_text(self, at: int) -> str:
        start, end = self.part(at)
        return self.text[start:end]

    def local(self, at: int) -> list[Mention]:
        start, end = self.part(at)
        return [each for each in self.mentions if start < each.end and each.start < end]

    def together(self, mention: Mention) -> list[Mention]:
        """The mentions that are listed with one: "US and German yields"."""
        place = self.mentions.index(mention)
        first = last = place
        while first and self._joined(first - 1):
            first -= 1
        while last + 1 < len(self.mentions) and self._joined(last):
            last += 1
        return self.mentions[first : last + 1]

    def _joined(self, place: int) -> bool:
        one, two = self.mentions[place], self.mentions[place + 1]
        between = self.text[one.end : two.start]
        return len(between) <= GLUED and bool(self.words.of["and"].search(between))

    def subject(self, at: int) -> list[Mention]:
        """What a word at a place speaks of; empty when its part has a subject of its own that is not known."""
        start, _end = self.part(at)
        before = [each for each in self.local(at) if each.start < at]
        if before:
            return self.together(before[-1])
        after = [each for each in self.local(at) if each.start >= at]
        if after and (not after[0].whole or (after[0].start - at <= NEXT and not self._own_words(start, at))):
            return after[:1]
        if self._own_words(start, at):
            return []
        earlier = [each for each in self.mentions if each.start < start]
        if earlier:
            return self.together(earlier[-1])
        later = [each for each in self.mentions if each.start >= at]
        return self.together(later[0]) if later else list(self.topic[-1:])

    def elsewhere(self, at: int) -> bool:
        """Whether the nearest part up to a place that has words of its own names no figure: a subject that is not known."""
        while True:
            start, _end = self.part(at)
            if self.local(start):
                return False
            if self._own_words(start, at):
                return True
            if not start:
                return False
            at = start - 1

    def _own_words(self, start: int, at: int) -> bool:
        """Whether words that may be another subject stand before a place in its part."""
        names = _LETTERS.findall(self.masked[start:at])
        return any(not self.words.has("light", name) for name in names)

    @cached_property
    def ways(self) -> list[Way]:
        found = [
            Way(*span, sign, self.words.has("size", self.text[slice(*span)]))
            for name, sign in (("up", 1), ("down", -1))
            for span in spans(self.words.of[name], self.text)
        ]
        return sorted(found, key=lambda way: way.start)

    def negated(self, at: int) -> bool:
        return self.words.has("negated", self.text[max(0, at - 30) : at])

    def rows_of(self, named: Sequence[Mention]) -> list[Row]:
        return [self.rows[place] for place in dict.fromkeys(row for each in named for row in each.rows)]
