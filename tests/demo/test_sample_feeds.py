"""The sample feeds: readable, moving with the clock, the same story in several words."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from briefing.demo import feeds
from briefing.demo.events import CHAPTERS_AT, SAGA_DAYS, SLOTS_A_DAY, happening, kinds, sagas
from news.feeds import parse, sync

NOW = datetime(2026, 11, 20, 10, 10, tzinfo=UTC)
FIRST = int(datetime(2026, 11, 20, tzinfo=UTC).timestamp()) // 1200  # a Friday


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
    for event in [*kinds(), *(chapter for saga in sagas() for chapter in saga)]:
        assert set(event.announced_by) <= slugs
        for lang, tellings in event.tellings.items():
            words = feeds.words_of(event, random.Random(1), NOW, lang)
            told = [text.format(**words) for telling in tellings for text in telling]
            assert all(told)
            assert len(set(told)) == len(told) >= 4


def test_a_day_seldom_tells_the_same_shape_twice():
    told = [happening(FIRST + n) for n in range(SLOTS_A_DAY)]
    shapes = [each.event.tellings["en"][0] for each in told if each]
    assert len(kinds()) >= 60
    assert len(set(shapes)) >= 0.8 * len(shapes)


def test_nights_and_weekends_are_quiet():
    def busy(first):
        return sum(happening(slot) is not None for slot in range(first, first + SLOTS_A_DAY))

    monday, saturday = FIRST - SLOTS_A_DAY * 4, FIRST + SLOTS_A_DAY
    assert busy(saturday) < busy(monday) / 2
    assert sum(happening(monday + slot) is not None for slot in range(15)) < 10


def test_a_large_story_runs_for_days_with_the_same_names():
    block = FIRST // (SAGA_DAYS * SLOTS_A_DAY) * SAGA_DAYS * SLOTS_A_DAY
    told = [happening(block + place) for place in CHAPTERS_AT]
    assert len({each.seed for each in told if each and each.event.large}) == 1
    assert sum(bool(each and each.event.large) for each in told) >= 3
