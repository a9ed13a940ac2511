"""Minimum scores of the tagging rules on labelled headlines written for the project.

Five further sets were written; four were scored unseen and then used to extend the rules. Their first scores are
what to expect of other headlines: 0.83, 0.92, 0.84 and 0.93 in English, 0.87, 0.91, 0.92 and 0.89 in Italian. Two of
them are in the repository: ``held_out``, written before the rules, and ``fourth``, the last, which omits a tag if its
writer was unsure. ``none`` are everyday headlines made of the rules' words, which should get no tag.
"""

import json
from pathlib import Path

import pytest

from news.tagging.tag import rule_tags
from news.tagging.vocabulary import TAGS

pytestmark = pytest.mark.corpus
DATA = Path(__file__).parent / "data"
PARTS = [("held_out", 0.94), ("fourth", 0.88)]


def labelled(language: str, part: str) -> list[dict[str, object]]:
    lines = (DATA / f"tags_{language}_{part}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def counts(language: str, part: str) -> dict[str, tuple[int, int, int]]:
    """Returns by tag the numbers of correct, false and missing tags."""
    right, extra, missed = (dict.fromkeys(TAGS, 0) for _ in range(3))
    for row in labelled(language, part):
        gold = set(row["tags"])  # type: ignore[call-overload]
        got = set(rule_tags(str(row["title"]), str(row["summary"]), language))
        for tag in TAGS:
            right[tag] += tag in gold & got
            extra[tag] += tag in got - gold
            missed[tag] += tag in gold - got
    return {tag: (right[tag], extra[tag], missed[tag]) for tag in TAGS}


def f1(right: int, extra: int, missed: int) -> float:
    return 2 * right / max(1, 2 * right + extra + missed)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("part", "floor"), PARTS)
def test_macro_f1_keeps_its_floor_and_no_tag_is_left_behind(language: str, part: str, floor: float) -> None:
    by_tag = {tag: f1(*figures) for tag, figures in counts(language, part).items()}
    assert sum(by_tag.values()) / len(TAGS) >= floor
    if part == "held_out":
        assert min(by_tag.values()) >= 0.8


@pytest.mark.parametrize("language", ["en", "it"])
def test_summaries_do_not_drown_the_titles(language: str) -> None:
    figures = counts(language, "summaries").values()
    assert f1(*(sum(column) for column in zip(*figures, strict=True))) >= 0.88


@pytest.mark.parametrize("language", ["en", "it"])
def test_everyday_headlines_get_no_tag(language: str) -> None:
    rows = labelled(language, "none")
    tagged = [row["title"] for row in rows if rule_tags(str(row["title"]), "", language)]
    assert len(tagged) <= len(rows) // 10
