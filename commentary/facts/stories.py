"""The largest stories of a window: those that most publishers tell, each by its first headline."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from news.models import Headline
from news.tagging.model import speaks_to_models

MOST = 10
MOST_TITLE = 140
MOST_SUMMARY = 300


def largest(since: datetime, until: datetime, *, count: int = MOST) -> tuple[dict[str, Any], ...]:
    """Of the headlines that came in (since, until], by one query.

    Each story is a dict of title, summary, publisher, url, publishers (how many), tags and at (ISO, UTC). What
    speaks to models is in none: a hostile feed must not get its words before a writer.
    """
    rows = Headline.objects.filter(fetched_at__gt=since, fetched_at__lte=until).select_related("feed")
    return told(rows.defer("words").order_by("pk"), count=count)


def told(rows: Iterable[Headline], *, count: int = MOST) -> tuple[dict[str, Any], ...]:
    """The largest stories of these headlines."""
    return tuple(_story(told) for told in grouped(rows)[:count])


def grouped(rows: Iterable[Headline]) -> list[list[Headline]]:
    """By story, those of most publishers first, among equals the one with the newest headline; `rows` by age."""
    stories: dict[tuple[str, int], list[Headline]] = defaultdict(list)
    for row in rows:
        if not speaks_to_models(row):
            stories[("story", row.story_id) if row.story_id else ("alone", row.pk)].append(row)
    return sorted(stories.values(), key=lambda told: (-len(_publishers(told)), -told[-1].pk))


def _publishers(told: Sequence[Headline]) -> set[str]:
    return {row.feed.source for row in told}


def _story(told: Sequence[Headline]) -> dict[str, Any]:
    first = told[0]
    return {
        "title": first.title[:MOST_TITLE],
        "summary": first.summary[:MOST_SUMMARY],
        "publisher": first.feed.source,
        "url": first.url,
        "publishers": len(_publishers(told)),
        "tags": sorted({tag for row in told for tag in row.tags or ()}),
        "at": first.published_at.astimezone(UTC).isoformat(timespec="minutes"),
    }
