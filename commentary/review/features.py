"""What a sentence is weighed by: its words, their order, pieces of its spelling and its form."""

import re
from dataclasses import dataclass
from itertools import combinations

from commentary.review.context import Context

STEM = 5  # letters of a word that count: enough for the meaning, few enough for most endings
PART = 0.5  # weight of a part beside that of a word; chosen, like STEM and the next three, on sets left out of training
_SPELT = 5  # characters of a piece of spelling
_LONG = 4  # letters from which on a word's meeting with others is weighed
_APART = (2, 3)  # words from one stem to the next of a pair with something between
_WORD = re.compile(r"[a-zàèéìòù&]+|\d[\d.,]*%?|[:?!]")
_MARKS = ("attributed", "scheduled", "definition", "mechanism", "past", "told", "open")


@dataclass(frozen=True)
class Features:
    """`words` are stems, pairs of neighbours and the form of the sentence.

    `parts` count half: pairs with something between, pieces of spelling, which know inflected and compound words, and
    the longer words that meet in the sentence, wherever they stand.
    """

    words: frozenset[str]
    parts: frozenset[str]

    @property
    def length(self) -> float:
        """Of the sentence as a vector: divided by it, long sentences weigh no more than short ones."""
        return float((len(self.words) + PART**2 * len(self.parts)) ** 0.5) or 1.0


def features(context: Context, *, kind: str, style: str) -> Features:
    """The features of a sentence of a text of this kind and style."""
    words = ["#" if word[0].isdigit() else word for word in _WORD.findall(context.text)]
    stems = [word[:STEM] for word in words]
    found = set(stems)
    found.update(map(" ".join, zip(["^", *stems], stems, strict=False)))
    found.update(f"@{name}" for name in _MARKS if getattr(context, name))
    if style == "SPECULATIVE":
        found.add("@speculative")
    if kind == "log_header":
        found.add("@header")
    return Features(frozenset(found), frozenset(_parts(words, stems)))


def _parts(words: list[str], stems: list[str]) -> set[str]:
    spelt = f"~{'~'.join(words)}~"
    found = {"'" + spelt[at : at + _SPELT] for at in range(len(spelt) - _SPELT + 1)}
    for apart in _APART:
        found.update(map("_".join, zip(stems, stems[apart:], strict=False)))
    meeting = sorted({word[:STEM] for word in words if len(word) >= _LONG})
    found.update(map("|".join, combinations(meeting, 2)))
    return found
