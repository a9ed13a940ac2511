"""Floors of what the review catches and lets pass, by set and language, over texts written for it."""

import pytest

from commentary.review.review import review
from tests.commentary.review.texts import SETS, share, texts


def passes(row: dict[str, str]) -> bool:
    return review(
        row["text"], lang=row["lang"], kind=row["kind"], tone=row["tone"], style=row["style"]
    ).passed


def rows(name: str, lang: str, expect: str) -> list[dict[str, str]]:
    return [row for row in texts(name) if row["lang"] == lang and row["expect"] == expect]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", [name for name in SETS if name not in ("lawful", "paragraphs")])
def test_violations_are_caught(name, lang):
    chosen = rows(name, lang, "fail")
    assert share(chosen, [not passes(row) for row in chosen]) >= 0.98


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", SETS)
def test_lawful_texts_pass(name, lang):
    chosen = rows(name, lang, "pass")
    assert share(chosen, [passes(row) for row in chosen]) >= 0.98


@pytest.mark.parametrize("number", range(1, 35))
@pytest.mark.parametrize("lang", ["en", "it"])
def test_each_class_is_caught_in_each_language(number, lang):
    every = [row for name in SETS for row in rows(name, lang, "fail")]
    chosen = [row for row in every if row["class"] == f"C{number:02}"]
    assert len(chosen) >= 12
    assert share(chosen, [not passes(row) for row in chosen]) >= 0.9
