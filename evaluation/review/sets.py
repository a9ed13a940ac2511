"""The sets of labelled texts: those that are learnt from, and those that are only measured by."""

import json
from pathlib import Path
from typing import Any

from evaluation import corpora

CORPORA = Path(__file__).with_name("corpora")
TESTS = Path(__file__).resolve().parents[2] / "tests/commentary/review"

Rows = list[dict[str, Any]]


def training() -> dict[str, Rows]:
    """The sets that weights are learnt from, by name."""
    return corpora.folder(CORPORA)


def held_out() -> dict[str, Rows]:
    """The sets that nothing is ever learnt from or chosen by."""
    return corpora.folder(TESTS / "held_out")


def near_misses() -> Rows:
    """Lawful sentences that read much like violations; never learnt from either."""
    lines = (TESTS / "data/near_misses.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
