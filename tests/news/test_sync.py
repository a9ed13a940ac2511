"""feeds.toml: validated and synchronized once."""

import re
import tomllib
from pathlib import Path

import pytest

from news import checks
from news.feeds import sync
from news.models import Feed

GOOD = """[[feed]]
slug = "a"
url = "https://a.example/rss"
title = "A"
publisher = "A"
homepage = "https://a.example/"
lang = "en"
category = "news"
paid = false
stored = "unknown"
terms = "Its terms, section 3."
"""


@pytest.fixture
def file(tmp_path):
    def write(text: str):
        path = tmp_path / "feeds.toml"
        path.write_text(text)
        return path

    return write


def test_the_file_holds_33_feeds_of_both_languages():
    feeds = sync.load()
    assert (len(feeds), {feed.lang for feed in feeds}) == (33, {"en", "it"})


def test_a_good_file_is_read(file):
    feed = sync.load(file(GOOD.replace('"a"', '"aa"')))[0]
    assert (feed.slug, feed.url) == ("aa", "https://a.example/rss")
    assert (feed.paid, feed.stored) == (Feed.Terms.NO, Feed.Terms.UNKNOWN)


def test_the_data_sets_behind_our_rows_are_those_that_make_headlines():
    only = next(feed.only for feed in sync.load() if feed.slug == "eurostat")
    rows = tomllib.loads((Path(sync.FILE).parents[1] / "indicators" / "groups.toml").read_text())["groups"]
    symbols = re.findall(r"EUSTAT:(\w+)\?", str(rows))
    assert symbols and set(symbols) <= set(only)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = [", "cannot be read"),
        ("x = 1", "must be a list"),
        (GOOD, "feed a: slug"),
        (GOOD.replace('"a"', '"aa"').replace("news", "gossip"), "feed aa: category"),
        (GOOD.replace('"a"', '"aa"').replace('lang = "en"', 'lang = "de"'), "feed aa: lang"),
        (GOOD.replace('"a"', '"aa"').replace("https://a.example/rss", "javascript:x"), "feed aa: url is not"),
        (GOOD.replace('"a"', '"aa"') + "colour = 1", "feed aa: colour"),
        (GOOD.replace('"a"', '"aa"').replace("paid = false", 'paid = "perhaps"'), "feed aa: paid"),
        (GOOD.replace('"a"', '"aa"').replace("terms", "note"), "feed aa: terms"),
        (GOOD.replace('"a"', '"aa"') * 2, "feed aa: slug aa occurs twice"),
    ],
)
def test_a_mistake_names_the_feed(file, text, message):
    with pytest.raises(sync.FeedsFileError, match=message):
        sync.load(file(text))


def test_the_check_is_quiet_about_the_real_file():
    assert checks.feeds_file(None) == []


def test_the_check_reports_a_mistake(file):
    assert [(found.id, found.level) for found in checks.mistakes(file("x = 1"))] == [("news.E001", 40)]


@pytest.mark.django_db
def test_sync_adds_each_feed_once(settings):
    settings.SAMPLE_DATA = False
    assert (sync.sync(), sync.sync()) == (33, 0)
    assert Feed.objects.get(slug="bbc-business").url == "https://feeds.bbci.co.uk/news/business/rss.xml"


@pytest.mark.django_db
def test_sync_leaves_a_moved_feed_where_it_is(settings):
    settings.SAMPLE_DATA = False
    sync.sync()
    Feed.objects.filter(slug="bea").update(url="https://moved.example/")
    assert sync.sync() == 0
    assert Feed.objects.get(slug="bea").url == "https://moved.example/"


@pytest.mark.django_db
def test_sample_feeds_stand_at_the_sample_server_and_follow_it(settings):
    settings.SAMPLE_DATA = True
    settings.SAMPLE_SOURCES_URL = "http://127.0.0.1:8765"
    sync.sync()
    settings.SAMPLE_SOURCES_URL = "http://127.0.0.1:9999"
    sync.sync()
    feed = Feed.objects.get(slug="bea")
    assert (feed.url, feed.sample) == ("http://127.0.0.1:9999/feeds/bea.xml", True)


@pytest.mark.django_db
@pytest.mark.parametrize(("sample", "asked"), [(True, {"sample", "mine"}), (False, {"public", "mine"})])
def test_samples_and_public_feeds_are_never_fetched_together(settings, sample, asked):
    settings.SAMPLE_DATA = sample
    Feed.objects.create(url="https://a.example/", slug="x", sample=True, title="sample")
    Feed.objects.create(url="https://b.example/", slug="x", title="public")
    Feed.objects.create(url="https://c.example/", title="mine")
    assert set(Feed.objects.askable().values_list("title", flat=True)) == asked


@pytest.mark.django_db
def test_sync_follows_the_file_s_word_on_terms(settings):
    settings.SAMPLE_DATA = False
    sync.sync()
    Feed.objects.filter(slug="bea").update(paid="no", terms="older")
    sync.sync()
    feed = Feed.objects.get(slug="bea")
    assert (feed.paid, feed.stored, feed.terms[:6]) == ("yes", "yes", "A work")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("charging", "allowed", "asked"),
    [
        (False, [], {"free", "paper", "other"}),
        (True, [], {"free", "other"}),
        (True, ["paper"], {"free", "paper", "other"}),
    ],
)
def test_who_charges_asks_only_feeds_whose_terms_do_not_forbid_it(settings, charging, allowed, asked):
    settings.SAMPLE_DATA, settings.SUBSCRIPTIONS_ENABLED = False, charging
    settings.PAID_DISPLAY_ALLOWED = allowed
    for slug, paid in (("free", "yes"), ("paper", "no"), ("other", "unknown")):
        Feed.objects.create(url=f"https://{slug}.example/", slug=slug, paid=paid)
    assert set(Feed.objects.askable().values_list("slug", flat=True)) == asked
