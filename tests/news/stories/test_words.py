"""Cleaning, tokenizing, stemming, rarity and phrases."""

import pytest

from news.stories.words import Phrases, clean, language_of, lexicon, rarity, stem, tables, words


def test_clean_undoes_entities_markup_and_the_publisher() -> None:
    title = "Tessaly &amp; Sons <b>buys</b> Orvella - Daily Gazette"
    assert clean(title, 400, "Daily Gazette") == "Tessaly & Sons buys Orvella"


def test_clean_keeps_a_dash_that_names_no_publisher() -> None:
    assert clean("Rates - what next", 400, "Daily Gazette") == "Rates - what next"


def test_words_note_openings_and_leave_possessives_out() -> None:
    found = words("Fed: Waller's view")
    assert [(word.norm, word.opens) for word in found] == [("fed", True), ("waller", True), ("view", False)]


@pytest.mark.parametrize(
    ("declared", "text", "expected"),
    [("it-IT", "", "it"), ("", "il prezzo del gas nella Ue", "it"), ("", "gas prices", "en")],
)
def test_language_is_declared_or_guessed(declared: str, text: str, expected: str) -> None:
    assert language_of(declared, text) == expected


@pytest.mark.parametrize(
    ("one", "other", "lang"),
    [("prices", "price", "en"), ("cutting", "cutted", "en"), ("tassi", "tasso", "it")],
)
def test_stems_of_one_word_are_the_same(one: str, other: str, lang: str) -> None:
    assert stem(one, lang) == stem(other, lang)


def test_a_name_of_few_stories_is_rarer_than_a_common_word() -> None:
    assert rarity("quillon", "en") > rarity("rate", "en") > 0


def test_the_longest_phrase_wins() -> None:
    found = Phrases({"cut": "cut*", "cost": "cuts costs"})
    assert list(found.find(["cuts", "costs", "cuts"])) == [
        (0, 2, frozenset({"cost"})),
        (2, 1, frozenset({"cut"})),
    ]


@pytest.mark.parametrize("language", ["en", "it"])
def test_tables_name_only_stages_that_a_list_defines(language: str) -> None:
    own = (
        tables()["en"]["stage"] | tables()["en"]["event"] | tables()["it"]["stage"] | tables()["it"]["event"]
    )
    used = {name for stage, by in tables()["turning"]["met"].items() for name in (stage, *by.split())}
    used |= set(tables()["turning"]["decisive"].split())
    assert used <= own.keys()
    assert "the" in lexicon("en").stop
