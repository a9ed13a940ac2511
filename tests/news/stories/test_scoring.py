"""Contradictions and scores of pairs in one language."""

from datetime import timedelta

import pytest

from news.stories.clusters import SAME
from news.stories.facts import HeadlineFacts, facts
from news.stories.scoring import contradiction, measures, probability


def pair(one: str, other: str, lang: str = "en") -> tuple[HeadlineFacts, HeadlineFacts]:
    return facts(one, "", lang=lang), facts(other, "", lang=lang)


@pytest.mark.parametrize(
    ("lang", "one", "other", "reason"),
    [
        ("en", "Harlan to cut 500 jobs", "Harlan to cut 900 jobs", "figures"),
        ("en", "Harlan bids $3bn for Orvella", "Harlan bids €3bn for Orvella", "figures"),
        ("en", "Retail sales up in August", "Retail sales up in September", "periods"),
        ("it", "Pil nel secondo trimestre", "Pil nel terzo trimestre", "periods"),
        ("en", "UK inflation at 2.1%", "US inflation at 2.1%", "places"),
        ("en", "Morning briefing", "Morning briefing", "digest"),
        ("en", "Tessaly to buy Orvella for $3bn", "Tessaly completes $3bn purchase of Orvella", "stages"),
    ],
)
def test_contradiction_names_what_excludes(lang: str, one: str, other: str, reason: str) -> None:
    first, second = pair(one, other, lang)
    assert (contradiction(first, second), contradiction(second, first)) == (reason, reason)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Harlan to cut 512 jobs", "Harlan to cut more than 500 jobs"),
        ("Harlan profit up 7.4% to $382m", "Harlan revenue of $1.77bn, profit up 7.4%"),
        ("UK inflation at 2.1%", "Inflation at 2.1%"),
    ],
)
def test_contradiction_lets_rounding_and_silence_stand(one: str, other: str) -> None:
    assert contradiction(*pair(one, other)) == ""


def test_a_figure_of_the_summary_is_no_contradiction() -> None:
    one = facts("Harlan to cut 500 jobs", "", lang="en")
    assert contradiction(one, facts("Harlan cuts 10% of staff", "Some 500 jobs go.", lang="en")) == ""


@pytest.mark.parametrize(
    ("measure", "one", "other"),
    [
        ("strange names on both sides", "Harlan cuts jobs", "Tessaly cuts jobs"),
        ("strange names on one side", "Harlan buys Orvella", "Harlan makes purchase"),
        ("shared figure", "Harlan to cut 500 jobs", "Some 500 posts go"),
        ("shared period", "Sales rise in August", "August sales up"),
        ("strange places", "French output", "Output"),
        ("other subjects", "Inflation slows", "Retail sales slow"),
        ("moves clash", "Exports rise", "Exports fall"),
        ("verbs clash", "Harlan imposes tariffs", "Harlan lifts tariffs"),
        ("unmet stages", "Central bank expected to cut rates", "Central bank cuts rates"),
        (
            "exchange",
            "Orvella to open base in spring with 40 pilots",
            "Orvella to open shop in spring with 40 pilots",
        ),
        ("exchange", "Tessaly says Orvella is for sale", "Tessaly says Orvella is not for sale"),
    ],
)
def test_measures_see(measure: str, one: str, other: str) -> None:
    first, second = pair(one, other)
    assert measures(first, second)[measure] > 0
    assert measures(first, second) == measures(second, first)


def test_a_word_more_is_no_exchange() -> None:
    assert measures(*pair("Orvella to open base", "Orvella to open base next spring"))["exchange"] == 0


def test_hours_count_from_half_a_day_on() -> None:
    found = pair("Harlan to cut 500 jobs", "Harlan cuts 500 jobs")
    assert [measures(*found, timedelta(hours=hours))["late"] for hours in (0, 12, 18)] == [0, 0, 0.5]


def test_two_tellings_are_likelier_one_story_than_two_matters_of_a_firm() -> None:
    same = pair("Harlan Foods to cut 500 jobs in Leeds", "500 layoffs at Harlan Foods in Leeds")
    apart = pair("Harlan Foods to cut 500 jobs in Leeds", "Harlan Foods wins prize for canteens in Leeds")
    assert probability(*same) > SAME
    assert probability(*apart) < SAME / 2
