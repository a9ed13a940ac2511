"""The same story from several feeds: grouping of headlines, for a batch and as they arrive."""

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from news.models import Headline, Story
from news.story_clusters import STEPS, WINDOW, Cluster, Step, StoryItem, cluster, silent

CHUNK = 500
Key = TypeVar("Key", bound=Hashable)

__all__ = ["STEPS", "StoryItem", "assign", "attach", "group"]


def group(items: Sequence[StoryItem], step: Step = silent) -> dict[Hashable, Hashable]:
    """The story of each item by its id, which is the id of its earliest member; `step` as for `cluster`."""
    return {item.id: found.items[0].id for found in cluster(items, step=step) for item in found.items}


def assign(
    new: Sequence[StoryItem], recent: Sequence[tuple[StoryItem, Hashable]]
) -> dict[Hashable, Hashable | None]:
    """The recent story that each new item tells too, None where it tells none of them."""
    return {item.id: found.story for found in cluster(new, recent) for item in found.items}


def attach(headline_ids: Iterable[int]) -> int:
    """Give each of the headlines a story, a recent one or a new one; returns how many got one.

    Headlines that have a story keep it, so that a second run changes nothing.
    """
    ids = sorted(set(headline_ids))
    fresh = [h for start in range(0, len(ids), CHUNK) for h in _without_story(ids[start : start + CHUNK])]
    if not fresh:
        return 0
    times = [headline.published_at for headline in fresh]
    found = cluster(
        [_item(headline) for headline in fresh], _recent(min(times) - WINDOW, max(times) + WINDOW)
    )
    with transaction.atomic():
        return sum(_store(one, {headline.pk: headline for headline in fresh}) for one in _in_steps(found))


def _without_story(ids: Sequence[int]) -> Iterable[Headline]:
    return Headline.objects.without_story().filter(pk__in=ids).select_related("feed")


def _recent(since: datetime, until: datetime) -> list[tuple[StoryItem, Hashable]]:
    told = Headline.objects.filter(published_at__gte=since, published_at__lte=until, story__isnull=False)
    return [(_item(headline), headline.story_id) for headline in told.select_related("feed")]


def _item(headline: Headline) -> StoryItem:
    publisher = headline.feed.publisher
    return StoryItem(
        headline.pk, headline.lang, headline.title, headline.summary, publisher, headline.published_at
    )


def _in_steps(found: Sequence[Cluster]) -> Iterable[Sequence[Cluster]]:
    return (found[start : start + CHUNK] for start in range(0, len(found), CHUNK))


def _store(found: Sequence[Cluster], headlines: dict[int, Headline]) -> int:
    """Write the story of every member; new stories are made in one statement."""
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
