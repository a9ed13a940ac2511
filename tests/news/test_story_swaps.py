"""Titles in the same words but for one."""

import pytest

from news.story_contradictions import contradiction
from news.story_facts import facts
from news.story_swaps import swapped


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("en", "Orvella to open base in Leeds with 40 pilots", "Orvella to open base in Hull with 40 pilots"),
        ("en", "Orvella sells record bonds to retail savers", "Orvella sells record bonds to foreign funds"),
        ("en", "Tessaly says Orvella is for sale", "Tessaly says Orvella is not for sale"),
        (
            "it",
            "Valdoria apre a Seul il suo negozio piu grande",
            "Valdoria apre a Prato il suo negozio piu grande",
        ),
    ],
)
def test_an_exchanged_word_makes_another_story(lang: str, one: str, other: str) -> None:
    assert swapped(facts(one, "", lang=lang), facts(other, "", lang=lang))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Orvella to open base in Leeds", "Orvella to open base in Leeds next spring"),
        ("Orvella buys Tessaly for $3 billion", "Orvella acquires Tessaly for $3 billion"),
        ("Orvella opens base in Leeds", "A base in Leeds is what pilots of Orvella get"),
        ("", "Orvella opens base"),
    ],
)
def test_a_word_more_or_of_the_same_meaning_is_no_exchange(one: str, other: str) -> None:
    assert not swapped(facts(one, "", lang="en"), facts(other, "", lang="en"))


def test_an_exchange_is_a_contradiction() -> None:
    one, other = "Orvella to launch cheap fares to Crete", "Orvella to launch cheap meals to Crete"
    assert contradiction(facts(one, "", lang="en"), facts(other, "", lang="en")) == "swap"


def test_who_buys_for_the_one_does_not_sell_for_the_other() -> None:
    one = facts("Orvella snaps up half of Tessaly", "", lang="en")
    other = facts("Half of Tessaly is what Orvella sells", "", lang="en")
    assert contradiction(one, other) == "traders"
