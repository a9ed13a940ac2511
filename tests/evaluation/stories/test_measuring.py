"""What the measuring of the grouping counts, and what an emptied table does."""

import pytest

from evaluation.stories.ablation import Ranked, without, worth
from evaluation.stories.measuring import Counts, by_tfidf, by_words, grouped, sets
from evaluation.stories.training import Pair
from news.stories.facts import facts
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


def test_worth_is_of_a_ranking() -> None:
    known = [Pair({"x": value}, same=value > 0.5) for value in (0.0, 0.1, 0.9, 1.0)]
    assert worth([known], [Ranked(known, 4)]) == (0.5, 0.5)
