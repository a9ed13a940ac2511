"""The stories that most publishers report, each represented by its first headline.

Headlines with prompt injections or addresses are dropped here for every kind of text.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncDate

from commentary.review.addresses import address_in
from commentary.review.normalise import fold
from news.models import Headline
from news.prompt_injection import is_instruction
from news.stories.clusters import near
from news.stories.storage import item_of

MOST = 10
LEAST_DAYS = 2  # of a story that ran
# Score of two headlines from which a text quotes one of them only: the grouping, which joins from 0.6, rather parts one
# event than joins two, and a text would then have it twice.
LIKELY_SAME = 0.3
MOST_COMPARED = 6  # headlines of a story
MOST_TITLE = 140
MOST_SUMMARY = 200
ENDING = re.compile(r"\.[a-z]{2,6}$", re.IGNORECASE)


def largest(since: datetime, until: datetime) -> tuple[dict[str, Any], ...]:
    """Returns the largest stories of the headlines fetched in (since, until], with one query.

    Each story is a dict of title, summary, publisher, url, publishers (number), sources (their names), tags, at (ISO,
    UTC) and titles: for each language the first headline in it, with its publisher. Prompt injections are dropped, so
    that a hostile feed never reaches a model.
    """
    rows = Headline.objects.filter(fetched_at__gt=since, fetched_at__lte=until).select_related("feed")
    return headlines(rows.defer("words").order_by("pk"))


def headlines(rows: Iterable[Headline]) -> tuple[dict[str, Any], ...]:
    """Returns the largest stories among these headlines, each event once."""
    return tuple(_story(headlines) for headlines in _distinct(grouped(rows)[: 2 * MOST])[:MOST])


def longest(since: datetime, until: datetime) -> tuple[dict[str, Any], ...]:
    """Returns the stories with headlines of the most days (UTC) in (since, until], at least two, with two queries.

    Those of as many days by publishers. Each has its latest headline by language, its number of days, and the id of a
    headline in it.
    """
    rows = Headline.objects.filter(published_at__gt=since, published_at__lte=until, story__isnull=False)
    days = Count(TruncDate("published_at", tzinfo=UTC), distinct=True)
    counted = rows.values("story_id").annotate(days=days, sources=Count("feed", distinct=True))
    ran = counted.filter(days__gte=LEAST_DAYS).order_by("-days", "-sources", "-story_id")
    found = {each["story_id"]: each["days"] for each in ran[: 2 * MOST]}
    latest_first = rows.filter(story__in=found).select_related("feed").defer("words")
    members: dict[int, list[Headline]] = {id: [] for id in found}
    for row in latest_first.order_by("-published_at", "-pk"):
        if row.story_id and is_harmless(row):
            members[row.story_id].append(row)
    return tuple(
        _story(each) | {"days": found[id], "headline": each[0].pk} for id, each in members.items() if each
    )[:MOST]


def grouped(rows: Iterable[Headline]) -> list[list[Headline]]:
    """Groups headlines, ordered by id, by story: most publishers first, then by latest headline."""
    stories: dict[tuple[str, int], list[Headline]] = defaultdict(list)
    for row in rows:
        if is_harmless(row):
            stories[("story", row.story_id) if row.story_id else ("alone", row.pk)].append(row)
    return sorted(stories.values(), key=lambda headlines: (-len(_publishers(headlines)), -headlines[-1].pk))


def _distinct(stories: Sequence[list[Headline]]) -> list[list[Headline]]:
    """Returns the stories without those that likely report the event of one before them."""
    place = {row.pk: n for n, rows in enumerate(stories) for row in rows}
    alike: dict[int, set[int]] = defaultdict(set)
    compared = [item_of(row) for rows in stories for row in rows[:MOST_COMPARED]]
    for _score, one, other in near(compared, [], LIKELY_SAME):
        first, later = sorted((place[int(str(one))], place[int(str(other))]))
        alike[later].add(first)
    found: list[int] = []
    for n in range(len(stories)):
        if not alike[n] & set(found):
            found.append(n)
    return [stories[n] for n in found]


def is_harmless(row: Headline) -> bool:
    """Whether a headline may be passed to a model or quoted to a reader."""
    words = f"{row.title}\n{row.summary}"
    if is_instruction(words) or is_instruction(fold(words, lang=row.lang).text):
        return False
    return not address_in(row.title) and bool(publisher_of(row))


def publisher_of(row: Headline) -> str:
    """Returns the publisher's name without a domain ending, or "" if it is still an address."""
    name = ENDING.sub("", row.feed.source).strip()
    return "" if address_in(name) else name


def _publishers(headlines: Sequence[Headline]) -> set[str]:
    return {row.feed.source for row in headlines}


def _story(headlines: Sequence[Headline]) -> dict[str, Any]:
    first = headlines[0]
    return {
        "title": first.title[:MOST_TITLE],
        "summary": "" if address_in(first.summary) else first.summary[:MOST_SUMMARY],
        "publisher": publisher_of(first),
        "url": first.url,
        "publishers": len(_publishers(headlines)),
        "sources": sorted({publisher_of(row) for row in headlines}),
        "tags": sorted({tag for row in headlines for tag in row.tags or ()}),
        "at": first.published_at.astimezone(UTC).isoformat(timespec="minutes"),
        "titles": _by_language(headlines),
    }


def _by_language(headlines: Sequence[Headline]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for row in headlines:
        found.setdefault(row.lang, {"title": row.title[:MOST_TITLE], "publisher": publisher_of(row)})
    return found
