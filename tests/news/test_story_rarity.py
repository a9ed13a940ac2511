"""How rare a word is."""

from math import log

from news.story_rarity import rarity, weighed_by


def test_rarity_is_the_inverse_document_frequency() -> None:
    with weighed_by("en", {"stories": 9, "stems": {"bank": 4}}):
        assert rarity("bank", "en") == log(10 / 5)
        assert rarity("never-seen", "en") == log(10)


def test_other_counts_hold_only_within() -> None:
    before = rarity("bank", "en")
    with weighed_by("en", {"stories": 1, "stems": {"bank": 1}}):
        assert rarity("bank", "en") == 0
    assert rarity("bank", "en") == before


def test_shipped_counts_know_common_words_from_rare_ones() -> None:
    assert rarity("bank", "en") < rarity("orchestr", "en")
    assert rarity("banc", "it") < rarity("orchest", "it")
