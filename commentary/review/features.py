"""Features of a sentence for the classifier: word stems, their order, character n-grams and form."""

import re
from dataclasses import dataclass
from itertools import combinations

from commentary.review.context import Context

STEM = 5  # letters of a stem
PART = 0.5  # weight of a part relative to a word; like STEM and the next three, tuned on held-out sets
_SPELT = 5  # length of a character n-gram
_LONG = 4  # minimum letters of a word to count in co-occurrences
_APART = (2, 3)  # distances between the stems of a skip-gram
_WORD = re.compile(r"[a-zàèéìòù&]+|\d[\d.,]*%?|[:?!]")
_MARKS = ("attributed", "scheduled", "definition", "mechanism", "past", "told", "open")


@dataclass(frozen=True)
class Features:
    """`words` are stems, bigrams and the form of the sentence.

    `parts` have half the weight: skip-grams, character n-grams, which cover inflected and compound words, and
    co-occurrences of longer words.
    """

    words: frozenset[str]
    parts: frozenset[str]

    @property
    def length(self) -> float:
        """Norm of the feature vector, so that long sentences do not score higher."""
        return float((len(self.words) + PART**2 * len(self.parts)) ** 0.5) or 1.0


def features(context: Context, *, kind: str, style: str) -> Features:
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
