"""Proposes pairs of stories for a model to compare, and joins those that it calls the same.

Pairs that the rules exclude are neither proposed nor joined.
"""

from collections.abc import Iterable, Mapping, Sequence, Set

from django.db import transaction

from briefing.core.web import cache_versions
from news.models import Headline, Story
from news.stories.clusters import WINDOW, WORTH_ASKING, StoryItem, choose, exclude_each_other, near
from news.stories.storage import item_of, with_stories

MOST_READ = 2000  # limits the work for a headline that arrives months late

Near = Mapping[int, Mapping[int, StoryItem]]
"""Maps a headline's id to similar earlier headlines by id, most similar first."""


def propose(headlines: Sequence[Headline]) -> Near:
    """Returns for each headline the earlier ones that may report its story, at most one per story.

    A pair is proposed once, for the later of the two.
    """
    times = [row.published_at for row in headlines]
    known = with_stories(min(times) - WINDOW, max(times) + WINDOW, MOST_READ) if times else []
    asked = {row.pk for row in headlines}
    story = {int(str(item.id)): story for item, story in known}
    items = {int(str(item.id)): item for item, _ in known}
    new = [item for pk, item in items.items() if pk in asked]
    pairs = near(new, [pair for pair in known if pair[0].id not in asked], WORTH_ASKING) if new else []
    return {
        pk: {each: items[each] for each in found} for pk, found in choose(pairs, story).items() if pk in asked
    }


def join(pairs: Iterable[tuple[int, int]]) -> int:
    """Joins the stories of each pair unless the rules exclude it; returns how many stories were merged.

    The story that was stored first remains. Pairs within one story, or without a story, are skipped.
    """
    wanted = list(pairs)
    if not wanted:
        return 0
    named = Headline.objects.filter(pk__in={pk for pair in wanted for pk in pair})
    with transaction.atomic():
        # Serializes joins. Without a key lock, so that grouping, which refers to these rows, is not blocked.
        stories = Story.objects.select_for_update(no_key=True).filter(pk__in=named.values("story"))
        locked = set(stories.order_by("pk").values_list("pk", flat=True))
        joined = sum(_join(pair, locked) for pair in wanted)
        if joined:
            cache_versions.invalidate("news")
    return joined


def _join(pair: tuple[int, int], locked: Set[int]) -> bool:
    stories = set(Headline.objects.filter(pk__in=pair).values_list("story_id", flat=True))
    if len(stories) < 2 or not stories <= locked:
        return False
    members: dict[int | None, list[StoryItem]] = {}
    for row in Headline.objects.filter(story__in=stories).select_related("feed").order_by("pk"):
        members.setdefault(row.story_id, []).append(item_of(row))
    (first, tellings), (second, others) = members.items()
    if exclude_each_other(tellings, others):
        return False
    # The second story's row stays for a concurrent grouping that may refer to it; the purge deletes it later.
    Headline.objects.filter(story=second).update(story=first)
    return True
