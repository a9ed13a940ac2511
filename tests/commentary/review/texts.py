"""The texts that the review is measured by: written for this purpose, each with what it should come to."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("data")
SETS = (
    "written_before", "evasive", "plain", "last", "lawful", "paragraphs", "voices", "near", "oblique", "everyday",
    "closing", "curated", "composed", "ordinary", "present", "nearby", "portfolio",
)  # fmt: skip


@cache
def texts(name: str) -> tuple[dict[str, Any], ...]:
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def share(rows: Iterable[dict[str, Any]], right: Iterable[bool]) -> float:
    answers = [ok for _row, ok in zip(rows, right, strict=True)]
    return sum(answers) / len(answers)
