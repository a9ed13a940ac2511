"""Parsing of valid and malformed documents: entries or a named error, never another exception."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from news.feeds import parse as parsing
from tests.news.conftest import rss

ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>
<entry><id>urn:1</id><title type="html">Bonds &amp;amp; &lt;b&gt;bills&lt;/b&gt;</title>
<link rel="alternate" href="/a/1"/><updated>2026-11-20T09:00:00+01:00</updated>
<content type="html">&lt;p&gt;Long text&lt;/p&gt;</content></entry></feed>"""


RDF = """<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel rdf:about="https://x.example">
<title>R</title><sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency></channel>
<item rdf:about="https://x.example/1"><title>Policy rate kept</title><link>https://x.example/1</link>
<dc:date>2026-11-20T09:00:00Z</dc:date></item></rdf:RDF>"""


def parse(document: str | bytes, **more):
    body = document.encode() if isinstance(document, str) else document
    return parsing.parse(body, url="https://base.example/feeds/x.xml", **more)


def test_rss_gives_entries():
    assert parse(rss("Prices rise")).entries == [
        parsing.FeedEntry(
            "Prices rise",
            "https://paper.example/0",
            "Prices rise",
            "",
            datetime(2026, 11, 20, 9, 10, 5, tzinfo=UTC),
        )
    ]


def test_atom_gives_plain_text_resolved_link_and_utc():
    assert parse(ATOM).entries == [
        parsing.FeedEntry(
            "urn:1",
            "https://base.example/a/1",
            "Bonds & bills",
            "Long text",
            datetime(2026, 11, 20, 8, tzinfo=UTC),
        )
    ]


def test_rdf_gives_entries_and_its_period():
    document = parse(RDF)
    assert [(one.guid, one.title) for one in document.entries] == [
        ("https://x.example/1", "Policy rate kept")
    ]
    assert document.period == timedelta(hours=6)


def test_rss_ttl_is_read():
    assert parse(rss("x", ttl="<ttl>45</ttl>")).ttl_minutes == 45


@pytest.mark.parametrize("ttl", ["<ttl>soon</ttl>", "<ttl>-5</ttl>", "<ttl></ttl>"])
def test_rss_ttl_that_is_no_number_is_ignored(ttl):
    assert parse(rss("x", ttl=ttl)).ttl_minutes is None


def test_json_feed_gives_entries():
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [
            {
                "id": 7,
                "url": "https://j.example/7",
                "title": "Jobs up",
                "date_published": "2026-11-20T10:00:00+01:00",
            },
            {"id": "8", "content_html": "<p>No title here</p>"},
            "nonsense",
        ],
    }
    assert parse(json.dumps(feed)).entries == [
        parsing.FeedEntry("7", "https://j.example/7", "Jobs up", "", datetime(2026, 11, 20, 9, tzinfo=UTC)),
        parsing.FeedEntry("8", "", "No title here", "", None),
    ]


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ("", "empty"),
        ("  \n\x00", "empty"),
        ("<!DOCTYPE html><html><body>Sign in</body></html>", "html"),
        ("\ufeff  <HTML><title>404</title></HTML>", "html"),
        ('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p>x</p></html>', "html"),
        ("just words", "not_a_feed"),
        ('<?xml version="1.0"?><sitemap><url/></sitemap>', "not_a_feed"),
        ('{"version": 2, "items": []}', "not_a_feed"),
        ('{"items": [', "malformed"),
        ("{" + '"a":[' * 100_000, "malformed"),
        ("<rss version='2.0'><channel><item><tit", "malformed"),
    ],
)
def test_what_is_no_feed_is_named(document, code):
    with pytest.raises(parsing.Unreadable) as caught:
        parse(document)
    assert caught.value.code == code


def test_an_empty_feed_is_a_feed():
    assert parse("<rss version='2.0'><channel><title>x</title></channel></rss>").entries == []


def test_a_broken_end_keeps_the_entries_before_it():
    cut = rss("One", "Two", "Three").split("<guid isPermaLink='false'>Three")[0]
    assert [one.title for one in parse(cut).entries][:2] == ["One", "Two"]


def test_the_same_item_twice_is_one():
    item = rss("One").partition("<item>")[2].partition("</item>")[0]
    twice = rss("One").replace("</channel>", f"<item>{item}</item></channel>")
    assert [one.title for one in parse(twice).entries] == ["One"]


