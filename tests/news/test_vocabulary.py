"""The tags, their order and their labels."""

import pytest

from news.tagging.vocabulary import TAGS, label


def test_tags_keep_their_words_and_order() -> None:
    assert TAGS == (
        "USA", "EU", "Asia", "AI", "Conflict", "Central Banks", "Inflation", "Growth", "Jobs", "Trade", "Politics",
        "Bonds", "Equities", "Currencies", "Commodities", "Crypto",
    )  # fmt: skip


def test_label_follows_the_language() -> None:
    assert [label("EU", "it"), label("EU", "en"), label("Crypto", "it")] == ["UE", "EU", "Cripto"]


def test_label_of_another_language_is_english() -> None:
    assert label("Jobs", "de") == "Jobs"


def test_label_refuses_an_unknown_tag() -> None:
    with pytest.raises(KeyError):
        label("Sport", "en")
