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
from pathlib import Path

from commentary.review.context import Context

FOLDER = Path(__file__).with_name("lexicon")
STEM = 6  # letters of a word that count: enough for the meaning, few enough for most endings
_WORD = re.compile(r"[a-zàèéìòù&]+|\d[\d.,]*%?|[:?!]")
_MARKS = ("attributed", "scheduled", "definition", "mechanism", "past", "told", "open")


@dataclass(frozen=True)
class Weights:
    """What each feature says: for `refused`, above zero speaks against a text; for `classes`, for that class."""

    bias: float
    refused: dict[str, float]
    classes: dict[str, dict[str, float]]

    def score(self, features: Iterable[str]) -> float:
        """Logarithm of the odds that a sentence is to be refused."""
        return self.bias + sum(self.refused.get(feature, 0.0) for feature in features)

    def by_class(self, features: Iterable[str]) -> dict[str, float]:
        """How much the features speak for each class."""
        scores: dict[str, float] = {}
        for feature in features:
            for name, weight in self.classes.get(feature, {}).items():
                scores[name] = scores.get(name, 0.0) + weight
        return scores


def features(context: Context, *, kind: str, style: str) -> list[str]:
    """Stems, pairs of neighbours and the form of a sentence."""
    stems = ["#" if word[0].isdigit() else word[:STEM] for word in _WORD.findall(context.text)]
    found = set(stems)
    found.update(f"{one} {two}" for one, two in zip(["^", *stems], stems, strict=False))
    found.update(f"@{name}" for name in _MARKS if getattr(context, name))
    if style == "SPECULATIVE":
        found.add("@speculative")
    if kind == "log_header":
        found.add("@header")
    return sorted(found)


@cache
def load(lang: str, folder: Path = FOLDER) -> Weights:
    """The weights of a language; raises OSError, ValueError or KeyError when they cannot be read."""
    found = json.loads((folder / f"likeness_{lang}.json").read_text(encoding="utf-8"))
    return Weights(float(found["bias"]), found["refused"], found["classes"])
