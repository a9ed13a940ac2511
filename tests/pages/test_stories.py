"""The page of one story: who tells it, when, and the figures on its subject."""

from datetime import timedelta

import pytest

from briefing.pages.stories import MAX_HEADLINES, rows_of
from news.models import Feed, Headline, Story
from tests.accounts.readers import signed_in
from tests.news.conftest import NOW, headline

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper():
    return Feed.objects.create(url="https://paper.example/rss", publisher="Paper")


@pytest.fixture
def reader(db):
    return signed_in(email="ada@example.org")


def test_story_lists_its_headlines_by_time_at_the_address_of_each(reader, paper):
    other = Feed.objects.create(url="https://giornale.example/rss", publisher="Giornale")
    story = Story.objects.create()
    late = headline(paper, "Prices rise", tags=["Inflation"], story=story)
    first = headline(
        other, "Prezzi in aumento", lang="it", tags=["EU"], story=story, published_at=NOW - timedelta(hours=2)
    )
    for row in (late, first):
        found = reader.get(f"/news/{row.pk}").context["story"]
        assert [each.title for each in found.headlines] == ["Prezzi in aumento", "Prices rise"]
        assert (found.title, found.other.title, found.publishers) == ("Prices rise", "Prezzi in aumento", 2)
        assert found.tags == ["EU", "Inflation"]


def test_headline_without_a_story_is_its_own(reader, paper):
    page = reader.get(f"/news/{headline(paper, '<b>Alone</b>').pk}")
    assert page.context["story"].publishers == 1
    assert "&lt;b&gt;Alone&lt;/b&gt;" in page.content.decode()


def test_tags_of_a_story_lead_to_news_in_the_readers_language(reader, paper):
    page = reader.get(f"/news/{headline(paper, 'Prices rise', tags=['EU']).pk}?lang=it").content.decode()
    assert 'href="/news?include=EU&amp;headlines=it"' in page


def test_a_story_stands_under_news_in_the_navigation(reader, paper):
    page = reader.get(f"/news/{headline(paper, 'Alone').pk}").content.decode()
    assert '<a href="/news" aria-current="true">' in page


@pytest.mark.parametrize("pk", [1, 2**62])
def test_unknown_headline_is_404(reader, pk):
    assert reader.get(f"/news/{pk}").status_code == 404


def test_a_visitor_is_sent_to_sign_in(client):
    assert client.get("/news/1")["Location"] == "/login?next=%2Fnews%2F1"


def test_long_story_is_cut_and_says_so(reader, paper):
    story = Story.objects.create()
    row = headline(paper, "First", story=story)
    Headline.objects.bulk_create(
        Headline(feed=paper, guid=f"g{n}", title="Again", published_at=row.published_at, story=story)
        for n in range(MAX_HEADLINES)
    )
    assert "and 1 later headline" in reader.get(f"/news/{row.pk}").content.decode()


def test_no_figures_without_observations():
    assert rows_of(["Inflation", "USA"], "en") == []
