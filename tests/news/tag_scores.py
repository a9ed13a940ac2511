"""Reads the labelled headlines and reckons F1 for each tag."""

import json
from pathlib import Path

from news.tagging.tag import rule_tags
from news.tagging.vocabulary import TAGS

DATA = Path(__file__).parent / "data"


def labelled(language: str, part: str) -> list[dict[str, object]]:
    lines = (DATA / f"tags_{language}_{part}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def counts(language: str, part: str) -> dict[str, tuple[int, int, int]]:
    """For each tag: right, too many, missed."""
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


def f1_by_tag(language: str, part: str) -> dict[str, float]:
    return {tag: f1(*figures) for tag, figures in counts(language, part).items()}


def macro_f1(language: str, part: str) -> float:
    return sum(f1_by_tag(language, part).values()) / len(TAGS)


def micro_f1(language: str, part: str) -> float:
    figures = counts(language, part).values()
    return f1(*(sum(column) for column in zip(*figures, strict=True)))
