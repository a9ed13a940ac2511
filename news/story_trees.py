"""A score from many small decision trees, each of which asks a few measures for more than a threshold."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from news.story_rarity import FOLDER

# [measure, threshold, the branch up to it, the branch above it], or what a leaf adds to the score.
Tree = list[Any] | float


class Forest(NamedTuple):
    """What `story_learning.py` writes: the score before any tree, the names of the measures and the trees."""

    bias: float
    measures: Sequence[str]
    trees: Sequence[Tree]

    def score(self, measured: Mapping[str, float]) -> float:
        """The logarithm of the odds."""
        row = [measured[name] for name in self.measures]
        total = self.bias
        for tree in self.trees:
            node = tree
            while not isinstance(node, float):
                node = node[2] if row[node[0]] <= node[1] else node[3]
            total += node
        return total


@cache
def forest(language: str) -> Forest:
    """The trees for a language."""
    return Forest(**json.loads((FOLDER / f"trees_{language}.json").read_text("utf-8")))
