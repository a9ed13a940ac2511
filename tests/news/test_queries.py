"""The queries of the news pages: filters, keyset pages, one row per story."""

from datetime import timedelta

import pytest

from briefing.core.web.cursors import BadCursor
from news import queries
from news.models import Feed, Story
from tests.news.conftest import NOW, headline

pytestmark = pytest.mark.django_db


def titles(**how) -> list[str]:
    return [item.title for item in queries.page(**how).items]


def test_page_is_newest_first(paper):
    for hours in (3, 1, 2):
        headline(paper, f"{hours} hours", published_at=NOW - timedelta(hours=hours))
    assert titles() == ["1 hours", "2 hours", "3 hours"]


def test_item_carries_what_the_reader_needs(paper):
    row = headline(paper, "Prices rise", summary="In May", tags=["Inflation"])
    assert queries.page().items == [
        queries.ListedStory(
            row.pk, "Prices rise", row.url, "Paper", row.published_at, "en", ["Inflation"], "In May", []
        )
    ]


def test_a_headline_shown_for_another_has_its_own_time(paper):
    """Its place in the list stays that of the story's first headline."""
    story, later = Story.objects.create(), NOW - timedelta(hours=1)
    first = headline(paper, "Prices rise", story=story, published_at=NOW - timedelta(hours=5))
    headline(paper, "Between", published_at=NOW - timedelta(hours=3))
    gazette = Feed.objects.create(url="https://gazzetta.example/rss", publisher="Gazzetta")
    headline(gazette, "Prezzi su", lang="it", story=story, published_at=later)
    shown = queries.page(shown_in="it").items
    assert [(item.title, item.source) for item in shown] == [("Between", "Paper"), ("Prezzi su", "Gazzetta")]
    assert (shown[1].id, shown[1].published_at) == (first.pk, later)


def test_untagged_is_an_empty_list(paper):
    headline(paper, "x")
    assert queries.page().items[0].tags == []


def test_language_filter(paper):
    headline(paper, "English")
    headline(paper, "Italiano", lang="it")
    assert titles(language="it") == ["Italiano"]


def test_include_means_any_and_exclude_means_none(paper):
    for title, tags in (
        ("ai", ["AI"]),
        ("eu", ["EU"]),
        ("both", ["AI", "EU"]),
        ("none", []),
        ("untagged", None),
    ):
        headline(paper, title, tags=tags)
    assert set(titles(include=["AI", "EU"])) == {"ai", "eu", "both"}
    assert set(titles(exclude=["AI"])) == {"eu", "none", "untagged"}
    assert titles(include=["EU"], exclude=["AI"]) == ["eu"]


def test_a_tag_of_two_words_is_matched_whole(paper):
    headline(paper, "bank", tags=["Central Banks"])
    assert titles(include=["Central Banks"]) == ["bank"]


def test_search_ignores_case_and_accents_and_needs_every_word(paper):
    headline(paper, "Perché l'inflazione cala", summary="Secondo l'Istat")
    headline(paper, "AI chips", summary="said the firm")
    assert titles(q="PERCHE istat") == ["Perché l'inflazione cala"]
    assert titles(q="ai") == ["AI chips"]
    assert titles(q="perche chips") == []


def test_search_takes_no_wildcards(paper):
    headline(paper, "100 per cent")
    assert titles(q="%") == ["100 per cent"]  # only punctuation: there is no word to search for
    assert titles(q="p_r") == []


def test_a_story_is_shown_once_with_its_other_publishers(paper):
    other = Feed.objects.create(url="https://other.example/rss", publisher="Other")
    same = Feed.objects.create(url="https://paper.example/second", publisher="Paper")
    story = Story.objects.create()
    headline(paper, "First", story=story, published_at=NOW - timedelta(hours=3))
    for feed, title in ((same, "Same house"), (other, "Second"), (other, "Second again")):
        headline(feed, title, story=story)
    items = queries.page().items
    assert [item.title for item in items] == ["First"]
    assert [(also.source, also.title) for also in items[0].also] == [("Other", "Second")]


def test_a_filter_shows_the_storys_headline_that_fits_it(paper):
    story = Story.objects.create()
    headline(paper, "English", story=story)
    headline(paper, "Italiano", story=story, lang="it")
    assert (titles(), titles(language="it")) == (["English"], ["Italiano"])


def test_pages_join_without_gap_or_repeat(paper):
    for number in range(25):
        headline(paper, f"T{number}", published_at=NOW - timedelta(minutes=number // 3))
    seen, cursor = [], None
    while True:
        page = queries.page(limit=4, cursor=cursor)
        seen += [item.title for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(seen) == sorted(f"T{number}" for number in range(25))
    assert seen == titles(limit=100)


def test_new_rows_and_late_tellings_move_no_page(paper):
    for number in range(8):
        headline(
            paper, f"T{number}", published_at=NOW - timedelta(minutes=number), story=Story.objects.create()
        )
    first = queries.page(limit=4)
    story = paper.headlines.get(title="T6").story
    headline(paper, "News", published_at=NOW)
    headline(paper, "T6 told again", published_at=NOW - timedelta(minutes=5), story=story)
    second = queries.page(limit=4, cursor=first.next_cursor)
    assert [item.title for item in second.items] == ["T4", "T5", "T6", "T7"]


def test_the_last_page_has_no_cursor(paper):
    headline(paper, "x")
    assert queries.page(limit=1).next_cursor is None


@pytest.mark.parametrize("cursor", ["x", "%%%", "MTIz", "YS5i", "é", "A" * 100, "LTUuLTU"])
def test_a_foreign_cursor_is_refused(cursor):
    with pytest.raises(BadCursor):
        queries.page(cursor=cursor)


@pytest.mark.parametrize("count", [1, 1000])
def test_page_takes_two_queries_however_many_rows(paper, count, django_assert_num_queries):
    story = Story.objects.create()
    row = headline(paper, "first", story=story)
    type(row).objects.bulk_create(
        [
            type(row)(feed=paper, guid=str(n), title="t", published_at=NOW, story_id=story.pk)
            for n in range(count - 1)
        ]
    )
    with django_assert_num_queries(2):
        assert len(queries.page(limit=100, include=[], q="").items) == 1


def test_the_list_is_read_from_its_index(paper):
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("the planner of a small PostgreSQL table reads it whole")
    plan = type(headline(paper, "x")).objects.newest_first()[:50].explain()
    assert "headlines_newest" in plan
