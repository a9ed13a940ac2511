"""Entries that lack something, and documents that are damaged or hostile."""

import gzip
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from news.feeds import parse as parsing
from tests.news.conftest import rss
from tests.news.test_parsing import ATOM, parse


def test_a_date_that_cannot_be_read_gives_way_to_the_next():
    document = ATOM.replace("<updated>", "<published>0001-01-01T00:00:00Z</published><updated>")
    assert parse(document).entries[0].published_at == datetime(2026, 11, 20, 8, tzinfo=UTC)


def test_a_missing_guid_is_the_canonical_link():
    item = "<item><title>T</title><link>https://p.example/1?utm_source=rss</link></item>"
    assert (
        parse(f"<rss version='2.0'><channel>{item}</channel></rss>").entries[0].guid == "https://p.example/1"
    )


def test_a_missing_guid_and_link_is_a_hash_that_stays():
    document = "<rss version='2.0'><channel><item><title>T</title></item></channel></rss>"
    first, second = parse(document).entries[0], parse(document).entries[0]
    assert first.guid == second.guid
    assert (first.guid[:7], len(first.guid), first.url) == ("sha256:", 71, "")


def test_a_long_guid_is_hashed():
    assert len(parse(rss("x" * 400)).entries[0].guid) == 71


def test_an_unsafe_link_is_dropped():
    entry = parse(rss("T").replace("https://paper.example/0", "javascript:alert(1)")).entries[0]
    assert (entry.title, entry.url) == ("T", "")


def test_a_missing_title_is_taken_from_the_text():
    item = (
        "<item><guid isPermaLink='false'>1</guid><description>Something happened today</description></item>"
    )
    entry = parse(f"<rss version='2.0'><channel>{item}</channel></rss>").entries[0]
    assert (entry.title, entry.summary) == ("Something happened today", "")


def test_an_item_without_words_is_left_out():
    assert (
        parse(
            "<rss version='2.0'><channel><item><guid>1</guid><title>…</title></item></channel></rss>"
        ).entries
        == []
    )


def test_at_most_300_entries_are_taken():
    assert len(parse(rss(*[f"Title {n}" for n in range(400)])).entries) == 300


def test_a_missing_date_is_none():
    assert parse(rss("T", when=None)).entries[0].published_at is None


def test_an_italian_date_is_read():
    document = rss("T").replace("Fri, 20 Nov 2026 09:10:05 GMT", "ven, 20 nov 2026 10:10:05 +0100")
    assert parse(document).entries[0].published_at == datetime(2026, 11, 20, 9, 10, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("when", "hour"),
    [
        ("Fri, 20 Nov 2026 09:10:05 CET", 8), ("Fri, 20 Nov 2026 09:10:05 CEST", 7), ("20 Nov 2026 09:10:05 BST", 8),
        ("Friday, 20 November 2026 09:10:05 JST", 0), ("Fri, 20 Nov 2026 09:10:05 EST", 14),
        ("Fri, 20 Nov 2026 09:10:05 UTC", 9), ("2026-11-20T09:10:05 CET", 8), ("2026-11-20 09:10:05 (MEZ)", 8),
        ("ven, 20 nov 2026 09:10:05 CET", 8),
    ],
)  # fmt: skip
def test_a_zone_is_known_by_its_name(when, hour):
    moment = parse(rss("T").replace("Fri, 20 Nov 2026 09:10:05 GMT", when)).entries[0].published_at
    assert moment == datetime(2026, 11, 20, hour, 10, 5, tzinfo=UTC)


def test_a_date_that_no_calendar_has_is_none():
    document = rss("T").replace("Fri, 20 Nov 2026 09:10:05 GMT", "31 Feb 2026 09:10:05 CET")
    assert parse(document).entries[0].published_at is None


