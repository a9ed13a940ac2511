"""The weights of the classifier: one compressed file a language, written by `evaluation/review/training.py`.

A file is a line of JSON, the features in order and separated by line breaks, a byte for the weight of each, and for
those that name a class a row of bytes, one for each class; all of it compressed. A weight is a whole number of steps,
so sums are exact and the same text gets the same answer in every process.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from commentary.review.features import PART, Features

FOLDER = Path(__file__).with_name("weights")
LARGEST = 127  # steps; a byte has no more
_STEPS = [
    *range(128),
    *range(-128, 0),
]  # what a byte stands for; each number once, so that features share them


@dataclass(frozen=True)
class ClassifierWeights:
    """What each feature says, in steps: for `refused`, above zero speaks against a text; for `classes`, for that class."""

    bias: float
    step: float
    names: tuple[str, ...]
    refused: Mapping[str, int]
    classes: Mapping[str, bytes]

    def score(self, features: Features) -> float:
        """How much a sentence reads like a violation: above zero it is refused."""
        known = self.refused
        words = sum([known[word] for word in features.words if word in known])
        parts = sum([known[part] for part in features.parts if part in known])
        return self.bias + self.step * (words + PART * parts) / features.length

    def by_class(self, words: Iterable[str]) -> dict[str, float]:
        """How much the words speak for each class, in steps."""
        rows = [self.classes[word] for word in words if word in self.classes]
        if not rows:
            return {}
        sums = [sum(map(_STEPS.__getitem__, column)) for column in zip(*rows, strict=True)]
        return dict(zip(self.names, map(float, sums), strict=True))


@cache
def load(lang: str, folder: Path = FOLDER) -> ClassifierWeights:
    """The weights of a language; raises OSError, ValueError or KeyError when they cannot be read."""
    try:
        raw = zlib.decompress((folder / f"{lang}.bin").read_bytes())
    except zlib.error as error:
        raise ValueError(f"the weights of {lang} cannot be read: {error}") from error
    head, features, rows = raw.split(b"\n\n", 2)
    about = json.loads(head)
    names = features.decode().split("\n")
    known, naming, width = len(names), about["naming"], len(about["classes"])
    if len(rows) != known + naming * width:
        raise ValueError(f"the weights of {lang} are cut short")
    table = zip(names, map(_STEPS.__getitem__, rows[:known]), strict=True)
    named = {name: rows[known + place * width :][:width] for place, name in enumerate(names[:naming])}
    return ClassifierWeights(about["bias"], about["step"], tuple(about["classes"]), dict(table), named)


def write(weights: ClassifierWeights, path: Path) -> None:
    """The file of these weights; the same weights always give the same bytes."""
    named = sorted(weights.classes)
    names = [*named, *sorted(weights.refused.keys() - weights.classes.keys())]
    head = {"bias": weights.bias, "step": weights.step, "classes": weights.names, "naming": len(named)}
    parts: Sequence[bytes] = (
        json.dumps(head).encode(),
        "\n".join(names).encode(),
        bytes(weights.refused.get(name, 0) % 256 for name in names)
        + b"".join(weights.classes[name] for name in named),
    )
    path.write_bytes(zlib.compress(b"\n\n".join(parts), 9))
