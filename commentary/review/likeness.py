"""How much a sentence reads like those that had to be refused, and like which class of them.

The lexicon knows the forms that somebody thought of; here the words of a sentence are weighed together. The weights
were learnt from the texts that the review is measured by (`learning.py`) and lie beside the lexicon, one file a
language. Nothing is learnt while the service runs: the same text always gets the same answer.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import fsum
from pathlib import Path

from commentary.review.context import Context

FOLDER = Path(__file__).with_name("lexicon")
STEM = 6  # letters of a word that count: enough for the meaning, few enough for most endings
PIECE = 0.5  # weight of a piece beside that of a word; chosen, like the next two, on sets that were not learnt from
_SPELT = 5  # characters of a piece of spelling
_LONG = 4  # letters from which on a word's meeting with others is weighed
_WORD = re.compile(r"[a-zàèéìòù&]+|\d[\d.,]*%?|[:?!]")
_MARKS = ("attributed", "scheduled", "definition", "mechanism", "past", "told", "open")


@dataclass(frozen=True)
class Features:
    """What a sentence is weighed by.

    `words` are stems, pairs of neighbours and the form of the sentence; `pieces` those of its spelling, which know
    inflected and compound words, and the longer words that meet in it, wherever they stand.
    """

    words: frozenset[str]
    pieces: frozenset[str]

    @property
    def length(self) -> float:
        """Of the sentence as a vector: divided by it, long sentences weigh no more than short ones."""
        return float((len(self.words) + PIECE**2 * len(self.pieces)) ** 0.5) or 1.0


@dataclass(frozen=True)
class Weights:
    """What each feature says: for `refused`, above zero speaks against a text; for `classes`, for that class."""

    bias: float
    refused: dict[str, float]
    classes: dict[str, dict[str, float]]

    def score(self, features: Features) -> float:
        """Logarithm of the odds that a sentence is to be refused."""
        known = self.refused
        # Exact sums: the order of a set differs between processes, and the same text gets the same answer.
        words = fsum([known[word] for word in features.words if word in known])
        pieces = fsum([known[piece] for piece in features.pieces if piece in known])
        return self.bias + (words + PIECE * pieces) / features.length

    def by_class(self, words: Iterable[str]) -> dict[str, float]:
        """How much the words speak for each class."""
        scores: dict[str, float] = {}
        for word in sorted(words):
            for name, weight in self.classes.get(word, {}).items():
                scores[name] = scores.get(name, 0.0) + weight
        return scores


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
    spelt = f"~{'~'.join(words)}~"
    pieces = {spelt[at : at + _SPELT] for at in range(len(spelt) - _SPELT + 1)}
    meeting = sorted({word[:STEM] for word in words if len(word) >= _LONG})
    pieces.update(map("|".join, combinations(meeting, 2)))
    return Features(frozenset(found), frozenset(pieces))


@cache
def load(lang: str, folder: Path = FOLDER) -> Weights:
    """The weights of a language; raises OSError, ValueError or KeyError when they cannot be read."""
    found = json.loads((folder / f"likeness_{lang}.json").read_text(encoding="utf-8"))
    return Weights(float(found["bias"]), found["refused"], found["classes"])
