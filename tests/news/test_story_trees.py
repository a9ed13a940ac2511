"""The score of a forest, and the measures that the shipped ones ask for."""

import pytest

from news.story_facts import facts
from news.story_likeness import evidence, likeness
from news.story_trees import Forest, forest


def test_score_adds_what_each_tree_comes_to() -> None:
    trees = [[0, 0.5, -1.0, [1, 2.0, 0.25, 4.0]], [1, 1.0, 0.5, 0.125]]
    two = Forest(bias=-0.5, measures=["one", "two"], trees=trees)
    assert two.score({"one": 0.5, "two": 1.0, "unasked": 9.0}) == -0.5 - 1.0 + 0.5
    assert two.score({"one": 0.6, "two": 2.0}) == -0.5 + 0.25 + 0.125
    assert two.score({"one": 0.6, "two": 2.1}) == -0.5 + 4.0 + 0.125


@pytest.mark.parametrize("lang", ["en", "it"])
def test_shipped_trees_ask_for_measures_that_there_are(lang: str) -> None:
    one, other = facts("Harlan to cut 500 jobs", "", lang=lang), facts("500 jobs go", "", lang=lang)
    assert set(forest(lang).measures) == evidence(one, other).keys()


@pytest.mark.parametrize(
    ("one", "more", "other", "more_too"),
    [("ECB cuts rates to 2% in Frankfurt", "It was 2.25% before.", "ECB lowers rates", "To 2% from 2.25%."),
     ("Harlan profit rises to $412m", "Net profit rose to $412m.", "Harlan earnings up at $412m", ""),
     ("Inflation eases to 2.1% in October", "", "Inflation below September's 2.4%", "It stood at 2.1%."),
     ("About 38% of firms to cut jobs", "", "Some 40% of firms to cut jobs", "")],
)  # fmt: skip
def test_likeness_is_the_same_from_both_sides(one: str, more: str, other: str, more_too: str) -> None:
    mine, theirs = facts(one, more, lang="en"), facts(other, more_too, lang="en")
    assert evidence(mine, theirs) == evidence(theirs, mine)
    assert 0.0 < likeness(mine, theirs) == likeness(theirs, mine) < 1.0
