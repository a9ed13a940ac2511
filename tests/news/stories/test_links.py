"""Headlines with the same link in two feeds belong to one story."""

from datetime import timedelta

import pytest

from news.models import Headline
from news.stories.storage import attach
from tests.news.conftest import NOW, headline

pytestmark = pytest.mark.django_db
URL = "https://paper.example/speech"


def stories() -> list[set[str]]:
    attach(Headline.objects.without_story().values_list("pk", flat=True))
    found: dict[int | None, set[str]] = {}
    for row in Headline.objects.all():
        found.setdefault(row.story_id, set()).add(f"{row.feed_id}")
    return list(found.values())


def test_one_link_in_two_feeds_of_a_run_is_one_story(make_feed):
    for path in ("/a.xml", "/b.xml"):
        headline(make_feed(path, publisher="Paper"), "Speech", url=URL)
    assert len(stories()) == 1


def test_one_link_that_another_feed_tells_days_later_is_its_story(make_feed):
    headline(make_feed("/a.xml"), "Speech", url=URL, published_at=NOW - timedelta(days=6))
    stories()
    headline(make_feed("/b.xml"), "The governor speaks", url=URL)
    assert len(stories()) == 1


def test_a_page_of_a_section_makes_one_story_of_equal_titles_alone(make_feed):
    one, two = make_feed("/a.xml"), make_feed("/b.xml")
    for number, title in enumerate(("Seminar held in May", "Schools built near Turin")):
        for feed in (one, two):
            headline(feed, title, url=URL, guid=f"{number}")
    assert len(stories()) == 2


def test_headlines_without_a_link_are_no_twins(make_feed):
    headline(make_feed("/a.xml"), "Copper at a record high in Chile", url="")
    headline(make_feed("/b.xml"), "Airline cuts its profit forecast", url="")
    assert len(stories()) == 2
