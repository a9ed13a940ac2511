"""Floors of what the review catches and lets pass, by set and language, over texts written for it."""

import json

import pytest

from commentary.review.grounding import ground
from commentary.review.review import review
from tests.commentary.review.texts import DATA, SETS, share, texts

LAWFUL = ("lawful", "paragraphs", "curated", "composed", "present", "nearby")


def passes(row: dict[str, str]) -> bool:
    return review(
        row["text"], lang=row["lang"], kind=row["kind"], tone=row["tone"], style=row["style"]
    ).passed


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


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(("expect", "floor"), [("fail", 0.9), ("pass", 0.85)])
def test_texts_that_were_never_learnt_from(lang, expect, floor):
    chosen = rows("ordinary_kept", lang, expect)
    assert len(chosen) >= 30
    assert share(chosen, [passes(row) == (expect == "pass") for row in chosen]) >= floor


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
    found = [review(row["text"], lang=lang, kind=row["kind"], style=row["style"]).findings for row in every]
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
