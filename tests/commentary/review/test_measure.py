"""Floors of what the review catches and lets pass, by set and language, over texts written for it."""

import json
from functools import cache

import pytest

from commentary.review.grounding import ground
from commentary.review.review import review
from commentary.review.verdict import Verdict
from tests.commentary.review.texts import DATA, SETS, share, texts

KEPT = (
    *(
        (name, lang)
        for name in ("ordinary_kept", "fresh_kept", *(f"exam_{number}_kept" for number in range(1, 8)))
        for lang in ("en", "it")
    ),
    ("exam_8_kept", "it"),
)
LAWFUL = ("lawful", "paragraphs", "curated", "composed", "present", "nearby")


@cache
def judged(text: str, lang: str, kind: str, style: str) -> Verdict:
    return review(text, lang=lang, kind=kind, style=style)


def verdict(row: dict[str, str]) -> Verdict:
    return judged(row["text"], row["lang"], row["kind"], row["style"])


def passes(row: dict[str, str]) -> bool:
    return verdict(row).passed


def rows(name: str, lang: str, expect: str) -> list[dict[str, str]]:
    return [row for row in texts(name) if row["lang"] == lang and row["expect"] == expect]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", [name for name in SETS if name not in LAWFUL])
def test_violations_are_caught(name, lang):
    chosen = rows(name, lang, "fail")
    assert share(chosen, [not passes(row) for row in chosen]) >= 0.96


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", SETS)
def test_lawful_texts_pass(name, lang):
    chosen = rows(name, lang, "pass")
    assert share(chosen, [passes(row) for row in chosen]) >= 0.96


@pytest.mark.parametrize(("name", "lang"), KEPT)
@pytest.mark.parametrize("expect", ["fail", "pass"])
def test_texts_that_were_never_learnt_from(name, lang, expect):
    chosen = rows(name, lang, expect)
    assert len(chosen) >= 30
    assert share(chosen, [passes(row) == (expect == "pass") for row in chosen]) >= 0.92


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("expect", ["fail", "pass"])
def test_all_texts_that_were_never_learnt_from_reach_the_aim(lang, expect):
    chosen = [row for name, its in KEPT if its == lang for row in rows(name, lang, expect)]
    assert share(chosen, [passes(row) == (expect == "pass") for row in chosen]) >= 0.97


@pytest.mark.parametrize("number", range(1, 35))
@pytest.mark.parametrize("lang", ["en", "it"])
def test_each_class_is_caught_in_each_language(number, lang):
    every = [row for name in SETS for row in rows(name, lang, "fail")]
    chosen = [row for row in every if row["class"] == f"C{number:02}"]
    assert len(chosen) >= 12
    assert share(chosen, [not passes(row) for row in chosen]) >= 0.9


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_first_finding_names_the_class(lang):
    every = [row for name in SETS for row in rows(name, lang, "fail") if row["class"]]
    found = [verdict(row).findings for row in every]
    right = [each[0].rule.startswith(row["class"]) for each, row in zip(found, every, strict=True) if each]
    assert sum(right) / len(every) >= 0.95


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("expect", ["pass", "fail"])
def test_figures_are_told_from_invented_and_misplaced_ones(lang, expect):
    facts = json.loads((DATA / "figures_facts.json").read_text(encoding="utf-8"))
    chosen = [row for row in texts("figures") if (row["lang"], row["expect"]) == (lang, expect)]
    assert len(chosen) >= 30
    passed = [ground(row["text"], lang=lang, facts=facts) == [] for row in chosen]
    assert share(chosen, [each == (expect == "pass") for each in passed]) >= 0.94
