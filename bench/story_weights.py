"""Fits the weights of `news/story_likeness.py` by logistic regression and prints them, to be written there by hand.

Run from the project's folder: `python -m bench.story_weights`. It learns from pairs of headlines that nothing
forbids to be one story; the data and the arithmetic are fixed, so that each run prints the same.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from news.story_contradictions import contradiction
from news.story_facts import facts
from news.story_likeness import evidence

DATA = Path(__file__).parents[1] / "tests/news/data"
RIDGE = 2.0
STEPS = 50


def pairs(path: Path) -> Iterator[tuple[dict[str, float], bool]]:
    """The measures of each pair of like headlines that do not contradict each other, and whether it is one story."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    read = [
        (row, facts(row["title"], row["summary"], lang=row["lang"], publisher=row["publisher"]))
        for row in rows
    ]
    for (row, one), (rival, other) in combinations(read, 2):
        near = row["family"] == rival["family"] or len(one.features.keys() & other.features.keys()) > 2
        if near and not contradiction(one, other):
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
    main(sys.argv[1:] or ["dev", "second", "third", "fourth", "fifth", "sixth", "seventh"])
