"""The stories of a window, those told by most publishers first, as a text may tell of them.

What strangers wrote is left out here for every kind of text where it speaks to models or holds an address.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from commentary.review.addresses import address_in
from commentary.review.normalise import fold
from news.models import Headline
from news.tagging.model import gives_orders

LARGEST = 10
MOST_TITLE, MOST_SUMMARY = 140, 240
ENDING = re.compile(r"\.[a-z]{2,6}$", re.IGNORECASE)


@dataclass(frozen=True)
class StoryFacts:
    """A story by its first headline; `publishers` counts those that told it, `at` is an ISO moment in UTC."""

    id: int
    title: str
    summary: str
    publisher: str
    url: str
    publishers: int
    tags: tuple[str, ...]
    at: str

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"tags": list(self.tags)}


@dataclass(frozen=True)
class Window:
    """The tagged stories of some hours: how many, by how many of which tag, and the id of the newest headline."""

    stories: tuple[StoryFacts, ...] = ()  # those that may be told of, the largest first
    count: int = 0
    tags: Counter[str] = field(default_factory=Counter)
    newest: int = 0

    @property
    def largest(self) -> tuple[StoryFacts, ...]:
        return self.stories[:LARGEST]


def window(until: datetime, hours: int) -> Window:
    """By one query; a headline belongs to the hours in which it was fetched."""
    since = until - timedelta(hours=hours)
    found = Headline.objects.filter(fetched_at__gt=since, fetched_at__lte=until, tags__isnull=False)
    told: dict[tuple[str, int], list[Headline]] = defaultdict(list)
    newest = 0
    for row in found.select_related("feed").defer("words").order_by("pk"):
        told[("story", row.story_id) if row.story_id else ("alone", row.pk)].append(row)
        newest = row.pk
    ranked = sorted(told.values(), key=lambda rows: (-publishers(rows), -rows[0].pk))
    tags = Counter(tag for rows in ranked for tag in rows[0].tags or ())
    return Window(tuple(_tellable(ranked)), len(ranked), tags, newest)


def publishers(rows: Iterable[Headline]) -> int:
    return len({row.feed.source for row in rows})


def _tellable(ranked: Sequence[Sequence[Headline]]) -> Iterable[StoryFacts]:
    for rows in ranked:
        harmless = [row for row in rows if is_harmless(row)]
        if harmless:
            yield _story(harmless[0], publishers(rows))


def is_harmless(row: Headline) -> bool:
    """Whether a headline may stand before a model, or in quotation marks before a reader."""
    words = f"{row.title}\n{row.summary}"
    if gives_orders(words) or gives_orders(fold(words, lang=row.lang).text):
        return False
    return not address_in(row.title) and bool(publisher_of(row))


def publisher_of(row: Headline) -> str:
    """The publisher's name, without a domain's ending; "" where it is an address all the same."""
    name = ENDING.sub("", row.feed.source).strip()
    return "" if address_in(name) else name


def _story(row: Headline, told_by: int) -> StoryFacts:
    summary = row.summary if len(row.summary) <= MOST_SUMMARY else row.summary[: MOST_SUMMARY - 1] + "…"
    return StoryFacts(
        id=row.pk,
        title=row.title[:MOST_TITLE],
        summary="" if address_in(row.summary) else summary,
        publisher=publisher_of(row),
        url=row.url,
        publishers=told_by,
        tags=tuple(row.tags or ()),
        at=row.published_at.astimezone(UTC).isoformat(timespec="minutes"),
    )
