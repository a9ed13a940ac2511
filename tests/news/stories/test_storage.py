"""Stories of stored headlines, as ingestion assigns them."""

from datetime import timedelta

import pytest

from news.models import Feed, Headline, Story
from news.stories.storage import attach
from tests.news.stories.items import NOON

pytestmark = pytest.mark.django_db


def headline(title: str, *, publisher: str, hours: float = 0, lang: str = "en") -> Headline:
    feed = Feed.objects.create(
        url=f"https://{publisher}.example/{title[:20]}.xml", publisher=publisher, lang=lang
    )
    when = NOON + timedelta(hours=hours)
    return Headline.objects.create(feed=feed, guid=title, title=title, published_at=when, lang=lang)


def stories_of(*headlines: Headline) -> list[int | None]:
    return [Headline.objects.get(pk=one.pk).story_id for one in headlines]


def test_attach_gives_every_headline_a_story() -> None:
    one = headline("Tessaly buys Orvella for $3bn", publisher="gazette")
    same = headline("Orvella bought by Tessaly for $3 billion", publisher="herald")
    new = headline("Harlan Foods names Keller as chief executive", publisher="herald")
    assert attach([one.pk, same.pk, new.pk]) == 3
    first, second, third = stories_of(one, same, new)
    assert (first == second, first == third, Story.objects.count()) == (True, False, 2)


def test_attach_joins_a_story_of_an_earlier_run() -> None:
    one = headline("Tessaly buys Orvella for $3bn", publisher="gazette")
    attach([one.pk])
    same = headline("Orvella bought by Tessaly for $3 billion", publisher="herald", hours=5)
    attach([same.pk])
    assert stories_of(one, same) == [Story.objects.get().pk] * 2


def test_attach_changes_nothing_when_run_again() -> None:
    one = headline("Tessaly buys Orvella for $3bn", publisher="gazette")
    attach([one.pk])
    before = stories_of(one)
    assert (attach([one.pk]), stories_of(one), Story.objects.count()) == (0, before, 1)


def test_attach_writes_the_language_of_the_story() -> None:
    attach([headline("Valdoria taglia 300 posti a Prato", publisher="gazzetta", lang="it").pk])
    assert Story.objects.get().lang == "it"


def test_attach_of_nothing_does_nothing() -> None:
    assert attach([]) == 0


def test_attach_asks_as_many_questions_for_three_as_for_one(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    many = [headline(f"Firm{i} names Keller{i} as chief", publisher=f"p{i}") for i in range(5)]
    attach([many[4].pk])
    with django_assert_num_queries(6):
        attach([many[0].pk])
    with django_assert_num_queries(6):
        attach([one.pk for one in many[1:4]])
