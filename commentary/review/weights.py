"""The weights of the classifier: one compressed file per language, written by `evaluation/review/training.py`.

A file is a line of JSON, the sorted features separated by line breaks, one byte for each weight, and for
features with class weights a row of bytes, one for each class. Weights are integer steps, so that sums are
exact and scores are the same in every process.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from commentary.review.features import PART, Features

FOLDER = Path(__file__).with_name("weights")
LARGEST = 127  # steps; the limit of a signed byte
_STEPS = [
    *range(128),
    *range(-128, 0),
]  # value of each byte; shared objects save memory


@dataclass(frozen=True)
class ClassifierWeights:
    """Weights in steps: `refused` above zero is evidence against a text, `classes` for each class."""

    bias: float
    step: float
    names: tuple[str, ...]
    refused: Mapping[str, int]
    classes: Mapping[str, bytes]

    def score(self, features: Features) -> float:
        """Returns the score of a sentence; above zero it is refused."""
        known = self.refused
        words = sum([known[word] for word in features.words if word in known])
        parts = sum([known[part] for part in features.parts if part in known])
        return self.bias + self.step * (words + PART * parts) / features.length

    def by_class(self, words: Iterable[str]) -> dict[str, float]:
        """Returns the score of the words for each class, in steps."""
        rows = [self.classes[word] for word in words if word in self.classes]
        if not rows:
            return {}
        sums = [sum(map(_STEPS.__getitem__, column)) for column in zip(*rows, strict=True)]
        return dict(zip(self.names, map(float, sums), strict=True))


@cache
def load(lang: str, folder: Path = FOLDER) -> ClassifierWeights:
    """Loads the weights of a language. Raises OSError, ValueError or KeyError if the file is unreadable."""
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
    """Writes the weights; the output is deterministic."""
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
