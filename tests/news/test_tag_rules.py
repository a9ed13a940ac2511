"""The weights of the tagging rules."""

import pytest

from news.patterns import Element, PatternError, cut, parse
from news.tagging import rules as tag_rules
from news.tagging.rules import SILENT_SHARE, SUMMARY_SHARE, THRESHOLD, PatternRule, TagLexicon, lexicon, weigh


def rules(**phrases: str) -> TagLexicon:
    made = []
    for group, (strength, source) in enumerate(phrases.items()):
        for phrase in source.split(","):
            for pattern in parse(phrase.strip(), {}):
                made.append(PatternRule("Trade", strength.split("_")[0], group, pattern))
    return TagLexicon(made)


def weight(text: str, **phrases: str) -> float:
    return rules(**phrases).weigh(cut(text)).get("Trade", 0.0)


def test_sure_phrase_is_enough() -> None:
    assert weight("New tariffs", sure="tariffs") == THRESHOLD


def test_two_different_hints_are_enough() -> None:
    assert weight("Ships and cargo", hint="ships", hint_b="cargo") == THRESHOLD


def test_one_group_of_hints_counts_once() -> None:
    assert weight("Ships and cargo", hint_all="ships, cargo") == THRESHOLD / 2


def test_a_word_is_counted_once() -> None:
    assert weight("Cargo ships", hint="cargo ships", hint_b="ships") == THRESHOLD / 2


def test_against_cancels_hints_but_no_sure_phrase() -> None:
    assert weight("Union ships", hint="ships", against="union") == 0.0
    assert weight("Union tariffs", sure="tariffs", against="union") == THRESHOLD


def test_never_masks_the_words_of_a_trap() -> None:
    assert weight("Trade union", sure="trade", never="trade union") == 0.0


def test_text_without_a_known_word_weighs_nothing() -> None:
    assert rules(sure="tariffs").weigh(cut("A quiet day")) == {}


def test_sport_takes_the_country_away() -> None:
    assert weigh("Italy win rugby match", "", "en")["EU"] < THRESHOLD


def test_country_makes_a_single_hint_credible() -> None:
    assert weigh("Rates again a worry", "", "en")["Central Banks"] < THRESHOLD
    assert weigh("Rates again a worry in Germany", "", "en")["Central Banks"] == THRESHOLD


def test_summary_counts_less_than_the_title() -> None:
    assert weigh("Oil slips", "Inflation", "en")["Inflation"] == THRESHOLD * SUMMARY_SHARE
    assert weigh("A quiet day", "Inflation", "en")["Inflation"] == THRESHOLD * SILENT_SHARE


@pytest.mark.parametrize("language", ["en", "it"])
def test_lexicon_knows_every_tag(language: str) -> None:
    known: set[str] = set()
    for raw in ("Fed", "Bce", "China", "Cina", "AI", "IA", "Gaza", "Pil", "GDP", "CPI", "dazi", "tariffs"):
        known |= {rule.tag for rule in lexicon(language).starting(raw, raw.lower(), False)}
    assert known >= {"USA", "EU", "Asia", "AI", "Conflict", "Central Banks", "Inflation", "Growth", "Trade"}


def test_lexicon_is_compiled_once() -> None:
    assert lexicon("it") is lexicon("it")


def test_unknown_strength_is_refused() -> None:
    with pytest.raises(PatternError, match="'perhaps' is none of"):
        tag_rules.Compiler("en").add("Trade", {"en": {"perhaps": "tariffs"}})


def test_sets_may_use_one_another() -> None:
    compiler = tag_rules.Compiler("en")
    compiler.add_sets({"any": {"up": "rises", "move": "@up falls"}})
    assert compiler.sets["move"] == Element(words=frozenset(("rises", "falls")))
