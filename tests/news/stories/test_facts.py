"""The facts extracted from a headline."""

import pytest

from news.stories.facts import facts


@pytest.mark.parametrize(
    ("title", "lang", "stage"),
    [
        ("Harlan raises takeover bid for Orvella", "en", "offerup"),
        ("Tessaly completes the purchase of Orvella", "en", "complete"),
        ("Harlan and Orvella merger talks collapse", "en", "dropped"),
        ("Central bank expected to cut rates", "en", "preview"),
        ("Valdoria perfeziona l'acquisizione", "it", "complete"),
        ("Treni, lo sciopero di venerdì è stato revocato", "it", "dropped"),
    ],
)
def test_facts_tell_how_far_a_matter_has_come(title: str, lang: str, stage: str) -> None:
    assert stage in facts(title, "", lang=lang).stages


def test_facts_skip_what_a_phrase_of_none_covers() -> None:
    assert "strike" in facts("Pilots strike at Harlan", "", lang="en").stages
    assert "strike" not in facts("Harlan strikes a deal", "", lang="en").stages


def test_the_occasion_is_no_stage_of_the_headline() -> None:
    assert "complete" not in facts("Harlan shares up after it completes purchase", "", lang="en").stages


def test_central_banks_are_known_by_their_country() -> None:
    one = facts("Norges Bank keeps rates", "", lang="en")
    assert one.bodies == facts("Norway's central bank keeps rates", "", lang="en").bodies == {"central:no"}


def test_names_are_capitalised_words_that_are_no_ordinary_ones() -> None:
    assert facts("Orvella to cut jobs at Tessaly", "", lang="en").names == {"orvella", "tessaly"}


def test_the_summary_counts_as_evidence_beside_the_title() -> None:
    found = facts("Harlan to cut jobs", "Some 500 jobs go in Leeds in August.", lang="en")
    assert (found.figures, [figure.value for figure in found.all_figures]) == ((), [500])


def test_an_empty_title_has_no_features() -> None:
    assert facts("", "", lang="en").features == {}
