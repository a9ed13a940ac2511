"""The sample feeds: readable, moving with the clock, the same story in several words."""

from datetime import UTC, datetime, timedelta

import pytest

from briefing.demo import feeds
from briefing.demo.events import events
from news.feeds import parse, sync

NOW = datetime(2026, 11, 20, 10, 10, tzinfo=UTC)


@pytest.mark.parametrize("slug", ["bbc-business", "hm-treasury", "dw-business", "money-it"])
def test_a_feed_reads_as_what_it_tells(slug):
    configured = next(feed for feed in sync.load() if feed.slug == slug)
    told = feeds.items_of(configured, NOW)
    read = parse.parse(feeds.feed(slug, NOW)).entries
    assert [(one.title, one.summary, one.published_at) for one in read] == [
        (one.title, one.summary, one.published_at) for one in told
    ]


def test_the_same_moment_gives_the_same_bytes():
    assert feeds.feed("bbc-business", NOW) == feeds.feed("bbc-business", NOW)


def test_an_unknown_name_gives_nothing():
    assert feeds.feed("nobody", NOW) is None


def test_something_new_happens_every_twenty_minutes():
    def told(now):
        return {item.key for feed in sync.load() for item in feeds.items_of(feed, now)}

    for step in range(6):
        now = NOW + timedelta(minutes=20 * step)
        assert told(now + timedelta(minutes=20)) - told(now)


def test_nothing_is_told_before_it_happened():
    assert all(item.published_at <= NOW for feed in sync.load() for item in feeds.items_of(feed, NOW))


def test_several_publishers_tell_one_event_in_different_words():
    told: dict[str, set[str]] = {}
    for feed in sync.load():
        for item in feeds.items_of(feed, NOW):
            told.setdefault(f"{item.key.rsplit('-', 1)[1]} {feed.lang}", set()).add(item.title)
    assert sum(len(titles) > 1 for titles in told.values()) > 10


def test_every_telling_can_be_filled_in_and_every_announcer_exists():
    slugs = {feed.slug for feed in sync.load()}
    words = dict.fromkeys(("place", "month", "a", "b", "n"), "x")
    for event in events():
        assert set(event.announced_by) <= slugs
        for tellings in event.tellings.values():
            assert all(title.format(**words) and summary.format(**words) for title, summary in tellings)
