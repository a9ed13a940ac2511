"""What was written by hand for readers passes the review that texts of models have to pass."""

import tomllib
from pathlib import Path

import pytest

import commentary
from commentary.review.review import review
from indicators.groups import load

ROWS = [row for group in load().groups for row in group.rows]


def findings(text: str, lang: str) -> list[tuple[str, str]]:
    verdict = review(text, lang=lang, kind="read", style="DRY")
    return [(finding.rule, finding.excerpt) for finding in verdict.findings]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_texts_of_rows_pass(lang):
    assert len(ROWS) >= 40
    found = {
        (row.code, text): findings(text, lang)
        for row in ROWS
        for text in (row.label(lang), row.note(lang), row.limits(lang))
    }
    assert {which: what for which, what in found.items() if what} == {}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_glossary_passes(lang):
    path = Path(commentary.__file__).with_name("glossary.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    assert len(entries) >= 40
    found = {name: findings(entry[f"def_{lang}"], lang) for name, entry in entries.items()}
    assert {name: what for name, what in found.items() if what} == {}
