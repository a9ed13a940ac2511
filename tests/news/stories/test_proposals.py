"""Pairs of stories proposed to a model, and the joins after its reply."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from briefing.core.web import cache_versions
from news import queries
from news.models import Feed, Headline, Story
from news.stories.clusters import MOST_ASKED
from news.stories.proposals import join, propose
from news.stories.storage import attach
from tests.news.stories.items import NOON

pytestmark = pytest.mark.django_db


def headline(title: str, *, lang: str = "en", hours: float = 0, story: Story | None = None) -> Headline:
    """Returns a stored headline of a new publisher, grouped as by ingestion or added to the given story."""
    url = f"https://{Feed.objects.count()}.example/rss"
    feed = Feed.objects.create(url=url, publisher=url, lang=lang)
    when = NOON + timedelta(hours=hours)
    row = Headline.objects.create(
        feed=feed, guid=title, title=title, published_at=when, lang=lang, story=story
    )
    attach([row.pk])
    return row


def proposed(*rows: Headline) -> dict[int, list[int]]:
    return {pk: list(near) for pk, near in propose(rows).items() if near}


def stories() -> list[int | None]:
    return list(Headline.objects.order_by("pk").values_list("story_id", flat=True))


def test_a_pair_below_the_threshold_is_proposed_to_the_later_of_the_two() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    assert len(set(stories())) == 2
    assert proposed(one, other) == {other.pk: [one.pk]}
    assert (proposed(other), proposed(one)) == ({other.pk: [one.pk]}, {})


def test_within_a_language_too() -> None:
    one = headline("Tessaly buys Orvella for $3bn")
    other = headline("Orvella accepts Tessaly's takeover offer", hours=2)
    assert proposed(other) == {other.pk: [one.pk]}


@pytest.mark.parametrize(
    ("lang", "title", "hours"),
    [
        ("it", "Tessaly compra Orvella per 4 miliardi di dollari", 0),
        ("en", "Tessaly buys Orvella for $4bn", 0),
        ("it", "Tessaly compra Orvella", 45),
        ("it", "Borse in rialzo", 0),
        ("it", "Tessaly compra Orvella per 3 miliardi di dollari", 0),
    ],
    ids=["another figure", "another figure, one language", "too late", "another matter", "joined already"],
)
def test_what_the_rules_exclude_or_have_joined_is_not_proposed(lang: str, title: str, hours: float) -> None:
    headline("Tessaly buys Orvella for $3bn")
    assert proposed(headline(title, lang=lang, hours=hours)) == {}


def test_a_few_are_proposed_and_one_of_each_story() -> None:
    alike = [headline("Tessaly buys Orvella", story=Story.objects.create()) for _ in range(MOST_ASKED + 2)]
    headline("Tessaly buys Orvella", story=alike[0].story)
    later = headline("Tessaly acquista Orvella", lang="it", story=Story.objects.create())
    found = proposed(later)[later.pk]
    assert len(found) == MOST_ASKED
    assert Headline.objects.filter(pk__in=found).values("story").distinct().count() == MOST_ASKED


def test_a_headline_without_a_story_is_not_proposed() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    Headline.objects.filter(pk=one.pk).update(story=None)
    assert proposed(one, other) == {}
    assert proposed() == {}


def test_joined_stories_are_one_under_the_earliest_headline() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    before = cache_versions.current()["news"]
    assert join([(other.pk, one.pk)]) == 1
    assert stories() == [Headline.objects.get(pk=one.pk).story_id] * 2
    assert cache_versions.current()["news"] != before
    found = queries.story(other.pk, "it")
    assert found
    assert [telling.title for telling in found.headlines] == [
        "Tessaly buys Orvella",
        "Tessaly acquista Orvella",
    ]


def test_joining_again_changes_nothing() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    join([(other.pk, one.pk)])
    before = (stories(), cache_versions.current())
    assert join([(other.pk, one.pk), (one.pk, other.pk)]) == 0
    assert (stories(), cache_versions.current()) == before


def test_a_chain_becomes_one_story() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    third = headline("Orvella, via libera a Tessaly", lang="it", story=Story.objects.create())
    assert join([(third.pk, other.pk), (other.pk, one.pk)]) == 2
    assert len(set(stories())) == 1


def test_one_contradiction_between_two_stories_keeps_them_apart() -> None:
    one = headline("Tessaly buys Orvella for $3bn")
    italian = Story.objects.create(lang="it")
    other = headline("Tessaly compra Orvella", lang="it", story=italian)
    assert proposed(other) == {other.pk: [one.pk]}
    headline("Tessaly compra Orvella per 4 miliardi di dollari", lang="it", story=italian)
    assert (join([(other.pk, one.pk)]), len(set(stories()))) == (0, 2)


def test_headlines_that_are_gone_or_without_a_story_are_passed_over() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    Headline.objects.filter(pk=one.pk).update(story=None)
    assert join([(other.pk, one.pk), (other.pk, 10**6)]) == 0
    assert join([]) == 0


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_join_once() -> None:
    one, other = headline("Tessaly buys Orvella"), headline("Tessaly acquista Orvella", lang="it")
    joined: list[int] = []

    def run() -> None:
        try:
            joined.append(join([(other.pk, one.pk)]))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(joined) == [0, 0, 0, 0, 0, 1]
    assert len(set(stories())) == 1
