"""Storing of entries: new rows, other versions of an article, and entries left out."""

from datetime import timedelta

import pytest

from briefing.core import origin
from news.feeds import parse
from news.feeds.entries import FeedEntry
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


def test_a_new_title_under_the_same_guid_is_shown_and_the_old_one_stored(feed):
    told(feed, "g", "Prices up 2%")
    assert told(feed, "g", "Prices up 3%") == (0, 1)
    row = Headline.objects.get()
    assert (row.title, row.earlier_titles) == ("Prices up 3%", ["Prices up 2%"])


def test_of_many_changes_the_last_are_stored(feed):
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
    origin.claim()  # creates the row for the first time
    for count in (1, 60):
        entries = [
            FeedEntry(f"{count}-{n}", f"https://p.example/{count}/{n}", f"T {n}", "", None)
            for n in range(count)
        ]
        with django_assert_num_queries(
            7
        ):  # by guid and by content; origin, insert and cache version in one savepoint
            assert store_entries([(feed, entries)], NOW).new == count


def read(feed: Feed, *inner: str) -> tuple[int, int]:
    """Parses and stores a document with these items; returns the numbers of new and of changed rows."""
    document = (
        f"<rss version='2.0'><channel>{''.join(f'<item>{one}</item>' for one in inner)}</channel></rss>"
    )
    stored = store_entries([(feed, parse.parse(document.encode()).entries)], NOW)
    return stored.new, stored.changed


def item(title: str, *, guid: str = "N/A", link: str = "https://p.example/releases", day: int = 20) -> str:
    date = f"<pubDate>{day} Nov 2026 08:00:00 GMT</pubDate>" if day else ""
    return f"<title>{title}</title><link>{link}</link><guid isPermaLink='false'>{guid}</guid>{date}"


def titles() -> list[str]:
    return list(Headline.objects.order_by("pk").values_list("title", flat=True))


def test_items_of_one_guid_and_link_stay_apart_as_they_come_and_go(feed):
    water, road, rail = (item(title) for title in ("Water works", "Road works", "Rail works"))
    assert read(feed, water) == (1, 0)
    assert read(feed, road, water)[0] == 1
    assert read(feed, rail, road, water)[0] == 1
    assert read(feed, rail)[0] == 0
    assert read(feed, rail, road, water)[0] == 0
    assert titles() == ["Water works", "Road works", "Rail works"]


def test_items_of_one_guid_keep_their_rows_when_a_title_is_corrected(feed):
    one, two = item("Copper up", link="https://p.example/1"), item("Airline cuts", link="https://p.example/2")
    read(feed, one, two)
    assert read(feed, item("Copper at a record", link="https://p.example/1"), two) == (0, 1)
    assert read(feed, item("Copper at a high", link="https://p.example/1")) == (0, 1)
    assert sorted(titles()) == ["Airline cuts", "Copper at a high"]


def test_one_item_at_a_time_under_one_guid_is_another_item(feed):
    assert read(feed, item("Copper hits a record high", guid="news", link="https://p.example/1", day=18)) == (
        1,
        0,
    )
    for _poll in range(2):
        read(feed, item("Regulator fines three lenders", guid="news", link="https://p.example/2", day=19))
    assert titles() == ["Copper hits a record high", "Regulator fines three lenders"]


def test_a_guid_that_changes_at_every_fetch_makes_no_new_row(feed):
    for poll in range(3):
        read(feed, item("Press release", guid=f"r{poll}"), item("Press release", guid=f"s{poll}", day=19))
    assert titles() == ["Press release", "Press release"]


def test_a_changing_guid_without_a_date_makes_no_new_row(feed):
    for poll in range(3):
        read(feed, item("Press release", guid=f"r{poll}", day=0))
    assert titles() == ["Press release"]


def redated(feed: Feed, *minutes: int, url: str = LINK) -> list[int]:
    """The new rows of polls that each bring one item with a new guid, dated some minutes before NOW."""
    dates = [NOW - timedelta(minutes=each) for each in minutes]
    entries = [FeedEntry(f"r{n}", url, "Press release", "", date) for n, date in enumerate(dates)]
    return [store_entries([(feed, [entry])], NOW).new for entry in entries]


