"""Fixtures of the news tests: a loopback publisher, feeds, and documents of the common formats."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from pytest_httpserver import HTTPServer

from news.models import Feed, Headline
from tests.fake_model import KEY, FakeModel

NOW = datetime(2026, 11, 20, 10, 10, 5, tzinfo=UTC)


def rss(*titles: str, ttl: str = "", when: datetime | None = NOW - timedelta(hours=1)) -> str:
    """Returns an RSS 2.0 document with one item per title."""
    date = f"<pubDate>{when:%a, %d %b %Y %H:%M:%S} GMT</pubDate>" if when else ""
    items = "".join(
        f"<item><title>{title}</title><guid isPermaLink='false'>{title}</guid>"
        f"<link>https://paper.example/{number}</link>{date}</item>"
        for number, title in enumerate(titles)
    )
    return f"<?xml version='1.0'?><rss version='2.0'><channel><title>P</title>{ttl}{items}</channel></rss>"


@pytest.fixture
def publisher(httpserver: HTTPServer, settings) -> HTTPServer:
    """A loopback server that the outbound guard allows; feeds of feeds.toml are not fetched."""
    settings.OUTBOUND_ALLOWED_HOSTS = [f"{httpserver.host}:{httpserver.port}"]
    settings.FEED_MAX_FAILURES = 5
    settings.FEEDS_PER_HOST = 4
    settings.FEED_MOST_NEW = 100
    return httpserver


@pytest.fixture
def no_roster(db) -> None:
    """Adds the feeds of feeds.toml and disables them, so that a run fetches only the test's feeds."""
    from news.feeds import sync

    Feed.objects.bulk_create(
        [Feed(**one.columns(), enabled=False) for one in sync.load()], ignore_conflicts=True
    )


@pytest.fixture
def make_feed(no_roster, publisher: HTTPServer) -> Callable[..., Feed]:
    def make(path: str = "/feed.xml", **fields) -> Feed:
        fields.setdefault("publisher", f"Publisher {path}")
        return Feed.objects.create(url=publisher.url_for(path), next_check_at=NOW, **fields)

    return make


def headline(feed: Feed, title: str, **fields) -> Headline:
    """Returns a stored headline, by default an hour old."""
    from news.feeds import clean

    fields.setdefault("published_at", NOW - timedelta(hours=1))
    fields.setdefault("guid", title)
    fields.setdefault("lang", feed.lang)
    fields.setdefault("url", f"https://paper.example/{len(title)}")
    words = clean.search_words(title, fields.get("summary", ""))
    return Headline.objects.create(feed=feed, title=title, words=words, fetched_at=NOW, **fields)


@pytest.fixture
def model(settings) -> Iterator[FakeModel]:
    with FakeModel() as server:
        settings.LLM_API_KEY, settings.LLM_MODEL, settings.LLM_BASE_URL = KEY, "small", server.base_url
        settings.LLM_GATEWAY_API_KEY = ""
        settings.LLM_TIMEOUT_S = 5
        yield server


@pytest.fixture
def feed(db: None) -> Feed:
    return Feed.objects.create(url="https://news.example/rss", title="Example")


@pytest.fixture
def paper():
    return Feed.objects.create(url="https://paper.example/rss", publisher="Paper")
