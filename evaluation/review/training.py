"""Learning the classifier's weights from texts of which it is known what they should come to.

Two models for each language, both logistic regressions over the features of sentences: whether a sentence is to be
refused, and which class a refused one belongs to. Of a text to be refused one sentence is enough: the one that the
model so far likes least is taken, so the lawful sentences around it teach nothing wrong.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, diags_array
from sklearn.linear_model import LogisticRegression

from commentary.review.classifier import clauses
from commentary.review.context import sentences_of
from commentary.review.features import PART, Features, features
from commentary.review.normalise import fold
from commentary.review.weights import LARGEST, ClassifierWeights

ROUNDS = 3  # of learning what is refused, each with the worst sentences of the one before
SEEN = 10  # different sentences that must have a feature before anything is learnt of it
MOST = (
    58_000  # features that are kept, those of the largest weights: with them a language takes less than 10 MB
)
STEP = 0.025  # of a weight; with it the largest that a byte holds is 3.2
# How much a feature counts by its rarity: a power of its inverse document frequency, and how freely weights are learnt
# with it (the inverse of how strongly they are drawn to zero). Each power errs elsewhere, so the mean of all is taken.
# Chosen, like PART, on sets left out of training.
_RARITIES = ((1, 30.0), (2, 60.0), (3, 60.0), (4, 200.0))
_FORM = 0.1  # the least that the form of a sentence counts, which is common and telling all the same
_FREEDOM_CLASS = 0.3
# From which score a sentence is refused: of sets left out of training about as many violations get through there as
# lawful texts are refused (-0.13 in Italian, -0.21 in English).
_LIMIT = -0.13
_SMALL_CLASS = 2  # steps of a weight for a class
STEP_CLASS = 0.1


class LabelledText(NamedTuple):
    """A text of which it is known what it should come to: the features of its sentences, and its class."""

    sentences: list[Features]
    fails: bool
    name: str


def train(rows: Iterable[Mapping[str, Any]], lang: str, *, seen: int = SEEN) -> ClassifierWeights:
    """Weights for a language. A row has `text`, `lang`, `kind`, `style`, `expect` and `class`.

    Raises ValueError unless there are lawful texts and others, and words that they share.
    """
    known = [
        LabelledText(found, row["expect"] == "fail", str(row["class"]))
        for row in rows
        if row["lang"] == lang and (found := sentences(row))
    ]
    if len({text.fails for text in known}) < 2:
        raise ValueError(f"learning {lang} needs texts that pass and texts that fail")
    refusing = _Refusing(known, seen)
    refusing.learn()
    worst = [
        (text.sentences[place].words, text.name)
        for text, place in zip(known, refusing.worst(), strict=True)
        if text.fails and text.name.startswith("C")
    ]
    names = tuple(sorted({name for _words, name in worst}))
    return ClassifierWeights(
        round(refusing.bias - _LIMIT, 3), STEP, names, refusing.large(), _naming(worst, names, seen)
    )


def sentences(row: Mapping[str, Any]) -> list[Features]:
    """The features of each sentence of a text, and of each clause of a long one."""
    read = sentences_of(fold(row["text"], lang=row["lang"]).text, row["lang"])
    parts = [part for each in read for part in (each, *clauses(each))]
    return [features(part, kind=row["kind"], style=row["style"]) for part in parts]


class _Refusing:
    """Which sentences are refused: a row of the matrix is a sentence, its values are shares of the sentence's length.

    A rare feature counts for more: what a sentence is about is said by few of its words, and the many common ones
    would drown them.
    """

    def __init__(self, texts: Sequence[LabelledText], seen: int) -> None:
        every = [part for text in texts for part in text.sentences]
        self.owner = np.repeat(range(len(texts)), [len(text.sentences) for text in texts])
        self.fails = np.array([text.fails for text in texts])
        different = {(part.words, part.parts) for part in every}
        counts = Counter(name for words, parts in different for name in words | parts)
        self.names = sorted(name for name, count in counts.items() if count >= seen)
        if len(different) <= seen or not self.names:
            raise ValueError("learning needs more sentences, and words that some of them share")
        rarest = math.log(len(different) / seen)
        self.rarity = np.array([math.log(len(different) / counts[name]) / rarest for name in self.names])
        self.form = np.array([_FORM * (name[0] == "@") for name in self.names])
        self.matrix = _matrix(map(_shares, every), self.names)
        self.weights, self.bias = np.zeros(len(self.names)), 0.0

    def learn(self) -> None:
        """The mean of what is learnt with each rarity, each divided by how far apart it puts sentences."""
        for power, freedom in _RARITIES:
            weights, bias = self._learnt(np.maximum(self.rarity**power, self.form), freedom)
            spread = float(np.std(self.matrix @ weights)) * len(_RARITIES) or 1.0
            self.weights, self.bias = self.weights + weights / spread, self.bias + bias / spread

    def _learnt(self, rarity: Any, freedom: float) -> tuple[Any, float]:
        """First of lawful sentences and all of the others, then of the worst of each text that fails."""
        matrix = self.matrix @ diags_array(rarity)
        lawful = ~self.fails[self.owner]
        chosen = np.ones_like(lawful)
        for _turn in range(ROUNDS):
            model = _regression(matrix[chosen], ~lawful[chosen], freedom)
            chosen = lawful.copy()
            chosen[self._worst_rows(matrix @ model.coef_[0])[self.fails]] = True
        return model.coef_[0] * rarity, float(model.intercept_[0])

    def _worst_rows(self, odds: Any) -> Any:
        """For each text the row of the sentence that reads most like a violation."""
        order = np.lexsort((odds, self.owner))
        return order[np.flatnonzero(np.diff(self.owner[order], append=len(self.fails)))]

    def worst(self) -> list[int]:
        """For each text the place of that sentence in it."""
        first = np.searchsorted(self.owner, range(len(self.fails)))
        return [int(place) for place in self._worst_rows(self.matrix @ self.weights) - first]

    def large(self) -> dict[str, int]:
        """The weights that matter most, in steps, by feature."""
        largest = sorted(np.argsort(-abs(self.weights), kind="stable")[:MOST])
        return {self.names[place]: _steps(self.weights[place] / STEP) for place in largest}


def _naming(known: Sequence[tuple[frozenset[str], str]], names: Sequence[str], seen: int) -> dict[str, bytes]:
    """How much each word of a refused sentence speaks for each class; nothing without two classes and such words."""
    if len(names) < 2:
        return {}
    counts = Counter(word for words in {words for words, _name in known} for word in words)
    words = sorted(word for word, count in counts.items() if count >= seen)
    if not words:
        return {}
    matrix = _matrix(([(word, 1.0) for word in found] for found, _name in known), words)
    columns = [
        _regression(matrix, [each == name for _words, each in known], _FREEDOM_CLASS).coef_[0]
        for name in names
    ]
    rows = {
        word: [_steps(weight / STEP_CLASS) for weight in row]
        for word, row in zip(words, np.transpose(columns), strict=True)
    }
    kept = {word: [step if abs(step) >= _SMALL_CLASS else 0 for step in row] for word, row in rows.items()}
    return {word: bytes(step % 256 for step in row) for word, row in kept.items() if any(row)}


def _steps(steps: float) -> int:
    return max(-LARGEST, min(LARGEST, round(float(steps))))


def _regression(matrix: csr_matrix, yes: Any, freedom: float) -> LogisticRegression:
    return LogisticRegression(C=freedom, solver="liblinear", random_state=1, tol=1e-3).fit(matrix, yes)


def _shares(part: Features) -> Iterator[tuple[str, float]]:
    """The features of a sentence with their values before rarity, as `ClassifierWeights.score` takes them."""
    share = 1 / part.length
    yield from ((word, share) for word in part.words)
    yield from ((each, PART * share) for each in part.parts)


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
