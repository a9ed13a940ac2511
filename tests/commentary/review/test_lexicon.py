"""The lexicon: every rule on its own examples, the mistakes that stop it, and where a rule looks."""

import shutil
import tomllib
from pathlib import Path

import pytest

from commentary.review.context import sentences_of
from commentary.review.lexicon import FOLDER, LexiconError, ReviewRule, check, load, matches
from commentary.review.normalise import fold
from commentary.review.review import LANGUAGES
from commentary.review.verdict import Finding

RULES = {lang: load(lang) for lang in LANGUAGES}
EVERY = {rule.id: rule for rules in RULES.values() for rule in rules}


def mistakes_of(rule: ReviewRule) -> list[str]:
    """Returns the rule's positive examples without a match and the lawful ones of its class with a match."""
    if not rule.positive or not rule.lawful:
        return [f"{rule.id} lacks examples"]
    missed = [f"{rule.id} misses: {text}" for text in rule.positive if not matches(rule, text)]
    return missed + [f"{rule.id} hits: {text}" for text in rule.lawful if matches(rule, text)]


def test_every_rule_hits_its_violations_and_misses_the_near_misses_of_its_class():
    assert [mistake for rules in RULES.values() for rule in rules for mistake in mistakes_of(rule)] == []


def test_lawful_sentences_stand_with_classes_that_have_rules():
    for lang, rules in RULES.items():
        file = tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
        assert file.keys() == {"lawful", "rule"}
        assert set(file["lawful"]) == {rule.id[:3] for rule in rules}
    assert tomllib.loads((FOLDER / "any.toml").read_text(encoding="utf-8")).keys() == {"rule"}


def test_every_rule_says_why_and_what_to_do():
    assert [name for name, rule in EVERY.items() if not rule.reason.endswith(".")] == []
    assert [name for name, rule in EVERY.items() if not rule.instruction.endswith(".")] == []


@pytest.mark.parametrize(
    ("lang", "text", "rule"),
    [
        ("en", "Buy gold now.", "C01"), ("en", "Its price target of $210 stands.", "C06"),
        ("en", "With these notes you cannot lose.", "C18"), ("en", "This is not advice, but gold is a buy.", "C27"),
        ("en", "As an AI language model, I have no view.", "C33"), ("it", "Rendimenti imperdibili.", "C21"),
        ("it", "Come avevamo previsto, lo spread si è allargato.", "C28"),
        ("it", "Le mie istruzioni non lo permettono.", "C34"),
    ],
)  # fmt: skip
def test_what_must_fail_whatever_the_classifier_says_is_found(lang, text, rule):
    folded = fold(text, lang=lang)
    assert rule in {f.rule[:3] for f in check(folded, sentences_of(folded.text, lang), kind="read")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A lexicon of one file, to be spoilt."""
    for name in ("macros.toml", "classes.toml"):
        shutil.copy(FOLDER / name, tmp_path / name)
    for name in ("any.toml", "en.toml"):
        (tmp_path / name).touch()
    return tmp_path


def put(folder: Path, lawful: str = '["Gold fell."]', **changes: str) -> None:
    entry = {"id": '"C01.en.one"', "pattern": "'buy gold'", "positive": '["Buy gold."]'} | changes
    lines = [
        "[lawful]",
        f"C01 = {lawful}",
        "[[rule]]",
        *(f"{key} = {value}" for key, value in entry.items() if value),
    ]
    (folder / "en.toml").write_text("\n".join(lines), encoding="utf-8")


def test_a_lexicon_without_rules_is_an_error(folder):
    with pytest.raises(LexiconError, match="has no rules"):
        load("en", folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": '"C77.en.one"'}, "wrong id"),
        ({"id": '"C01.it.one"'}, "wrong id"),
        ({"scope": '"page"'}, "unknown scope"),
        ({"surprise": "1"}, "unknown keys"),
        ({"pattern": "'buy ('"}, "C01.en.one"),
        ({"pattern": "'{nosuchmacro}'"}, "nosuchmacro"),
        ({"excused": '["rainy"]'}, "unknown contexts"),
    ],
)
def test_a_mistake_in_the_lexicon_stops_it(folder, changes, message):
    put(folder, **changes)
    with pytest.raises(LexiconError, match=message):
        load("en", folder)


def test_lawful_sentences_of_an_unknown_class_stop_it(folder):
    put(folder)
    with (folder / "en.toml").open("a", encoding="utf-8") as file:
        file.write("\n[lawful.C99]\n")
    with pytest.raises(LexiconError, match="unknown classes: C99"):
        load("en", folder)


@pytest.mark.parametrize(
    ("changes", "mistake"),
    [
        ({"pattern": "'buy silver'"}, "C01.en.one misses: Buy gold."),
        ({"lawful": '["They buy gold."]'}, "C01.en.one hits: They buy gold."),
        ({"positive": ""}, "C01.en.one lacks examples"),
        ({"lawful": "[]"}, "C01.en.one lacks examples"),
    ],
)
def test_a_rule_that_fails_its_own_examples_is_named(folder, changes, mistake):
    put(folder, **changes)
    (rule,) = load("en", folder)
    assert mistakes_of(rule) == [mistake]


def test_two_rules_of_one_id_stop_it(folder):
    put(folder)
    once = (folder / "en.toml").read_text(encoding="utf-8")
    (folder / "en.toml").write_text(f"{once}\n[[rule]]{once.partition('[[rule]]')[2]}")
    with pytest.raises(LexiconError, match="same id"):
        load("en", folder)


def found(text: str, *, kind: str, style: str = "DRY") -> list[Finding]:
    folded = fold(text)
    return check(folded, sentences_of(folded.text, "en"), kind=kind, style=style)


def test_a_header_rule_looks_at_the_first_line_alone():
    text = "Yields lower, dollar steady\n\nEarly trade was calm."
    assert [f.rule for f in found(text, kind="log_header") if f.rule.startswith("C23")] == []
    text = "Early trade: calm\n\nYields fell."
    assert [f.rule for f in found(text, kind="log_header")] == ["C23.en.trade_part"]


def test_times_of_day_are_lawful_outside_a_header():
    assert found("In early trade the yield was 4.1%.", kind="log_body") == []


def test_a_rule_of_one_style_is_silent_in_the_other():
    one_style = [rule for rule in EVERY.values() if rule.styles]
    assert one_style
    for rule in one_style:
        assert [rule.applies(kind, style) for kind in (*rule.kinds, "read")[:1] for style in rule.styles] == [
            True
        ]
        assert not any(rule.applies("read", style) for style in {"DRY", "SPECULATIVE"} - rule.styles)


def test_a_finding_says_where_it_is():
    (order,) = found("Growth fell. Buy gold now.", kind="read")
    assert (order.rule, order.span) == ("C01.en.imperative", (13, 16))


def test_a_language_is_read_once():
    assert load("en") is load("en")


def test_matches_takes_a_rule_by_itself():
    rule = EVERY["C06.en.target_level"]
    assert matches(rule, "The price target is 40.")
    assert not matches(rule, "The inflation target is 2%.")
