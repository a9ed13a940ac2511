"""The counts of story grouping, and the effect of an emptied table."""

import json
from pathlib import Path

import pytest

from evaluation.__main__ import main
from evaluation.stories.ablation import of_measures, using, without
from evaluation.stories.measuring import (
    PairCounts,
    by_language,
    by_tfidf,
    by_words,
    grouped,
    model_bounds,
    sets,
)
from evaluation.stories.training import pairs_across
from news.stories.facts import facts
from news.stories.scoring import measures, probability
from news.stories.words import weights
from tests.evaluation.stories.test_training import SET


def test_counts_give_precision_and_recall() -> None:
    found = PairCounts(1, 2, 4).plus(PairCounts(2, 2, 4))
    assert (found.precision, found.recall) == (0.75, 0.375)


def test_nothing_joined_is_nothing_wrong() -> None:
    assert (PairCounts(0, 0, 3).precision, PairCounts(0, 0, 3).recall) == (1.0, 0.0)


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
    with without(["places"]):
        assert facts("French output", "", lang="en").places == frozenset()
    assert facts("French output", "", lang="en").places == {"fr"}


def test_other_weights_are_gone_afterwards() -> None:
    same = (facts(SET[0]["title"], "", lang="en"), facts(SET[1]["title"], "", lang="en"))
    before = probability(*same)
    with using({"rarity": weights()["rarity"], "bias": -5.0, "measures": {}}):
        assert probability(*same) < 0.01
        assert "bilingual" in weights()  # without them no bilingual set can be grouped
    assert probability(*same) == before


def test_a_measure_is_evaluated_on_both_kinds_of_sets() -> None:
    found = dict(of_measures({"train": SET}, {"feeds_one": SET[:5], "first": SET[5:10]}))
    assert found.keys() == measures(*[facts("", "", lang="en")] * 2).keys()
    assert {(worth.feeds.same, worth.others.same) for worth in found.values()} == {(3, 3)}


BOTH = [
    {"id": n, "lang": lang, "title": title, "summary": "", "publisher": f"P{n}", "story": story,
     "published": "2026-11-18T12:00:00Z", "published_at": "2026-11-18T12:00:00Z"}
    for n, (lang, story, title) in enumerate([
        ("en", "a", "Norvane recalls 210,000 hybrids over battery fire risk"),
        ("it", "a", "Norvane richiama 210mila ibride: rischio batteria"),
        ("it", "b", "Svizzera, vendite di orologi in aumento"),
    ])
]  # fmt: skip


def test_pairs_in_two_languages_are_counted_apart() -> None:
    assert by_language(BOTH) == {"two languages": PairCounts(1, 1, 1), "one language": PairCounts(0, 0, 0)}


def test_pairs_across_are_of_two_languages() -> None:
    assert sorted(pair.same for pair in pairs_across(BOTH)) == [False, True]


def test_a_set_in_two_languages_is_measured_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "day.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in BOTH), encoding="utf-8")
    assert main(["stories", "--cross", str(path)]) == 0
    assert "| `day` | two languages | 1 | 1 | 1 | 1.00 | 1.00 |" in capsys.readouterr().out


def test_a_model_can_only_add_what_the_rules_propose_and_do_not_exclude() -> None:
    titles = ["Tessaly buys Orvella", "Tessaly acquista Orvella", "Orvella accepts Tessaly's takeover offer"]
    rows = [
        {**SET[0], "id": number, "title": title, "summary": "", "story": story, "publisher": f"p{number}"}
        | {"lang": "it" if number == 1 else "en", "published_at": f"2026-11-20T08:0{number}:00Z"}
        for number, (title, story) in enumerate(zip(titles, "aab", strict=True))
    ]
    found = model_bounds(rows)
    assert (found.right, found.by_rules.right, found.if_always_right) == (1, 0, PairCounts(1, 1, 1))
    assert found.if_it_agrees_to_all.joined > found.if_it_agrees_to_all.right == 1
