"""Learning how alike two headlines of one story are, from sets of headlines of which it is known who tells what.

Two files a language: in how many stories each stem stands (`story_rarity.py`), and trees over the measures of
`story_likeness.py` (gradient boosting), which ask of pairs that nothing rules out whether they are one story.

Needs scikit-learn, a development requirement: the service itself only reads what is written here.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier

from news.story_clusters import OVERLAP, window
from news.story_contradictions import contradiction
from news.story_facts import TITLE_LIMIT, Facts, facts
from news.story_likeness import evidence
from news.story_rarity import weighed_by
from news.story_trees import Tree
from news.story_words import clean, stem, words

Row = Mapping[str, Any]
Pair = tuple[dict[str, float], bool]
TREES = 400
# No set counts for more than so many pairs: families of many titles would outweigh a day's ordinary news.
FEW = 400
_PRECISION = 4


def count_rarity(sets: Iterable[Sequence[Row]], lang: str) -> dict[str, Any]:
    """In how many families of headlines (a story and what resembles it) each stem stands in a title."""
    families: dict[tuple[int, str], set[str]] = {}
    for number, rows in enumerate(sets):
        for row in rows:
            if row["lang"] == lang:
                found = words(clean(row["title"], TITLE_LIMIT))
                stems = {stem(word.norm, lang) for word in found if len(word.norm) > 1}
                families.setdefault((number, row["family"]), set()).update(stems)
    counts = Counter(each for stems in families.values() for each in stems)
    return {"stories": len(families), "stems": dict(sorted(counts.items()))}


def pairs(rows: Sequence[Row], lang: str) -> Iterator[Pair]:
    """The measures of each pair of like headlines that do not contradict each other, and whether it is one story."""
    read = [
        (row, _facts(row), datetime.fromisoformat(row["published_at"])) for row in rows if row["lang"] == lang
    ]
    for (row, one, at), (rival, other, then) in combinations(read, 2):
        shared = one.features.keys() & other.features.keys()
        near = fsum(min(one.features[name], other.features[name]) for name in shared) >= OVERLAP
        if near and abs(at - then) <= window(one, other) and not contradiction(one, other):
            yield evidence(one, other, abs(at - then)), row["story"] == rival["story"]


def learn(sets: Iterable[Sequence[Pair]], *, tell: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """Trees in the shape of `story_trees.Forest`. Raises ValueError unless there are pairs of both kinds."""
    known = [(found, same, min(1.0, FEW / len(one))) for one in sets for found, same in one]
    if len({same for _, same, _ in known}) < 2:
        raise ValueError("learning needs pairs of one story and pairs of two")
    measures = list(known[0][0])
    table = np.array([[found[name] for name in measures] for found, _, _ in known])
    same = np.array([each for _, each, _ in known])
    weights = np.array([weight for _, _, weight in known])
    model = GradientBoostingClassifier(
        n_estimators=TREES,
        learning_rate=0.05,
        max_depth=3,
        subsample=0.7,
        min_samples_leaf=20,
        random_state=0,
    )
    model.fit(table, same, sample_weight=weights / weights.mean(), monitor=lambda *_: tell())
    share = np.average(same, weights=weights)
    trees = [_tree(each.tree_, 0, model.learning_rate) for each in model.estimators_[:, 0]]
    return {
        "bias": round(float(np.log(share / (1 - share))), _PRECISION),
        "measures": measures,
        "trees": trees,
    }


class Weights(NamedTuple):
    """What is written for a language, and how many pairs it was learned from."""

    rarity: dict[str, Any]
    trees: dict[str, Any]
    pairs: int


def learn_all(
    sets: Sequence[Sequence[Row]], lang: str, *, tell: Callable[[], None] = lambda: None
) -> Weights:
    """Both files of a language. `tell` is called once a set and once a tree.

    Raises ValueError unless there are pairs of both kinds.
    """
    counts = count_rarity(sets, lang)
    known: list[list[Pair]] = []
    with weighed_by(lang, counts):
        for rows in sets:
            known.append(list(pairs(rows, lang)))
            tell()
    return Weights(counts, learn(known, tell=tell), sum(map(len, known)))


def write(weights: Weights, lang: str, folder: Path) -> None:
    for name in ("rarity", "trees"):
        text = json.dumps(getattr(weights, name), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{name}_{lang}.json").write_text(text + "\n", encoding="utf-8")


def _tree(found: Any, node: int, rate: float) -> Tree:
    """The tree from a node on; a leaf's value is in logarithms of odds already."""
    below, above = int(found.children_left[node]), int(found.children_right[node])
    if below < 0:
        return round(float(found.value[node][0][0]) * rate, _PRECISION)
    threshold = round(float(found.threshold[node]), _PRECISION)
    return [int(found.feature[node]), threshold, _tree(found, below, rate), _tree(found, above, rate)]


def _facts(row: Row) -> Facts:
    return facts(
        row["title"],
        row["summary"],
        lang=row["lang"],
        publisher=row["publisher"],
        published=datetime.fromisoformat(row["published_at"]),
    )
