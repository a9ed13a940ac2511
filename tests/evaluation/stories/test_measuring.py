"""What the measuring of the grouping counts, and what an emptied table does."""

import pytest

from evaluation.stories.ablation import of_measures, using, without
from evaluation.stories.measuring import Counts, by_tfidf, by_words, grouped, sets
from news.stories.facts import facts
from news.stories.scoring import measures, probability
from news.stories.words import weights
from tests.evaluation.stories.test_training import SET


def test_counts_give_precision_and_recall() -> None:
    found = Counts(1, 2, 4).plus(Counts(2, 2, 4))
    assert (found.precision, found.recall) == (0.75, 0.375)


def test_nothing_joined_is_nothing_wrong() -> None:
    assert (Counts(0, 0, 3).precision, Counts(0, 0, 3).recall) == (1.0, 0.0)


@pytest.mark.parametrize("measure", [grouped, by_tfidf, by_words])
def test_each_way_of_grouping_is_counted_against_the_same_pairs(measure) -> None:  # type: ignore[no-untyped-def]
    found = measure(SET[:5])
    assert found.same == 3
    assert 0 <= found.right <= found.joined


def test_the_held_out_sets_are_found_in_both_places() -> None:
    assert {"feeds_day_2", "feeds_dense_2", "feeds_mixed_2"} <= sets("held_out").keys()


def test_no_held_out_set_is_learned_from() -> None:
    learned, held = (
        {row["id"] for kind in kinds for rows in sets(kind).values() for row in rows}
        for kinds in (["training", "choosing"], ["held_out"])
    )
    assert learned & held == set()


def test_an_emptied_table_is_back_afterwards() -> None:
    title = "Harlan opens plant in Turin"
    with without(["towns"]):
        assert facts(title, "", lang="en").towns == frozenset()
    assert facts(title, "", lang="en").towns == {"torino"}


def test_other_weights_are_gone_afterwards() -> None:
    same = (facts(SET[0]["title"], "", lang="en"), facts(SET[1]["title"], "", lang="en"))
    before = probability(*same)
    with using({"rarity": weights()["rarity"], "bias": -5.0, "measures": {}}):
        assert probability(*same) < 0.01
    assert probability(*same) == before


def test_the_worth_of_a_measure_is_asked_of_both_kinds_of_sets() -> None:
    found = dict(of_measures({"train": SET}, {"feeds_one": SET[:5], "first": SET[5:10]}))
    assert found.keys() == measures(*[facts("", "", lang="en")] * 2).keys()
    assert {(worth.feeds.same, worth.others.same) for worth in found.values()} == {(3, 3)}
