"""Labelled texts: small examples as JSON lines in `data`, and the sets held out of all training in `held_out`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from evaluation import corpora

DATA = Path(__file__).with_name("data")
HELD_OUT = Path(__file__).with_name("held_out")


@cache
def texts(name: str) -> tuple[dict[str, Any], ...]:
    """The rows of a small example."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


@cache
def held_out() -> dict[str, list[dict[str, Any]]]:
    """The rows of each held-out set."""
    return corpora.folder(HELD_OUT)
