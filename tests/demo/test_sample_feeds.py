"""The sample feeds: readable, moving with the clock, the same story in several words."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from briefing.demo import feeds
from briefing.demo.events import events_of, file, person
from briefing.demo.reports import _texts, _with, form, in_month
from news.feeds import parse, sync
from news.stories.clusters import StoryItem, group

NOW = datetime(2026, 11, 20, 17, 10, tzinfo=UTC)  # a Friday
FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)


def told_at(now: datetime) -> list[feeds.SampleItem]:
    return [item for feed in sync.load() for item in feeds.items_of(feed, now)]


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


@pytest.mark.parametrize(
    ("month", "english", "italian"), [(4, "in April", "ad aprile"), (5, "in May", "a maggio")]
)
def test_an_italian_month_takes_ad_before_an_a(month, english, italian):
    assert (in_month(month, "en"), in_month(month, "it")) == (english, italian)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_amount_has_its_currency_or_unit(lang):
    units = r"dollar|pound|euro|barrel|di (?:dollari|sterline|euro|barili)"
    bare = re.compile(rf"(?:illion|miliardi|milioni)\b(?! (?:{units}))")
    for kind in (
        *file()["report"],
        *file()["kind"],
        *(one for saga in file()["saga"] for one in saga["chapter"]),
    ):
        for telling in kind[lang]:
            assert not bare.search(" ".join(telling))


def test_an_unknown_name_gives_nothing():
    assert feeds.feed("nobody", NOW) is None


def test_each_half_of_a_working_day_has_a_new_headline():
    for step in range(6):
        now = datetime(2026, 11, 16, 6, tzinfo=UTC) + timedelta(hours=12 * step)
        before = {item.key for item in told_at(now)}
        assert {item.key for item in told_at(now + timedelta(hours=12))} - before


def test_no_headline_before_its_event():
    assert all(item.published_at <= NOW for item in told_at(NOW))


def test_a_month_has_headlines_enough_for_every_paper():
    told = {
        (feed.slug, item.key)
        for n in range(10)
        for feed in sync.load()
        for item in feeds.items_of(feed, NOW + n * feeds.SHOWN)
    }
    papers = [feed.slug for feed in sync.load() if feed.category == "news"]
    assert min(sum(slug == paper for slug, _key in told) for paper in papers) > 20


def test_several_publishers_tell_one_event_in_different_words():
    told: dict[tuple[str, str], set[str]] = {}
    for feed in sync.load():
        for item in feeds.items_of(feed, NOW):
            told.setdefault((item.event, feed.lang), set()).add(item.title)
    assert sum(len(titles) > 1 for titles in told.values()) > 10


def test_no_two_publishers_of_a_language_say_the_same_of_an_ordinary_story():
    large = {event.key for n in range(7) for event in events_of(FRIDAY - timedelta(days=n)) if event.large}
    told: dict[tuple[str, str], list[str]] = {}
    for feed in sync.load():
        for item in feeds.items_of(feed, NOW):
            if item.event not in large:
                told.setdefault((item.event, feed.lang), []).append(item.title)
    assert max(map(len, told.values())) > 1
    assert all(len(set(titles)) == len(titles) for titles in told.values())


def test_every_announcer_exists_and_every_office_has_something_to_announce():
    announcers = {
        slug for part in ("report", "kind") for one in file()[part] for slug in one.get("announced_by", ())
    }
    assert announcers == {feed.slug for feed in sync.load() if feed.category != "news"}


def test_every_telling_of_a_year_can_be_filled_in():
    told = [
        text
        for n in range(366)
        for event in events_of(FRIDAY + timedelta(days=n))
        for tellings in event.tellings.values()
        for telling in tellings
        for text in telling
    ]
    assert len(told) > 10_000
    assert all(text and "{" not in text and "None" not in text for text in told)


def test_weekends_are_quiet_and_no_office_speaks_on_them():
    assert len(events_of(SATURDAY)) < len(events_of(FRIDAY)) / 2
    assert not any(event.announced_by for event in events_of(SATURDAY))


def test_what_has_its_hours_comes_in_them():
    hours = {f"k{place}": kind["hours"] for place, kind in enumerate(file()["kind"]) if "hours" in kind}
    events = [event for n in range(30) for event in events_of(FRIDAY + timedelta(days=n))]
    own = [(event.at.hour, hours[key]) for event in events if (key := event.key.partition("-")[0]) in hours]
    assert len(own) > 10
    assert all(first <= hour < last for hour, (first, last) in own)


def test_a_large_story_runs_for_a_week_with_the_same_names():
    monday = date(2026, 11, 30)
    chapters = [
        event
        for n in range(7)
        for event in events_of(monday + timedelta(days=n))
        if event.key.startswith("s")
    ]
    assert len(chapters) == 4
    assert len({event.key.partition("-")[0] for event in chapters}) == 1
    assert all("Marwick & Lowe" in event.tellings["en"][0][0] for event in chapters)


def test_two_roles_are_two_persons():
    assert person("head", "Kestrel Bank") == person("head", "Kestrel Bank")
    assert person("head", "Kestrel Bank") != person("company head", "Beltane Software")


@pytest.mark.parametrize(
    ("figure", "expected"),
    [("2,3", "al 2,3"), ("1,9", "all'1,9"), ("0,4", "allo 0,4"), ("8", "all'8"), ("11,2", "all'11,2"), ("10", "al 10"),
     ("1.250", "al 1.250"), ("11.400", "all'11.400"), ("8.100", "all'8.100"), ("110", "al 110")],
)  # fmt: skip
def test_italian_joins_its_preposition_to_the_spoken_figure(figure, expected):
    assert _with("a", figure) == expected


@pytest.mark.parametrize(
    ("spec", "now", "before", "key", "english", "italian"),
    [
        ("x rate 1", 2.3, 2.1, "_to", "rises to 2.3%", "sale al 2,3%"),
        ("x rate 1", 2.3, 2.3, "_to", "stays at 2.3%", "resta al 2,3%"),
        ("x index 0", 27850.0, 27962.0, "_by", "falls 0.4%", "scende dello 0,4%"),
        ("x index 1", 100.0, 100.0, "_by", "is little changed", "cambia poco"),
        ("x jobs 0", -12.0, 40.0, "", "loses 12,000 jobs", "perde 12mila posti"),
        ("x signed 1", 1.3, 1.1, "", "+1.3%", "+1,3%"),
    ],
)
def test_a_figure_is_read_by_its_kind(spec, now, before, key, english, italian):
    assert [_texts(form(spec), now, before, lang)[key] for lang in ("en", "it")] == [english, italian]


@pytest.mark.parametrize("days", range(0, 60, 10))
def test_no_report_is_taken_for_one_story_with_another_day_s(days):
    now = datetime(2026, 10, 28, 12, tzinfo=UTC) + timedelta(days=days)
    told = {item.key: (item, feed) for feed in sync.load() for item in feeds.items_of(feed, now)}
    items = [
        StoryItem(key, feed.lang, item.title, item.summary, feed.publisher, item.published_at)
        for key, (item, feed) in told.items()
    ]
    events: dict[object, set[str]] = {}
    for key, story in group(items).items():
        events.setdefault(story, set()).add(told[str(key)][0].event)
    reports = [[event.partition("-")[0] for event in found] for found in events.values()]
    assert [found for found in reports if len(set(found)) < len(found)] == []
