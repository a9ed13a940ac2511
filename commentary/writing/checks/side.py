"""A sentence of a draft in one language, parsed into wordings and their figures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from commentary.language.claims import claims_of
from commentary.language.draft import SlotSentence
from commentary.language.slot_table import SlotTable
from commentary.language.wordings import Match, canonical, matches, slots_of

_MARKS = re.compile(r"[,;:–—()]")
_TURNS = {
    "en": re.compile(r"\b(?:while|whereas|but|although|though|which)\b"),
    "it": re.compile(r"\b(?:mentre|ma|invece|però|sebbene|benché)\b"),
}
_JOINS = {"en": re.compile(r"\band\b"), "it": re.compile(r"\b(?:e|ed)\b")}
BOTH = {"en": re.compile(r"\bboth\b"), "it": re.compile(r"\bentramb[ie]\b")}


@dataclass(frozen=True)
class Side:
    """One language of a sentence; `before` are the previous sentences in the same language."""

    sentence: SlotSentence
    language: str
    table: SlotTable
    before: Sequence["Side"] = ()
    is_title: bool = False
    by_rules: bool = False
    _offered: dict[str, frozenset[str]] = field(default_factory=dict, compare=False)

    @cached_property
    def text(self) -> str:
        return canonical(self.sentence.texts[self.language])

    @cached_property
    def matches(self) -> list[Match]:
        return matches(self.text, self.language)

    @cached_property
    def figures(self) -> list[tuple[int, str]]:
        """(position, id) of each slot of a figure."""
        return [(place, id) for place, id, _field in slots_of(self.text) if id in self.table.figures]

    @cached_property
    def figure_ids(self) -> list[str]:
        return list(dict.fromkeys(id for _place, id in self.figures))

    def offered(self, id: str) -> frozenset[str]:
        if id not in self._offered:
            self._offered[id] = claims_of(self.table.figures[id])
        return self._offered[id]

    @cached_property
    def clauses(self) -> list[tuple[int, int]]:
        """Spans of clauses, which end at punctuation, at "while" etc., and at "and" between two figures."""
        cuts = [(m.start(), m.end()) for m in _MARKS.finditer(self.text) if not self.is_inside(m.start())]
        cuts += [(m.start(), m.start()) for m in _TURNS[self.language].finditer(self.text)]
        parts = self._parts(sorted(cuts))
        return [clause for part in parts for clause in self._joined(part)]

    def is_inside(self, place: int) -> bool:
        return any(match.start <= place < match.end for match in self.matches)

    def _parts(self, cuts: list[tuple[int, int]]) -> list[tuple[int, int]]:
        edges = [0, *(edge for cut in cuts for edge in cut), len(self.text)]
        return [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if end > start]

    def _joined(self, part: tuple[int, int]) -> list[tuple[int, int]]:
        start, end = part
        for join in _JOINS[self.language].finditer(self.text, start, end):
            sides = ((start, join.start()), (join.end(), end))
            if not self.is_inside(join.start()) and all(self._has_figure(*side) for side in sides):
                return [sides[0], *self._joined(sides[1])]
        return [part]

    def _has_figure(self, start: int, end: int) -> bool:
        return any(start <= place < end for place, _id in self.figures)

    def subjects(self, match: Match) -> list[str]:
        """Returns the figures a wording is about; empty if unclear."""
        inside = [id for id, _field in match.slots if id in self.table.figures]
        if inside:
            return list(dict.fromkeys(inside))
        if (
            BOTH[self.language].search(self.text)
            and len(self.figure_ids) > 1
            and self.sentence.kind != "story"
        ):
            return self.figure_ids
        found = self._nearest(match)
        return [found] if found else []

    def _nearest(self, match: Match) -> str:
        start, end = next(
            ((start, end) for start, end in self.clauses if start <= match.start < end), (0, len(self.text))
        )
        before = [id for place, id in self.figures if start <= place < match.start]
        after = [id for place, id in self.figures if match.end <= place < end]
        earlier = [id for place, id in self.figures if place < start]
        if before or after or earlier:
            return (before[-1:] or after[:1] or earlier[-1:])[0]
        return self.only_figure

    @property
    def only_figure(self) -> str:
        """The single figure of the sentence, or of the previous one; "" if none."""
        about = [id for id in self.sentence.about if id in self.table.figures]
        if len(about) == 1:
            return about[0]
        last = self.before[-1].figure_ids if self.before and not about else []
        return last[0] if len(last) == 1 else ""
