"""Learning the weights of `likeness.py` from texts of which it is known what they should come to.

Two models for each language, both linear and trained by gradient steps in a fixed order: whether a sentence is to be
refused, and which class a refused one belongs to. Of a text to be refused, one sentence is enough: the one that the
model so far likes least is taken, so the lawful sentences around it teach nothing wrong.
"""

import json
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from commentary.review.context import sentences_of
from commentary.review.likeness import features
from commentary.review.normalise import fold

ROUNDS = 20
SMALL = 0.05  # weights below this are left out
_SHRINK = 0.1  # keeps single words from deciding; chosen on sets that were not learnt from
_SHRINK_CLASS = 0.02
_SEED = 1

Sentence = list[str]


def learn(texts: Iterable[Mapping[str, Any]], lang: str, *, rounds: int = ROUNDS) -> dict[str, Any]:
    """Weights in the shape of the file. A text has `text`, `lang`, `kind`, `style`, `expect` and `class`."""
    known = [
        (sentences(row), row["expect"] == "fail", str(row["class"])) for row in texts if row["lang"] == lang
    ]
    bias, refused = _refusing([(parts, fails) for parts, fails, _name in known], rounds)

    def worst(parts: list[Sentence]) -> Sentence:
        return max(parts, key=lambda part: sum(refused.get(feature, 0.0) for feature in part))

    named = [(worst(parts), name) for parts, fails, name in known if fails and name.startswith("C")]
    return {
        "bias": round(bias, 2),
        "refused": {f: round(weight, 2) for f, weight in sorted(refused.items()) if abs(weight) >= SMALL},
        "classes": _naming(named, rounds),
    }


def sentences(row: Mapping[str, Any]) -> list[Sentence]:
    """The features of each sentence of a text."""
    read = sentences_of(fold(row["text"], lang=row["lang"]).text, row["lang"])
    return [features(each, kind=row["kind"], style=row["style"]) for each in read]


def _refusing(known: list[tuple[list[Sentence], bool]], rounds: int) -> tuple[float, dict[str, float]]:
    weights = {feature: 0.0 for parts, _fails in known for part in parts for feature in part}
    texts, bias, order = list(known), 0.0, random.Random(_SEED)

    def score(part: Sentence) -> float:
        return bias + sum(weights[feature] for feature in part)

    for turn in range(rounds):
        order.shuffle(texts)
        pace = 0.15 / (1 + 0.15 * turn)
        for parts, fails in texts:
            for part in [max(parts, key=score)] if fails else parts:
                step = float(fails) - 1 / (1 + math.exp(-max(-30.0, min(30.0, score(part)))))
                bias += pace * step * 0.3
                for feature in part:
                    weights[feature] += pace * (step - _SHRINK * weights[feature])
    return bias, weights


def _naming(known: list[tuple[Sentence, str]], rounds: int) -> dict[str, dict[str, float]]:
    classes = sorted({name for _part, name in known})
    weights = {feature: [0.0] * len(classes) for part, _name in known for feature in part}
    order = random.Random(_SEED)
    places = [(part, classes.index(name)) for part, name in known]
    for turn in range(rounds):
        order.shuffle(places)
        pace = 0.2 / (1 + 0.1 * turn)
        for part, right in places:
            steps = _softmax([sum(column) for column in zip(*(weights[f] for f in part), strict=True)])
            steps[right] -= 1
            for feature in part:
                weights[feature] = [
                    w - pace * (step + _SHRINK_CLASS * w)
                    for w, step in zip(weights[feature], steps, strict=True)
                ]
    return {feature: kept for feature, row in sorted(weights.items()) if (kept := _large(classes, row))}


def _softmax(scores: Sequence[float]) -> list[float]:
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def _large(classes: list[str], row: list[float]) -> dict[str, float]:
    return {
        name: round(weight, 1) for name, weight in zip(classes, row, strict=True) if abs(weight) >= 2 * SMALL
    }


def write(weights: Mapping[str, Any], path: Path) -> None:
    """One feature a line, so that a change can be read."""
    lines = [f'"bias": {weights["bias"]}']
    for name in ("refused", "classes"):
        rows = [
            f"{json.dumps(feature, ensure_ascii=False)}: {json.dumps(value)}"
            for feature, value in weights[name].items()
        ]
        lines.append(f'"{name}": {{\n' + ",\n".join(rows) + "\n}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
