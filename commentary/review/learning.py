"""Learning the weights of `likeness.py` from texts of which it is known what they should come to.

Two models for each language, both logistic regressions over the features of sentences: whether a sentence is to be
refused, and which class a refused one belongs to. Of a text to be refused, one sentence is enough: the one that the
model so far likes least is taken, so the lawful sentences around it teach nothing wrong.

Needs scikit-learn, a development requirement: the service itself only reads the weights.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, diags_array
from sklearn.linear_model import LogisticRegression

from commentary.review.context import sentences_of
from commentary.review.likeness import PIECE, Features, features
from commentary.review.normalise import fold

ROUNDS = 3  # of learning what is refused, each with the worst sentences of the one before
STEPS = ROUNDS + 1  # for each language; the last learns why
SMALL = 0.4  # what a feature must add to a sentence of length one to be kept
SEEN = 2  # sentences that must have a feature before anything is learnt of it
# How much a feature counts by its rarity, a power of its inverse document frequency, and the least that the form of a
# sentence counts, which is common and telling all the same; chosen, like PIECE, on sets that were not learnt from.
_RARITY, _FORM = 3, 0.1
_FREEDOM, _FREEDOM_CLASS = 1500.0, 0.3  # the inverse of how strongly weights are drawn to zero
_SMALL_CLASS = 0.1


class Text(NamedTuple):
    """A text of which it is known what it should come to: the features of its sentences, and its class."""

    sentences: list[Features]
    fails: bool
    name: str


def learn(
    texts: Iterable[Mapping[str, Any]], lang: str, *, tell: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """Weights in the shape of the file. A text has `text`, `lang`, `kind`, `style`, `expect` and `class`.

    `tell` is called after each of STEPS steps. Raises ValueError unless there are lawful texts and others, and words
    that they share.
    """
    known = [
        Text(found, row["expect"] == "fail", str(row["class"]))
        for row in texts
        if row["lang"] == lang and (found := sentences(row))
    ]
    if len({text.fails for text in known}) < 2:
        raise ValueError(f"learning {lang} needs texts that pass and texts that fail")
    refusing = _Refusing(known)
    for turn in range(ROUNDS):
        refusing.learn(first=turn == 0)
        tell()
    worst = [
        (text.sentences[place].words, text.name)
        for text, place in zip(known, refusing.worst(), strict=True)
        if text.fails and text.name.startswith("C")
    ]
    classes = _naming(worst)
    tell()
    return {"bias": round(refusing.bias, 2), "refused": refusing.large(), "classes": classes}


def sentences(row: Mapping[str, Any]) -> list[Features]:
    """The features of each sentence of a text."""
    read = sentences_of(fold(row["text"], lang=row["lang"]).text, row["lang"])
    return [features(each, kind=row["kind"], style=row["style"]) for each in read]


class _Refusing:
    """Which sentences are refused: a row of the matrix is a sentence, its values are shares of the sentence's length.

    A rare feature counts for more, by the cube of its inverse document frequency: what a sentence is about is said
    by few of its words, and the many common ones would drown them.
    """

    def __init__(self, texts: Sequence[Text]) -> None:
        every = [part for text in texts for part in text.sentences]
        self.owner = np.repeat(range(len(texts)), [len(text.sentences) for text in texts])
        self.fails = np.array([text.fails for text in texts])
        counts = Counter(name for part in every for name in part.words | part.pieces)
        self.names = sorted(name for name, count in counts.items() if count >= SEEN)
        if len(every) <= SEEN or not self.names:
            raise ValueError("learning needs more sentences, and words that some of them share")
        rarest = math.log(len(every) / SEEN)
        self.rarity = np.array(
            [
                max((math.log(len(every) / counts[name]) / rarest) ** _RARITY, _FORM * name.startswith("@"))
                for name in self.names
            ]
        )
        self.matrix = _matrix(map(_shares, every), self.names) @ diags_array(self.rarity)
        self.weights, self.bias = np.zeros(len(self.names)), 0.0

    def learn(self, *, first: bool) -> None:
        """One round over lawful sentences and, at `first`, all of the others, then the worst of each text."""
        lawful = ~self.fails[self.owner]
        chosen = lawful.copy()
        chosen[slice(None) if first else self._worst_rows()[self.fails]] = True
        model = _regression(self.matrix[chosen], ~lawful[chosen], _FREEDOM)
        self.weights, self.bias = model.coef_[0], float(model.intercept_[0])

    def _worst_rows(self) -> Any:
        """For each text the row of the sentence that reads most like a violation."""
        odds = self.matrix @ self.weights
        order = np.lexsort((odds, self.owner))
        return order[np.flatnonzero(np.diff(self.owner[order], append=len(self.fails)))]

    def worst(self) -> list[int]:
        """For each text the place of that sentence in it."""
        first = np.searchsorted(self.owner, range(len(self.fails)))
        return [int(place) for place in self._worst_rows() - first]

    def large(self) -> dict[str, float]:
        """The weights that matter, by feature."""
        weights = zip(self.names, self.weights * self.rarity, strict=True)
        return {name: round(float(weight), 2) for name, weight in weights if abs(weight) >= SMALL}


def _naming(known: Sequence[tuple[frozenset[str], str]]) -> dict[str, dict[str, float]]:
    """How much each word of a refused sentence speaks for each class; nothing when there are not two classes."""
    if len({name for _words, name in known}) < 2:
        return {}
    counts = Counter(word for words, _name in known for word in words)
    words = sorted(word for word, count in counts.items() if count >= SEEN)
    matrix = _matrix(([(word, 1.0) for word in found] for found, _name in known), words)
    found: dict[str, dict[str, float]] = {word: {} for word in words}
    for name in sorted({name for _words, name in known}):
        model = _regression(matrix, [each == name for _words, each in known], _FREEDOM_CLASS)
        for word, weight in zip(words, model.coef_[0], strict=True):
            if abs(weight) >= _SMALL_CLASS:
                found[word][name] = round(float(weight), 1)
    return {word: row for word, row in found.items() if row}


def _regression(matrix: csr_matrix, yes: Any, freedom: float) -> LogisticRegression:
    return LogisticRegression(C=freedom, solver="liblinear", random_state=1).fit(matrix, yes)


def _shares(part: Features) -> Iterator[tuple[str, float]]:
    """The features of a sentence with their values before rarity, as `Weights.score` takes them."""
    share = 1 / part.length
    yield from ((word, share) for word in part.words)
    yield from ((piece, PIECE * share) for piece in part.pieces)


def _matrix(rows: Iterable[Iterable[tuple[str, float]]], names: Sequence[str]) -> csr_matrix:
    """A row of values for each sentence, a column for each name; what has no name is left out."""
    place = {name: number for number, name in enumerate(names)}
    values, columns, ends = [], [], [0]
    for row in rows:
        for column, value in sorted((place[name], value) for name, value in row if name in place):
            columns.append(column)
            values.append(value)
        ends.append(len(columns))
    return csr_matrix((values, columns, ends), shape=(len(ends) - 1, len(names)))


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
