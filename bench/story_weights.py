"""Fits the weights of `news/story_likeness.py` by logistic regression and prints them, to be written there by hand.

Run from the project's folder: `python -m bench.story_weights`. It learns from pairs of headlines that nothing
forbids to be one story; the data and the arithmetic are fixed, so that each run prints the same. With `--held-out` it
prints how well weights that never saw one of the fresh sets judge the pairs of that set.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from news.story_clusters import OVERLAP, SAME
from news.story_contradictions import contradiction
from news.story_facts import facts
from news.story_likeness import evidence

DATA = Path(__file__).parents[1] / "tests/news/data"
RIDGE = 1.0
FRESH = ["twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"]
SETS = [
    "dev", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", *FRESH,
]  # fmt: skip
STEPS = 50


def pairs(path: Path) -> Iterator[tuple[dict[str, float], bool]]:
    """The measures of each pair of like headlines that do not contradict each other, and whether it is one story."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    read = [
        (
            row,
            facts(
                row["title"],
                row["summary"],
                lang=row["lang"],
                publisher=row["publisher"],
                published=datetime.fromisoformat(row["published_at"]),
            ),
        )
        for row in rows
    ]
    for (row, one), (rival, other) in combinations(read, 2):
        shared = one.features.keys() & other.features.keys()
        near = sum(min(one.features[name], other.features[name]) for name in shared) >= OVERLAP
        if near and one.language == other.language and not contradiction(one, other):
            yield evidence(one, other), row["story"] == rival["story"]


def fit(measures: np.ndarray, same: np.ndarray) -> np.ndarray:
    """Weights and, last, the bias: ridge regression by Newton's method."""
    table = np.hstack([measures, np.ones((len(measures), 1))])
    weights = np.zeros(table.shape[1])
    ridge = np.full(table.shape[1], RIDGE)
    ridge[-1] = 0.0
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (likely - same) + ridge * weights
        curve = (table.T * (likely * (1 - likely))) @ table + np.diag(ridge)
        weights -= np.linalg.solve(curve, slope)
    return weights


def held_out() -> None:
    """Precision and recall of the pairs of each fresh set, by weights learned from all the other sets."""
    tables = {name: _table(pairs(DATA / f"stories_{name}.jsonl")) for name in SETS}
    for name in FRESH:
        others = [table for other, table in tables.items() if other != name]
        weights = fit(*(np.concatenate(parts) for parts in zip(*others, strict=True)))
        rows = [json.loads(line) for line in (DATA / f"stories_{name}.jsonl").read_text("utf-8").splitlines()]
        told = sum(
            one["story"] == other["story"] and one["lang"] == other["lang"]
            for one, other in combinations(rows, 2)
        )
        measures, same = tables[name]
        joined = np.hstack([measures, np.ones((len(measures), 1))]) @ weights >= np.log(SAME / (1 - SAME))
        right = int(same[joined].sum())
        print(
            f"{name:10} precision {right / joined.sum():.3f} ({joined.sum() - right} wrong), recall {right / told:.3f}"
        )


def _table(found: Iterable[tuple[dict[str, float], bool]]) -> tuple[np.ndarray, np.ndarray]:
    learned = list(found)
    measures = np.array([list(one.values()) for one, _ in learned])
    return measures, np.array([same for _, same in learned], dtype=float)


def main(names: Sequence[str]) -> None:
    learned: list[tuple[dict[str, float], bool]] = []
    for name in names:
        learned += pairs(DATA / f"stories_{name}.jsonl")
    labels: list[Any] = list(learned[0][0])
    measures = np.array([list(found.values()) for found, _ in learned])
    weights = fit(measures, np.array([same for _, same in learned], dtype=float))
    print(f"{len(learned)} pairs, {sum(same for _, same in learned)} of one story")
    for name, weight in zip([*labels, "BIAS"], weights, strict=True):
        print(f'    "{name}": {weight:.1f},')


if __name__ == "__main__":
    if sys.argv[1:] == ["--held-out"]:
        held_out()
    else:
        main(sys.argv[1:] or SETS)