def test_a_guid_and_a_date_that_change_at_every_fetch_make_no_new_row(feed):
    assert redated(feed, 60, 40, 20) == [1, 0, 0]
    assert Headline.objects.get().published_at == NOW - timedelta(minutes=60)


@pytest.mark.parametrize(("minutes", "url"), [((60, 40), ""), ((12 * 60, 0), LINK)])
def test_a_new_date_without_a_link_or_half_a_day_later_is_another_row(feed, minutes, url):
    assert redated(feed, *minutes, url=url) == [1, 1]


def test_of_rows_of_one_link_and_title_the_one_of_the_date_is_taken(feed):
    early, late = (NOW - timedelta(hours=hours) for hours in (3, 2))
    pair = [FeedEntry(name, LINK, "Press release", "", date) for name, date in (("a", early), ("b", late))]
    store_entries([(feed, pair)], NOW)
    anew = [FeedEntry(name, LINK, "Press release", "", date) for name, date in (("d", late), ("c", early))]
    assert store_entries([(feed, anew)], NOW).new == 0
    assert list(Headline.objects.order_by("published_at").values_list("guid", flat=True)) == ["c", "d"]


def test_the_same_title_of_another_day_is_another_row(feed):
    read(feed, item("Press release", guid="a", day=18))
    assert read(feed, item("Press release", guid="b", day=19)) == (1, 0)


def test_a_corrected_link_is_taken_and_none_keeps_the_old(feed):
    told(feed, "g", "Lender names chair", url="https://paper.example/brokn")
    assert told(feed, "g", "Lender names chair", url="https://paper.example/mended") == (0, 1)
    assert told(feed, "g", "Lender names chair", url="") == (0, 0)
    assert Headline.objects.get().url == "https://paper.example/mended"


def test_a_text_that_arrives_later_is_taken_and_tagged(feed):
    told(feed, "g", "Flash: lender halts")
    Headline.objects.update(tags=["EU"])
    assert told(feed, "g", "Flash: lender halts", summary="It reopens on Monday.") == (0, 1)
    row = Headline.objects.get()
    assert (row.summary, row.tags, row.earlier_titles, " monday " in row.words) == (
        "It reopens on Monday.", None, [], True,
    )  # fmt: skip


def test_a_corrected_text_is_taken_and_keeps_the_tags(feed):
    told(feed, "g", "Lender fined", summary="It pays £2bn.")
    Headline.objects.update(tags=["EU"])
    assert told(feed, "g", "Lender fined", summary="It pays £3bn.") == (0, 1)
    assert told(feed, "g", "Lender fined") == (0, 0)
    row = Headline.objects.get()
    assert (row.summary, row.tags) == ("It pays £3bn.", ["EU"])


@pytest.mark.parametrize("spoiled", ["Perch? i tassi", "Perch\ufffd i tassi", "PerchÃ© i tassi"])
def test_a_readable_title_never_becomes_mojibake(feed, spoiled):
    told(feed, "g", "Perché i tassi", summary="Più alti")
    assert told(feed, "g", spoiled, summary="Più alti") == (0, 0)
    assert Headline.objects.get().title == "Perché i tassi"


def test_the_cap_keeps_the_newest_by_date(feed, settings):
    settings.FEED_MOST_NEW = 3
    entries = [FeedEntry(str(n), "", f"T {n}", "", NOW - timedelta(hours=9 - n)) for n in range(8)]
    stored = store_entries([(feed, entries)], NOW)
    assert (titles(), stored.left_out) == (["T 7", "T 6", "T 5"], {feed.pk: 5})


def test_an_entry_of_ninety_days_ago_is_not_stored(feed):
    entries = [
        FeedEntry(f"{days}", f"https://paper.example/{days}", f"{days} days", "", NOW - timedelta(days=days))
        for days in (89, 90, 400)
    ]
    store_entries([(feed, entries)], NOW)
    assert list(Headline.objects.values_list("title", flat=True)) == ["89 days"]
