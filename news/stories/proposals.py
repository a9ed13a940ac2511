"""Stories that the rules leave apart and may be one: which a model is asked about, and joining those that it calls one.

The rules keep their veto: what they exclude is neither proposed nor joined.
"""

from collections.abc import Iterable, Mapping, Sequence, Set

from django.db import transaction

from briefing.core import cache_versions
from news.models import Headline, Story
from news.stories.clusters import WINDOW, WORTH_ASKING, StoryItem, choose, exclude_each_other, near
from news.stories.storage import item_of, with_stories

MOST_READ = 2000  # a headline that comes months late must not have all of them read again

Near = Mapping[int, Mapping[int, StoryItem]]
"""By a headline's id, those near it by theirs, the likeliest first."""


def propose(headlines: Sequence[Headline]) -> Near:
    """For each of the headlines those stored before it that may tell its story, at most one of a story.

    So a pair is proposed once, for that of the two which came later.
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
    """Make one story of those of each pair of headlines, unless the rules exclude it; how many became part of another.

    The story that was told first takes in the other. Pairs of one story, or of none, are passed over.
    """
    wanted = list(pairs)
    if not wanted:
        return 0
    named = Headline.objects.filter(pk__in={pk for pair in wanted for pk in pair})
    with transaction.atomic():
        # One join at a time. Without a key lock: grouping, which refers to these rows, need not wait.
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
    # The row of the second stays, lest a grouping under way refers to nothing; it is purged in time.
    Headline.objects.filter(story=second).update(story=first)
    return True
