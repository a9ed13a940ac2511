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


@pytest.mark.parametrize("lang", ["en", "it"])
def test_likeness_is_the_same_from_both_sides(lang: str) -> None:
    one = facts("Bce, tassi al 2% dopo il taglio a Francoforte", "Lo ha deciso il consiglio.", lang=lang)
    other = facts("ECB cuts rates to 2% in Frankfurt", "The decision was expected.", lang=lang)
    assert evidence(one, other) == evidence(other, one)
    assert 0.0 < likeness(one, other) == likeness(other, one) < 1.0