def test_a_bare_ampersand_stays_what_it_is():
    item = (
        "<item><title>S&P 500, R&amp;D & AT&T</title><description>M&S &lt;b&gt;up&lt;/b&gt; & away</description>"
        "<guid isPermaLink='false'>a?x=1&y=2</guid><link>https://p.example/?x=1&y=2</link></item>"
    )
    entry = parse(f"<rss version='2.0'><channel>{item}</channel></rss>").entries[0]
    assert entry == parsing.FeedEntry(
        "a?x=1&y=2", "https://p.example/?x=1&y=2", "S&P 500, R&D & AT&T", "M&S up & away", None
    )


def test_a_bare_ampersand_in_cdata_is_left_as_it_stands():
    item = "<item><title><![CDATA[S&P 500 &amp; M&S]]></title><!-- R&D --></item>"
    entry = parse(f"<rss version='2.0'><channel>{item}</channel></rss>").entries[0]
    assert entry.title == "S&P 500 & M&S"


def test_an_ampersand_before_a_name_of_html_is_no_entity_without_its_semicolon():
    assert parse(rss("BTC&amp;ETH and FT&amp;times")).entries[0].title == "BTC&ETH and FT&times"


def test_an_atom_entry_keeps_its_only_link_though_it_is_no_page():
    entry = ATOM.replace('rel="alternate"', 'rel="alternate" type="application/pdf"')
    assert parse(entry).entries[0].url == "https://base.example/a/1"


def test_a_page_comes_before_another_form_of_it():
    pdf = '<link rel="alternate" type="application/pdf" href="/a.pdf"/><link rel="alternate" href="/a/1"/>'
    assert parse(ATOM.replace('<link rel="alternate" href="/a/1"/>', pdf)).entries[0].url == (
        "https://base.example/a/1"
    )


def test_gzip_that_no_header_declared_is_unpacked():
    assert parse(gzip.compress(rss("Packed").encode())).entries[0].title == "Packed"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (gzip.compress(b"x" * (parsing.MOST_UNPACKED + 1)), "too_costly"),
        (b"\x1f\x8b\x08junkjunkjunk", "malformed"),
    ],
)
def test_gzip_that_is_a_bomb_or_broken_is_named(body, code):
    with pytest.raises(parsing.Unreadable) as caught:
        parse(body)
    assert caught.value.code == code


def test_a_charset_of_the_header_is_followed():
    body = rss("Città").replace("<?xml version='1.0'?>", "").encode("iso-8859-1")
    assert parse(body, content_type="application/xml; charset=iso-8859-1").entries[0].title == "Città"


def test_an_external_entity_is_not_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("swordfish")
    doctype = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    document = parse(doctype + rss("Safe", "Leak &x;").removeprefix("<?xml version='1.0'?>"))
    assert document.entries[0].title == "Safe"
    assert "swordfish" not in str(document)


@pytest.mark.parametrize(
    ("before", "title"),
    [
        ('<!DOCTYPE rss [<!ENTITY c "Company">]>', "&c; sells bonds"),
        (
            '<!DOCTYPE rss [<!ENTITY 0a "ha"><!ENTITY b "&0a;&0a;">]>',
            "&b;",
        ),  # malformed, so expat expands nothing
        ('<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "Read &x; here"),
        ("", "&l9; &l8;"),
    ],
)
def test_an_entry_that_names_an_entity_instead_of_saying_it_is_refused(before, title):
    document = rss("Prices rise", title)
    assert [one.title for one in parse(document.replace("<rss", f"{before}<rss", 1)).entries] == [
        "Prices rise"
    ]


def test_a_stray_ampersand_and_semicolon_are_no_entity():
    assert [one.title for one in parse(rss("AT&T; up")).entries] == ["AT&T; up"]


def test_a_document_that_names_a_file_opens_none():
    with pytest.raises(parsing.Unreadable):
        parse("/etc/hostname")


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_but_unreadable(body):
    for document in (
        body,
        b"<rss version='2.0'><channel><item><title>" + body,
        b"<?xml version='1.0'?><feed>" + body,
    ):
        try:
            parsing.parse(document)
        except parsing.Unreadable as error:
            assert error.code
