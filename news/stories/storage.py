"""Assigns stored headlines to stories."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime

from django.db import transaction

from briefing.core.web import cache_versions
from news.models import Headline, Story
from news.stories import links
from news.stories.clusters import WINDOW, Cluster, StoryItem, cluster

CHUNK = 500


def attach(headline_ids: Iterable[int]) -> int:
    """Assigns each headline to a recent or a new story and returns how many were assigned.

    Headlines with a story keep it, so a second run changes nothing. Headlines with the same link belong to the
    same story, regardless of title and time.
    """
    ids = sorted(set(headline_ids))
    waiting = Headline.objects.without_story().select_related("feed")
    parts = (ids[start : start + CHUNK] for start in range(0, len(ids), CHUNK))
    fresh = {headline.pk: headline for part in parts for headline in waiting.filter(pk__in=part)}
    if not fresh:
        return 0
    same = links.twins(list(fresh.values()))
    first = {pk: headline for pk, headline in fresh.items() if pk not in same}
    found = _clusters(first)
    with transaction.atomic():
        stored = sum(_store(found[start : start + CHUNK], first) for start in range(0, len(found), CHUNK))
        stored += _follow(same, fresh)
        cache_versions.invalidate("news")
    return stored


def _clusters(first: dict[int, Headline]) -> list[Cluster]:
    if not first:
        return []
    times = [headline.published_at for headline in first.values()]
    recent = with_stories(min(times) - WINDOW, max(times) + WINDOW)
    return cluster([item_of(headline) for headline in first.values()], recent)


def _follow(same: dict[int, Headline], fresh: dict[int, Headline]) -> int:
    """Assigns headlines to the story of the first headline with the same link."""
    for pk, lead in same.items():
        fresh[pk].story_id = lead.story_id
    Headline.objects.bulk_update([fresh[pk] for pk in same], ["story"], batch_size=CHUNK)
    return len(same)


def with_stories(
    since: datetime, until: datetime, most: int | None = None
) -> list[tuple[StoryItem, Hashable]]:
    """Returns headlines of the period with their story ids; `most` limits them to the newest."""
    rows = Headline.objects.filter(published_at__gte=since, published_at__lte=until, story__isnull=False)
    rows = rows if most is None else rows.newest_first()
    return [(item_of(headline), headline.story_id) for headline in rows.select_related("feed")[:most]]


def item_of(headline: Headline) -> StoryItem:
    publisher = headline.feed.publisher
    return StoryItem(
        headline.pk, headline.lang, headline.title, headline.summary, publisher, headline.published_at
    )


def _store(found: Sequence[Cluster], headlines: dict[int, Headline]) -> int:
    """Stores the story of every member; new stories are created in one statement."""
    new = [one for one in found if one.story is None]
    made = Story.objects.bulk_create([Story(lang=one.items[0].lang) for one in new])
    stories = {id(one): story.pk for one, story in zip(new, made, strict=True)}
    changed = []
    for one in found:
        for item in one.items:
            headline = headlines[int(str(item.id))]
            headline.story_id = one.story if one.story is not None else stories[id(one)]  # type: ignore[assignment]
            changed.append(headline)
    Headline.objects.bulk_update(changed, ["story"], batch_size=CHUNK)
    return len(changed)
