"""Helpers for the story tests: short headlines, and the labelled sets."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, count
from pathlib import Path
from typing import Any

from evaluation import corpora
from news.stories.clusters import StoryItem

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
_ids = count(1)


def item(title: str, *, lang: str = "en", hours: float | None = 0, **more: Any) -> StoryItem:
    """Returns a headline published `hours` after noon (None: undated), by a publisher with no other headline."""
    number = next(_ids)
    published_at = None if hours is None else NOON + timedelta(hours=hours)
    values = {"id": number, "summary": "", "publisher": f"Paper {number}", **more}
    return StoryItem(lang=lang, title=title, published_at=published_at, **values)


def labelled(name: str) -> list[dict[str, Any]]:
    return list(corpora.read(Path(__file__).with_name("data") / f"{name}.jsonl.xz"))


def as_item(row: dict[str, Any]) -> StoryItem:
    lang, title, summary, publisher = row["lang"], row["title"], row["summary"], row["publisher"]
    return StoryItem(row["id"], lang, title, summary, publisher, datetime.fromisoformat(row["published_at"]))


def scores(rows: Sequence[dict[str, Any]], found: dict[Any, Any]) -> tuple[float, float]:
    """Returns precision and recall of the pairs in one language: the sets have no labels for pairs in two."""
    right = joined = same = 0
    for one, other in combinations(rows, 2):
        if one["lang"] != other["lang"]:
            continue
        is_same, is_joined = one["story"] == other["story"], found[one["id"]] == found[other["id"]]
        right, joined, same = right + (is_same and is_joined), joined + is_joined, same + is_same
    return right / joined, right / same
