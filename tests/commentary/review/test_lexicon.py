"""The lexicon: every rule on its own examples, the mistakes that stop it, and the sieve before it."""

import shutil
from pathlib import Path

import pytest

from commentary.review import lexicon
from commentary.review.context import sentences_of
from commentary.review.lexicon import FOLDER, LexiconError, check, load, matches, mistakes_of
from commentary.review.normalise import fold
from commentary.review.verdict import Finding
from tests.commentary.review.texts import texts

RULES = load().rules


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_hits_its_violations_and_misses_its_near_misses(rule):
    assert mistakes_of(rule) == []
    assert rule.positive
    assert rule.negative


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_class_has_rules_in_each_language(lang):
    classes = {rule.id[:3] for rule in RULES if rule.lang == lang}
    assert classes == {f"C{number:02}" for number in range(1, 35)}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_says_why_and_what_to_do(rule):
    assert rule.reason.endswith(".")
    assert rule.instruction.endswith(".")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A lexicon of one file, to be spoilt."""
    for name in ("macros.toml", "classes.toml"):
        shutil.copy(FOLDER / name, tmp_path / name)
    return tmp_path


def put(folder: Path, **changes: str) -> None:
    entry = {
        "id": '"C01.en.one"',
        "pattern": "'buy gold'",
        "positive": '["Buy gold."]',
        "negative": '["Gold fell."]',
    }
    entry |= changes
    lines = [f"{key} = {value}" for key, value in entry.items() if value]
    (folder / "c01_en.toml").write_text("[[rule]]\n" + "\n".join(lines), encoding="utf-8")


def test_a_lexicon_without_rules_is_an_error(folder):
    with pytest.raises(LexiconError, match="has no rules"):
        load(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pattern": "'buy silver'"}, "C01.en.one misses: Buy gold."),
        ({"negative": '["They buy gold."]'}, "C01.en.one hits: They buy gold."),
        ({"positive": ""}, "C01.en.one lacks examples"),
        ({"negative": "[]"}, "C01.en.one lacks examples"),
        ({"id": '"C77.en.one"'}, "wrong id"),
        ({"id": '"C01.fr.one"'}, "wrong id"),
        ({"surprise": "1"}, "unknown keys"),
        ({"pattern": "'buy ('"}, "C01.en.one"),
        ({"pattern": "'{nosuchmacro}'"}, "nosuchmacro"),
        ({"excused": '["rainy"]'}, "unknown contexts"),
    ],
)
def test_a_mistake_in_the_lexicon_stops_it(folder, changes, message):
    put(folder, **changes)
    with pytest.raises(LexiconError, match=message):
        load(folder)


def test_two_rules_of_one_id_stop_it(folder):
    put(folder)
    shutil.copy(folder / "c01_en.toml", folder / "c02_en.toml")
    with pytest.raises(LexiconError, match="same id"):
        load(folder)


def test_the_sieve_loses_no_match():
    """What the rules find without the sieve is what they find with it."""
    rows = texts("written_before")[::7]
    for row in rows:
        folded = fold(row["text"], lang=row["lang"])
        contexts = sentences_of(folded.text, row["lang"])
        with_sieve = {f.rule for f in check(folded, contexts, kind="read")}
        without = {
            rule.id
            for rule in RULES
            if rule.lang in (row["lang"], "any") and rule.applies("read", "DRY") and rule.scope == "sentence"
            if any(rule.hit(context) for context in contexts)
        }
        scopes = {rule.id: rule.scope for rule in RULES}
        assert {rule for rule in with_sieve if scopes[rule] == "sentence"} == without


def found(text: str, *, kind: str, style: str = "DRY") -> list[Finding]:
    folded = fold(text)
    return check(folded, sentences_of(folded.text, "en"), kind=kind, style=style)


def test_a_header_rule_looks_at_the_first_line_alone():
    text = "Yields lower, dollar steady\n\nFriday morning was calm."
    assert [f.rule for f in found(text, kind="log_header") if f.rule.startswith("C23")] == []
    text = "Friday morning: calm\n\nYields fell."
    assert {f.excerpt for f in found(text, kind="log_header") if f.rule.startswith("C23")} == {
        "Friday morning"
    }


def test_times_of_day_are_lawful_outside_a_header():
    assert found("On Friday morning the yield fell to 4.1%.", kind="log_body") == []


def test_a_rule_of_one_style_is_silent_in_the_other():
    text = "In one scenario, growth would slow."
    assert [f.rule[:3] for f in found(text, kind="read")] == ["C12"]
    assert found(text, kind="read", style="SPECULATIVE") == []


def test_a_finding_says_where_it_is_and_whether_its_rule_is_a_broad_one():
    (order,) = found("Growth fell. Buy gold now.", kind="read")
    assert (order.rule, order.span, order.weak) == ("C01.en.imperative", (13, 16), False)
    assert all(f.weak for f in found("It makes sense.", kind="read"))


def test_the_lexicon_is_read_once():
    assert load() is load()
    assert lexicon.load().rules is RULES


def test_matches_takes_a_rule_by_itself():
    rule = next(rule for rule in RULES if rule.id == "C06.en.word")
    assert matches(rule, "The price target is 40.")
    assert not matches(rule, "The inflation target is 2%.")
