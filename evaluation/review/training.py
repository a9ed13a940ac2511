"""Trains the classifier's weights from labelled texts.

Two logistic regressions per language over features of sentences: whether a sentence is refused, and the class of a
refused one. One sentence suffices to refuse a text, so each round trains on the highest-scored sentence of every
refused text, and the lawful sentences around it are not learned as violations.
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

ROUNDS = 3  # training rounds for refusal, each with the highest-scored sentences of the one before
SEEN = 10  # distinct sentences that must contain a feature before it gets a weight
MOST = 58_000  # features with the largest weights, under 10 MB per language
STEP = 0.025  # quantization step of a weight; a byte then holds up to 3.2
# Exponent of a feature's inverse document frequency, and the inverse regularization strength used with it. The
# errors of the exponents differ, so their mean is used. Chosen, like PART, on sets left out of training.
_RARITIES = ((1, 30.0), (2, 60.0), (3, 60.0), (4, 200.0))
_FORM = 0.1  # least weight of the features of a sentence's form, which are frequent but informative
_FREEDOM_CLASS = 0.3
# Score from which a sentence is refused: on sets left out of training, about as many violations pass there as
# lawful texts are refused (-0.13 in Italian, -0.21 in English).
_LIMIT = -0.13
_SMALL_CLASS = 2  # least steps of a class weight that is stored
STEP_CLASS = 0.1


class LabelledText(NamedTuple):
    """A labelled text: the features of its sentences, the expected verdict and the class."""

    sentences: list[Features]
    fails: bool
    name: str


def train(rows: Iterable[Mapping[str, Any]], lang: str, *, seen: int = SEEN) -> ClassifierWeights:
    """Returns the weights of a language. Rows have `text`, `lang`, `kind`, `style`, `expect` and `class`.

    Raises ValueError unless there are texts that pass and texts that fail, with common words.
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
    """Returns the features of each sentence, and of each clause of a long one."""
    read = sentences_of(fold(row["text"], lang=row["lang"]).text, row["lang"])
    parts = [part for each in read for part in (each, *clauses(each))]
    return [features(part, kind=row["kind"], style=row["style"]) for part in parts]


class _Refusing:
    """The refusal model. A row of the matrix is a sentence; its values are shares of the sentence's length.

    Rare features weigh more, since few words of a sentence carry its subject and many common ones would mask them.
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
        """Averages the weights over the exponents of rarity, each divided by the spread of its scores."""
        for power, freedom in _RARITIES:
            weights, bias = self._learnt(np.maximum(self.rarity**power, self.form), freedom)
            spread = float(np.std(self.matrix @ weights)) * len(_RARITIES) or 1.0
            self.weights, self.bias = self.weights + weights / spread, self.bias + bias / spread

    def _learnt(self, rarity: Any, freedom: float) -> tuple[Any, float]:
        """Returns weights and bias: trained on all sentences first, then on the worst of each failing text."""
        matrix = self.matrix @ diags_array(rarity)
        lawful = ~self.fails[self.owner]
        chosen = np.ones_like(lawful)
        for _turn in range(ROUNDS):
            model = _regression(matrix[chosen], ~lawful[chosen], freedom)
            chosen = lawful.copy()
            chosen[self._worst_rows(matrix @ model.coef_[0])[self.fails]] = True
        return model.coef_[0] * rarity, float(model.intercept_[0])

    def _worst_rows(self, odds: Any) -> Any:
        """Returns for each text the row of its highest-scored sentence."""
        order = np.lexsort((odds, self.owner))
        return order[np.flatnonzero(np.diff(self.owner[order], append=len(self.fails)))]

    def worst(self) -> list[int]:
        """Returns for each text the index of its highest-scored sentence."""
        first = np.searchsorted(self.owner, range(len(self.fails)))
        return [int(place) for place in self._worst_rows(self.matrix @ self.weights) - first]

    def large(self) -> dict[str, int]:
        """Returns the largest weights in steps, by feature."""
        largest = sorted(np.argsort(-abs(self.weights), kind="stable")[:MOST])
        return {self.names[place]: _steps(self.weights[place] / STEP) for place in largest}


def _naming(known: Sequence[tuple[frozenset[str], str]], names: Sequence[str], seen: int) -> dict[str, bytes]:
    """Returns the weights of words for the classes, empty with fewer than two classes or no frequent words."""
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
    """Yields the features of a sentence with their values before rarity, as `Weights.score` expects."""
    share = 1 / part.length
    yield from ((word, share) for word in part.words)
    yield from ((each, PART * share) for each in part.parts)


def _matrix(rows: Iterable[Iterable[tuple[str, float]]], names: Sequence[str]) -> csr_matrix:
    """Returns a sparse matrix with a row per sentence and a column per name; unknown names are dropped."""
    place = {name: number for number, name in enumerate(names)}
    values, columns, ends = [], [], [0]
    for row in rows:
        for column, value in sorted((place[name], value) for name, value in row if name in place):
            columns.append(column)
            values.append(value)
        ends.append(len(columns))
    return csr_matrix((values, columns, ends), shape=(len(ends) - 1, len(names)))
