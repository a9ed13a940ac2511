"""Loads the sets of labelled texts for training and for measurement."""

import json
from pathlib import Path
from typing import Any

from evaluation import corpora

CORPORA = Path(__file__).with_name("corpora")
TESTS = Path(__file__).resolve().parents[2] / "tests/commentary/review"

Rows = list[dict[str, Any]]


def training() -> dict[str, Rows]:
    return corpora.folder(CORPORA)


def held_out() -> dict[str, Rows]:
    """Returns the held-out sets by name, which neither training nor tuning uses."""
    return corpora.folder(TESTS / "held_out")


def near_misses() -> Rows:
    """Returns lawful sentences that resemble violations; not used in training."""
    lines = (TESTS / "data/near_misses.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
