"""How well and how fast headlines are grouped: precision and recall on the labelled sets, and a day of 20,000.

Run from the project's folder: `python -m bench.stories [--errors]`.
"""

import json
import random
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

from news.story_clusters import StoryItem, cluster

DATA = Path(__file__).parents[1] / "tests/news/data"
MANY = 20_000


def main() -> None:
    for path in sorted(DATA.glob("stories_*.jsonl"), key=lambda path: path.stat().st_size):
        name = path.stem.removeprefix("stories_")
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for language in sorted({row["lang"] for row in rows}):
            _report(name, language, [row for row in rows if row["lang"] == language])
    _time_many(rows)


def _report(name: str, language: str, rows: Sequence[dict[str, Any]]) -> None:
    found = _stories(rows)
    right = wrong = missed = 0
    for one, other in combinations(rows, 2):
        same, joined = one["story"] == other["story"], found[one["id"]] == found[other["id"]]
        right, wrong, missed = (
            right + (same and joined),
            wrong + (joined and not same),
            missed + (same and not joined),
        )
        if same != joined and "--errors" in sys.argv:
            print("missed" if same else "wrong ", one["title"], "|", other["title"])
    precision, recall = right / (right + wrong or 1), right / (right + missed or 1)
    print(
        f"{name:18} {language}: {len(rows)} headlines, {right + missed} pairs of one story; "
        f"precision {precision:.3f} ({wrong} wrong), recall {recall:.3f}"
    )


def _stories(rows: Sequence[dict[str, Any]]) -> dict[Any, Any]:
    names = ("id", "lang", "title", "summary", "publisher")
    items = [
        StoryItem(**{n: row[n] for n in names}, published_at=datetime.fromisoformat(row["published_at"]))
        for row in rows
    ]
    return {item.id: found.items[0].id for found in cluster(items) for item in found.items}


def _time_many(rows: Sequence[dict[str, Any]]) -> None:
    chance = random.Random(1)
    start = datetime(2026, 11, 1, tzinfo=UTC)
    many = [
        {
            **chance.choice(rows),
            "id": i,
            "published_at": str(start + timedelta(minutes=chance.randrange(14 * 1440))),
        }
        for i in range(MANY)
    ]
    began = time.perf_counter()
    stories = len(set(_stories(many).values()))
    print(f"{MANY} headlines of two weeks into {stories} stories in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
