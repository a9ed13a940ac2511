"""The rules' texts, and what review, tags, stories and the check of drafts make of the labelled sets."""

import io
import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.frozen.files import ROOT
from tests.frozen.site import run


def print_texts() -> None:
    """The rules' texts of two weekdays."""
    for day in ("2026-11-18", "2026-11-20"):
        command = [sys.executable, "-m", "evaluation", "words", "--edition", day]
        print(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def print_sets() -> None:
    """What review, tagging, grouping and the check of drafts make of the labelled sets."""
    import django

    django.setup()
    for path in sorted((ROOT / "evaluation/review/corpora").glob("*.xz")):
        print(piped("review_text", rows(path)[::25]))
    for folder in ("choosing", "held_out"):
        for path in sorted((ROOT / "evaluation/stories/corpora" / folder).glob("*.xz")):
            print(piped("group_stories", rows(path)), piped("tag_text", rows(path)))


def rows(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in lzma.decompress(path.read_bytes()).decode().splitlines()]
    return [{"id": str(place)} | row for place, row in enumerate(found)]


def piped(command: str, given: list[dict[str, Any]]) -> str:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO("\n".join(map(json.dumps, given)).encode()))
    try:
        return run(command, "--jsonl")
    finally:
        sys.stdin = before
