"""The sample feeds: readable, moving with the clock, the same story in several words."""

from datetime import UTC, datetime, timedelta

import pytest

from briefing.demo import feeds
from briefing.demo.events import CHAPTERS_AT, SAGA_DAYS, SLOTS_A_DAY, Happening, happening, kinds, sagas
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
            words = feeds.words_of(Happening(event, "1", "Helvora", "Okelund"), NOW, lang)
            told = [text.format(**words) for telling in tellings for text in telling]
            assert all(told)
            assert len(set(told)) == len(told) >= 4


def day(first):
    """What happens on the day whose first slot this is, by hour."""
    return [
        ((slot - first) // 3, each) for slot in range(first, first + SLOTS_A_DAY) if (each := happening(slot))
    ]


def test_a_day_tells_no_shape_twice():
    shapes = [each.event.tellings["en"][0] for _hour, each in day(FIRST)]
    assert len(kinds()) >= 60
    assert len(set(shapes)) == len(shapes) > 40


def test_what_has_its_hour_comes_in_it_and_no_office_speaks_at_weekends():
    week = [each for n in range(7) for each in day(FIRST + n * SLOTS_A_DAY)]
    own = [(hour, each.event) for hour, each in week if len(each.event.hours) < 24]
    assert len(own) > 80
    assert all(hour in event.hours for hour, event in own)
    saturday = day(FIRST + SLOTS_A_DAY)
    assert len(saturday) > 8
    assert not any(each.event.is_official for _hour, each in saturday)


def test_firms_of_one_trade_are_told_apart_within_two_days():
    told = [
        each for first in (FIRST - SLOTS_A_DAY, FIRST) for _hour, each in day(first) if not each.event.large
    ]
    for trade in {kind.firms for kind in kinds() if kind.firms}:
        kinds_of = [kind for kind in kinds() if kind.firms == trade]
        firms = [each.firm for each in told if each.event in kinds_of]
        assert len(set(firms)) == len(firms) or len(firms) > len(trade)


def test_no_two_publishers_of_a_language_say_the_same_of_an_ordinary_story():
    large = {
        slot for slot in range(FIRST - 200, FIRST + 40) if (each := happening(slot)) and each.event.large
    }
    told: dict[tuple[str, str], list[str]] = {}
    for feed in sync.load():
        for item in feeds.items_of(feed, NOW):
            if int(slot := item.key.rsplit("-", 1)[1]) not in large:
                told.setdefault((slot, feed.lang), []).append(item.title)
    assert max(map(len, told.values())) > 1
    assert all(len(set(titles)) == len(titles) for titles in told.values())


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
