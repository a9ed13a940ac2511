"""Entries become rows: what is new, what is another version of an article, and what is left out."""

import pytest

from briefing.core import origin
from news.feeds.parse import FeedEntry
from news.models import Feed, Headline
from news.storing import MOST_EARLIER_TITLES, store_entries
from tests.news.conftest import NOW

pytestmark = pytest.mark.django_db
LINK = "https://paper.example/news/articles/c1"


@pytest.fixture
def feed(make_feed) -> Feed:
    return make_feed()


def told(feed: Feed, guid: str, title: str, url: str = LINK, summary: str = "") -> tuple[int, int]:
    stored = store_entries([(feed, [FeedEntry(guid, url, title, summary, None)])], NOW)
    return stored.new, stored.changed


def test_another_version_of_an_article_takes_its_row(feed):
    assert told(feed, f"{LINK}#0", "Rates held", summary="Old") == (1, 0)
    Headline.objects.update(tags=["EU"])
    assert told(feed, f"{LINK}#1", "Rates held, says the ECB", summary="New") == (0, 1)
    row = Headline.objects.get()
    assert (row.title, row.summary, row.guid, row.tags) == (
        "Rates held, says the ECB",
        "New",
        f"{LINK}#1",
        None,
    )
    assert (row.earlier_titles, " says " in row.words) == (["Rates held"], True)


def test_a_version_with_the_same_title_changes_no_tags(feed):
    told(feed, f"{LINK}#0", "Rates held")
    Headline.objects.update(tags=["EU"])
    assert told(feed, f"{LINK}#1", "Rates held") == (0, 1)
    row = Headline.objects.get()
    assert (row.guid, row.tags, row.earlier_titles) == (f"{LINK}#1", ["EU"], [])


def test_an_earlier_version_from_a_cache_changes_nothing(feed):
    told(feed, f"{LINK}#2", "Third telling")
    assert told(feed, f"{LINK}#1", "Second telling") == (0, 0)
    assert Headline.objects.get().title == "Third telling"


def test_a_new_title_under_the_same_guid_is_shown_and_the_change_kept(feed):
    told(feed, "g", "Prices up 2%")
    assert told(feed, "g", "Prices up 3%") == (0, 1)
    assert told(feed, "g", "Prices up 3%", summary="Only the text is new") == (0, 0)
    row = Headline.objects.get()
    assert (row.title, row.earlier_titles) == ("Prices up 3%", ["Prices up 2%"])


def test_of_many_changes_the_last_are_kept(feed):
    for number in range(15):
        told(feed, "g", f"Telling {number}")
    assert Headline.objects.get().earlier_titles == [
        f"Telling {n}" for n in range(13, 13 - MOST_EARLIER_TITLES, -1)
    ]


def test_numbers_that_set_entries_of_one_document_apart_are_no_versions(feed):
    one, two = (FeedEntry(f"{LINK}#{n}", LINK, f"Notice {n}", "", None) for n in (1, 2))
    store_entries([(feed, [one])], NOW)
    assert store_entries([(feed, [two, one])], NOW).new == 1
    assert Headline.objects.count() == 2


def test_another_link_or_another_feed_is_another_article(feed, make_feed):
    told(feed, f"{LINK}#0", "Rates held")
    assert told(feed, f"{LINK}#1", "Rates held again", url="https://paper.example/other") == (1, 0)
    assert told(make_feed("/two.xml"), f"{LINK}#1", "Rates held again") == (1, 0)


def test_only_titles_with_a_wanted_word_are_taken(make_feed):
    feed = make_feed()
    feed.slug = "eurostat"
    entries = [
        FeedEntry(str(n), "", title, "", None)
        for n, title in enumerate(
            (
                "PRC_HICP_MINR - HICP monthly data",
                "AACT_ALI01 - Agricultural labour input",
                "une_rt_m_h - Other",
            )
        )
    ]
    assert store_entries([(feed, entries)], NOW).new == 1
    assert Headline.objects.get().title.startswith("PRC_HICP_MINR")


def test_the_number_of_queries_does_not_grow_with_the_entries(feed, django_assert_num_queries):
    origin.claim()  # the first one ever makes the row
    for count in (1, 60):
        entries = [FeedEntry(f"{count}-{n}", "", f"T {n}", "", None) for n in range(count)]
        with django_assert_num_queries(6):  # read; the origin, write and name the edition in one savepoint
            assert store_entries([(feed, entries)], NOW).new == count