def items(*inner: str) -> str:
    return f"<rss version='2.0'><channel>{''.join(f'<item>{one}</item>' for one in inner)}</channel></rss>"


def test_items_of_one_guid_are_known_by_their_links():
    link = "<title>T</title><guid isPermaLink='false'>N/A</guid><link>https://p.example/%d</link>"
    first = [one.guid for one in parse(items(link % 1, link % 2)).entries]
    second = [one.guid for one in parse(items(link % 3, link % 1)).entries]
    assert len(set(first)) == 2
    assert second[1] == first[0]


@pytest.mark.parametrize("guid", ["<guid>https://p.example/section/</guid>", ""])
def test_items_of_one_guid_and_link_are_known_by_title_and_then_by_date(guid):
    item = f"<title>%s</title><link>https://p.example/section/</link>{guid}<pubDate>%d Nov 2026</pubDate>"
    entries = parse(items(item % ("Seminar", 3), item % ("Release", 2), item % ("Release", 1))).entries
    assert [one.title for one in entries] == ["Seminar", "Release", "Release"]
    assert len({one.guid for one in entries}) == 3


def test_a_fragment_that_alone_distinguishes_items_stays():
    letter = "<title>Letter</title><link>https://p.example/letters.php#%d</link>"
    entries = parse(items(letter % 111, letter % 110)).entries
    assert [one.url for one in entries] == [f"https://p.example/letters.php#{n}" for n in (111, 110)]
    guided = [f"<guid isPermaLink='false'>{n}</guid>{letter % n}" for n in (111, 110)]
    assert [one.url for one in parse(items(*guided)).entries] == [one.url for one in entries]
    assert parse(items(guided[0])).entries[0].url == "https://p.example/letters.php"


@pytest.mark.parametrize("guid", ["c41042ae-5460-11e8", "12345", "tag:p.example,2026:1", "news/41"])
def test_a_bare_guid_is_no_link(guid):
    assert parse(items(f"<title>T</title><guid>{guid}</guid>")).entries[0].url == ""


@pytest.mark.parametrize(
    "link", ["<link/>https://p.example/1", "<link>\nhttps://p.example/1\n", "<link />\n https://p.example/1 "]
)
def test_a_link_without_its_end_is_read(link):
    entry = parse(items(f"<title>T</title>{link}<guid isPermaLink='false'>v</guid>")).entries[0]
    assert (entry.url, entry.guid) == ("https://p.example/1", "v")


@pytest.mark.parametrize("title", ["-", "…", "📈", "* * *"])
def test_a_title_without_words_is_taken_from_the_text(title):
    entry = parse(items(f"<title>{title}</title><description>Port strike ends.</description>")).entries[0]
    assert (entry.title, entry.summary) == ("Port strike ends.", "")


def test_a_title_that_podcasts_alone_use_is_read():
    spaces = " xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'"
    document = items("<itunes:title>Rates held</itunes:title><link>https://p.example/1</link>")
    assert parse(document.replace("<rss", "<rss" + spaces, 1)).entries[0].title == "Rates held"


def test_the_newest_of_many_are_taken_wherever_they_stand():
    old = [f"<title>Old {n}</title><pubDate>1 Nov 2026</pubDate>" for n in range(400)]
    entries = parse(items(*old, "<title>New</title><pubDate>2 Nov 2026</pubDate>")).entries
    assert (len(entries), entries[-1].title) == (300, "New")
    rows = [{"id": n, "title": f"T {n}", "date_published": f"{2000 + n}-01-01"} for n in range(400)]
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": rows}
    assert [one.title for one in parse(json.dumps(feed)).entries][-1] == "T 399"


def test_dates_of_json_are_read_in_every_form():
    row = {"id": 1, "title": "T"}
    for date in ("Thu, 26 Nov 2026 15:07:00 GMT", 1795705620, "2026-11-26T16:07:00+01:00"):
        feed = {"version": "https://jsonfeed.org/version/1.1", "items": [row | {"date_published": date}]}
        assert parse(json.dumps(feed)).entries[0].published_at == datetime(2026, 11, 26, 15, 7, tzinfo=UTC)
