"""Measures story grouping: pairwise precision and recall, compared with TF-IDF and token sets."""

import json
from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from rapidfuzz import fuzz
from sklearn.feature_extraction.text import TfidfVectorizer

from evaluation import corpora
from evaluation.stories.training import Row, item_of
from news.stories.clusters import WORTH_ASKING, StoryItem, choose, exclude_each_other, group, near

CORPORA = Path(__file__).with_name("corpora")
# Two held-out sets are in tests, which use them too.
TESTED = Path(__file__).parents[2] / "tests/news/stories/data"
COSINE = 0.46
TOKEN_SET = 80


class PairCounts(NamedTuple):
    """Numbers of headline pairs: joined correctly, joined, and of the same story."""

    right: int = 0
    joined: int = 0
    same: int = 0

    def plus(self, other: "PairCounts") -> "PairCounts":
        return PairCounts(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        return self.right / self.joined if self.joined else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.same if self.same else 1.0


def sets(kind: str) -> dict[str, list[dict[str, Any]]]:
    """Returns the labelled sets of a kind ("training", "choosing", "held_out", …) by name."""
    found = corpora.folder(CORPORA / kind) | (corpora.folder(TESTED) if kind == "held_out" else {})
    return dict(sorted(found.items()))


def grouped(rows: Sequence[Row]) -> PairCounts:
    """Returns the pair counts of the service's grouping of a set."""
    story = group([item_of(row) for row in rows])
    return _counts(
        rows,
        {
            (a, b)
            for a, b in combinations(range(len(rows)), 2)
            if story[rows[a]["id"]] == story[rows[b]["id"]]
        },
    )


def by_language(rows: Sequence[Row]) -> dict[str, PairCounts]:
    """Returns the pair counts of a bilingual set, for pairs in two languages and in one."""
    story = group([item_of(row) for row in rows])
    found = {"two languages": PairCounts(), "one language": PairCounts()}
    for row, other in combinations(rows, 2):
        kind = "one language" if row["lang"] == other["lang"] else "two languages"
        joined, same = story[row["id"]] == story[other["id"]], row["story"] == other["story"]
        found[kind] = found[kind].plus(PairCounts(joined and same, joined, same))
    return found


class ModelBounds(NamedTuple):
    """The pairs that a model is asked about, and the grouping without it and at its best and worst."""

    pairs: int
    right: int
    by_rules: PairCounts
    if_always_right: PairCounts
    if_it_agrees_to_all: PairCounts


def model_bounds(rows: Sequence[Row]) -> ModelBounds:
    """Returns the bounds of what a model can add, with headlines stored in order of publication."""
    ordered = sorted(rows, key=lambda row: str(row["published_at"]))
    items = [replace(item_of(row), id=number) for number, row in enumerate(ordered)]
    story = {int(str(key)): found for key, found in group(items).items()}
    options = [
        (one, later) for later, each in choose(near(items, [], WORTH_ASKING), story).items() for one in each
    ]
    right = [pair for pair in options if len({ordered[i]["story"] for i in pair}) == 1]
    after = [_count_stories(ordered, _joined(items, story, pairs)) for pairs in ((), right, options)]
    return ModelBounds(len(options), len(right), *after)


def _joined(
    items: Sequence[StoryItem], story: dict[int, Hashable], pairs: Sequence[tuple[int, int]]
) -> dict[int, Hashable]:
    """Returns the story of each headline after the pairs are joined as the service joins them."""
    found = dict(story)
    for pair in sorted(pairs, key=lambda pair: -pair[1]):  # the newest are asked about first
        one, other = ([i for i in found if found[i] == found[member]] for member in pair)
        if one != other and not exclude_each_other([items[i] for i in one], [items[i] for i in other]):
            found |= dict.fromkeys(other, found[pair[0]])
    return found


def _count_stories(rows: Sequence[Row], story: dict[int, Hashable]) -> PairCounts:
    pairs = list(combinations(range(len(rows)), 2))
    same = {pair for pair in pairs if rows[pair[0]]["story"] == rows[pair[1]]["story"]}
    joined = {(a, b) for a, b in pairs if story[a] == story[b]}
    return PairCounts(len(joined & same), len(joined), len(same))


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Returns the rows of a JSON lines file: id, published, lang, publisher, title, summary, story."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_as_row(json.loads(line)) for line in lines if line.strip()]


def in_two_languages() -> dict[str, list[dict[str, Any]]]:
    """Returns the held-out sets with stories in both languages, by name."""
    hands = {name: rows for name, rows in sets("held_out").items() if name.startswith("hand_")}
    return {name: [*map(_as_row, rows)] for name, rows in sets("across_held_out").items()} | hands


def _as_row(line: Row) -> dict[str, Any]:
    return {**line, "published_at": line["published"], "family": line["story"]}


def by_tfidf(rows: Sequence[Row]) -> PairCounts:
    """Returns the counts if titles with a TF-IDF cosine of at least `COSINE` were joined, for comparison."""
    vectors = TfidfVectorizer(sublinear_tf=True).fit_transform([row["title"] for row in rows])
    likeness = (vectors @ vectors.T).toarray()
    near = {(a, b) for a, b in combinations(range(len(rows)), 2) if likeness[a, b] >= COSINE}
    return _counts(rows, near)


def by_words(rows: Sequence[Row]) -> PairCounts:
    """Returns the counts if titles with a token-set ratio of at least `TOKEN_SET` were joined."""
    titles = [row["title"].lower() for row in rows]
    near = {
        (a, b)
        for a, b in combinations(range(len(rows)), 2)
        if fuzz.token_set_ratio(titles[a], titles[b]) >= TOKEN_SET
    }
    return _counts(rows, near)


def _counts(rows: Sequence[Row], joined: set[tuple[int, int]]) -> PairCounts:
    pairs = [(a, b) for a, b in combinations(range(len(rows)), 2) if rows[a]["lang"] == rows[b]["lang"]]
    same = {(a, b) for a, b in pairs if rows[a]["story"] == rows[b]["story"]}
    joined &= set(pairs)
    return PairCounts(len(joined & same), len(joined), len(same))
