"""Trains the weights of story grouping from labelled headlines.

Trains the document frequency of stems, and the coefficients of the measures of `news.stories.scoring` (one logistic
regression for both languages). Needs scikit-learn, a development requirement.
"""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from math import fsum, log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from news.stories import bilingual
from news.stories.clusters import OVERLAP, WINDOW, StoryItem, read, window
from news.stories.facts import TITLE_LIMIT, HeadlineFacts
from news.stories.scoring import Rarity, contradiction, measures
from news.stories.words import LANGUAGES, clean, stem, words

Row = Mapping[str, Any]
# Weight of a set in pairs: families of many titles would otherwise outweigh ordinary news.
FEW = 400
# A stem of a single story is not stored: it is about as rare as an unseen one.
LEAST = 2
# There is only one bilingual training set: of five values, cross-validated on tenths of its stories, this one
# kept a precision of 0.99 for half of the pairs.
FEW_ROWS_PENALTY = 0.01
_PRECISION = 4


class HeadlinePair(NamedTuple):
    """A pair of headlines without a contradiction: its measures, and whether it is one story."""

    measured: dict[str, float]
    same: bool


def learn(
    sets: Sequence[Sequence[Row]],
    across: Sequence[Sequence[Row]] = (),
    *,
    tell: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """Returns the content of `news.stories.words.weights`; calls `tell` once per set.

    `across` are bilingual sets, of which only pairs in two languages are used. Raises ValueError unless there are
    pairs of both kinds.
    """
    counts = {lang: count_rarity(sets, lang) for lang in LANGUAGES}
    known: list[list[HeadlinePair]] = []
    for rows in sets:
        known.append(list(pairs(rows, rarity_of(counts))))
        tell()
    bilingual = _weigh_across(across) if across else {}
    return {"rarity": counts, **weigh(known), **bilingual}


def _weigh_across(sets: Sequence[Sequence[Row]]) -> dict[str, Any]:
    return {"bilingual": weigh([list(pairs_across(rows)) for rows in sets], FEW_ROWS_PENALTY)}


def count_rarity(sets: Iterable[Sequence[Row]], lang: str) -> dict[str, Any]:
    """Returns in how many families (a story and similar ones) each stem occurs in a title."""
    families: dict[tuple[int, str], set[str]] = {}
    for number, rows in enumerate(sets):
        for row in rows:
            if row["lang"] == lang:
                found = words(clean(row["title"], TITLE_LIMIT))
                stems = {stem(word.norm, lang) for word in found if len(word.norm) > 1}
                families.setdefault((number, row["family"]), set()).update(stems)
    counts = Counter(each for stems in families.values() for each in stems)
    often = {each: count for each, count in sorted(counts.items()) if count >= LEAST}
    return {"stories": len(families), "stems": often}


def rarity_of(counts: Mapping[str, Any]) -> Rarity:
    """Returns a rarity function based on these counts instead of the service's."""

    def rare(word_stem: str, lang: str) -> float:
        return log((counts[lang]["stories"] + 1) / (counts[lang]["stems"].get(word_stem, 0) + 1))

    return rare


def pairs(rows: Sequence[Row], rare: Rarity) -> Iterator[HeadlinePair]:
    """Yields the candidate pairs that do not contradict each other."""
    facts = [read(item_of(row)) for row in rows]
    times = [datetime.fromisoformat(row["published_at"]) for row in rows]
    for i, j in _near(facts):
        one, other, apart = facts[i], facts[j], abs(times[i] - times[j])
        if apart <= window(one, other) and not contradiction(one, other):
            yield HeadlinePair(measures(one, other, apart, rare), rows[i]["story"] == rows[j]["story"])


def pairs_across(rows: Sequence[Row]) -> Iterator[HeadlinePair]:
    """Yields all pairs in two languages without a contradiction: they share too little for candidate search."""
    facts = [(row, read(item_of(row)), datetime.fromisoformat(row["published_at"])) for row in rows]
    for (row, one, begun), (rival, other, ended) in combinations(facts, 2):
        apart = abs(begun - ended)
        if one.language != other.language and apart <= WINDOW and not bilingual.contradiction(one, other):
            yield HeadlinePair(bilingual.measures(one, other, apart), row["story"] == rival["story"])


def item_of(row: Row) -> StoryItem:
    return StoryItem(
        row["id"], row["lang"], row["title"], row["summary"], row["publisher"],
        datetime.fromisoformat(row["published_at"]),
    )  # fmt: skip


def _near(facts: Sequence[HeadlineFacts]) -> Iterator[tuple[int, int]]:
    """Yields the indices of pairs that share enough features to be candidates."""
    posted: dict[str, list[int]] = defaultdict(list)
    for j, mine in enumerate(facts):
        shared: defaultdict[int, float] = defaultdict(float)
        for feature, weight in mine.features.items():
            for i in posted[mine.language + feature]:
                shared[i] += weight
            posted[mine.language + feature].append(j)
        yield from ((i, j) for i, weight in sorted(shared.items()) if weight >= OVERLAP)


def weigh(sets: Iterable[Sequence[HeadlinePair]], inverse_penalty: float = 1.0) -> dict[str, Any]:
    """Returns bias and coefficients; `inverse_penalty` is scikit-learn's C.

    Raises ValueError unless there are pairs of both kinds.
    """
    known = [(pair, min(1.0, FEW / len(one))) for one in sets for pair in one]
    if len({pair.same for pair, _ in known}) < 2:
        raise ValueError("learning needs pairs of one story and pairs of two")
    names = list(known[0][0].measured)
    table = np.array([[pair.measured[name] for name in names] for pair, _ in known])
    same = np.array([pair.same for pair, _ in known])
    weights = np.array([weight for _, weight in known])
    middle, spread = table.mean(axis=0), table.std(axis=0) + 1e-6
    model = LogisticRegression(max_iter=500, C=inverse_penalty)
    model.fit((table - middle) / spread, same, sample_weight=weights / weights.mean())
    found = model.coef_[0] / spread
    bias = float(model.intercept_[0] - found @ middle)
    return {
        "bias": round(bias, _PRECISION),
        "measures": {name: round(float(each), _PRECISION) for name, each in zip(names, found, strict=True)},
    }


def score(weights: Mapping[str, Any], measured: Mapping[str, float]) -> float:
    return float(
        weights["bias"] + fsum(weights["measures"][name] * value for name, value in measured.items())
    )


def write(weights: Mapping[str, Any], path: Path) -> None:
    """Writes the weights; the same weights give the same bytes."""
    text = json.dumps(weights, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
