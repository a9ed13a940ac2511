"""Conversion of HTML to text, links, dates and search words."""

from datetime import UTC, datetime, timedelta

import pytest

from news.feeds import clean

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Rates &amp; yields", "Rates & yields"),
        ("<p>One</p><p>Two</p>", "One Two"),
        ("line<br/>break", "line break"),
        ("a <b>bold</b>ly put", "a boldly put"),
        ("<script>alert(1)</script>Fine", "Fine"),
        ("<style>p{}</style>Fine", "Fine"),
        ("<img src=x onerror=alert(1)>Fine", "Fine"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"),
        ("yields < 3% and > 2%", "yields < 3% and > 2%"),
        ("AT&T", "AT&T"),
        ("evil\u202etxt.exe\u202c", "eviltxt.exe"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("tab\tand\nline\x00 \x1bend", "tab and line end"),
        ("  many   spaces\u00a0here ", "many spaces here"),
        ("perché È così", "perché È così"),
        ("\ud800broken", "\ufffdbroken"),
        ("<a href='x'>cut", "cut"),
        ("Growth <2%, inflation >3%: fears", "Growth <2%, inflation >3%: fears"),
        ("Firms with P/E<book ratio beat market", "Firms with P/E<book ratio beat market"),
        ("<<<Live>>> Markets wrap", "<<<Live>>> Markets wrap"),
        ("Outer <![CDATA[inner]]> rates", "Outer inner rates"),
        ("lower than <a year ago", "lower than <a year ago"),
        ("I <3 <b>bonds</b>", "I <3 bonds"),
        ('cut off <a href="https://x', "cut off"),
        ("<img/src=x onerror=alert(1)><o:p>Fine</o:p>", "Fine"),
        ("Rally &#55357;&#56960; and &#xD83D;&#xDE80;, not &#55357;", "Rally 🚀 and 🚀, not \ufffd"),
        (
            "PerchÃ© lâ€™inflazione Ã¨ giÃ\xa0 â€œalta”".replace("”", "â€\x9d"),
            "Perché l’inflazione è già “alta”",
        ),
        ("São Tomé", "São Tomé"),
        ("Z\u0334\u0359\u0306\u0302a\u0337l", "Z\u0334\u0359a\u0337l"),
        ("", ""),
    ],
)
def test_plain_text_keeps_the_words_alone(markup, text):
    assert clean.plain_text(markup, 500) == text


def test_plain_text_is_cut_at_a_word():
    assert clean.plain_text("one two three four five", 16) == "one two three…"


def test_a_bare_less_sign_cuts_nothing_of_a_long_text():
    text = clean.plain_text("Rates < 5 and so on. " + "word " * 5000, 300)
    assert text.startswith("Rates < 5 and so on. word word") and 290 < len(text) <= 300


@pytest.mark.parametrize("split", range(1, 4))
def test_plain_text_shows_nothing_of_a_tag_that_the_longest_markup_splits(split):
    markup = "<b>" * 3000 + "Rates held"
    markup += " " * (clean.LONGEST_MARKUP - len(markup) - split) + "</b>" * 3000
    assert clean.plain_text(markup, 500) == "Rates held"


def test_plain_text_of_one_long_word_is_cut_inside_it():
    assert clean.plain_text("x" * 50, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("https://Paper.example/a?utm_source=rss&id=7&fbclid=x#top", "https://paper.example/a?id=7"),
        ("https://paper.example:443/a", "https://paper.example/a"),
        ("http://paper.example:8080", "http://paper.example:8080/"),
        ("https://paper.example/a?ref=rss", "https://paper.example/a"),
        ("https://paper.example/a?ref=home", "https://paper.example/a?ref=home"),
        ("https://paper.example/a?at_medium=RSS&at_campaign=KARANGA", "https://paper.example/a"),
        ("https://www.marketwatch.com/story/x?mod=mw_rss_topstories", "https://www.marketwatch.com/story/x"),
        ("https://paper.example/index.php?mod=news&id=7", "https://paper.example/index.php?mod=news&id=7"),
        ("https://www.dw.com/en/x/a-7?maca=en-rss-en-bus-2091-rdf", "https://www.dw.com/en/x/a-7"),
        ("https://paper.example/fund.html?.tsrc=rss&rss", "https://paper.example/fund.html"),
        ("https://paper.example/#/consultation/41", "https://paper.example/#/consultation/41"),
        ("https://paper.example/live#block-6567abc", "https://paper.example/live#block-6567abc"),
        ("https://paper.example/a#xtor=RSS-1", "https://paper.example/a"),
        ("https://paper.example/\ud83d", "https://paper.example/"),
        ("https://paper.example/a?b&c=1&b", "https://paper.example/a?b&c=1&b"),
        ("https://paper.example/#!/page", "https://paper.example/#!/page"),
        (" https://paper.example/a b\n", "https://paper.example/a%20b"),
        ("https://paper.example/perché?q=è", "https://paper.example/perch%C3%A9?q=%C3%A8"),
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
        ("../news/1", "https://base.example/news/1"),
        ("//other.example/1", "https://other.example/1"),
        ("https://[2001:db8::1]/x", "https://[2001:db8::1]/x"),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("ftp://paper.example/", ""),
        ("https://user:pass@paper.example/", ""),
        ("https://", ""),
        ("https://paper.example:99999/", ""),
        ("https://a'b.example/", ""),
        ("https://[bad/", ""),
        ("https://paper.example/" + "x" * 3000, ""),
        ("", ""),
    ],
)
def test_canonical_url(url, canonical):
    assert clean.canonical_url(url, "https://base.example/feeds/rss") == canonical


def test_canonical_url_of_a_relative_link_without_a_base_is_nothing():
    assert clean.canonical_url("/news/1") == ""


def test_canonical_url_changes_nothing_the_second_time():
    once = clean.canonical_url("https://paper.example/a b?x=é&utm_medium=y")
    assert clean.canonical_url(once) == once


@pytest.mark.parametrize("said", [None, NOW + timedelta(seconds=1), datetime(1900, 1, 1, tzinfo=UTC)])
def test_published_without_a_usable_date_is_the_fetch_time(said):
    assert clean.published(said, NOW) == NOW


def test_published_keeps_a_past_date():
    assert clean.published(NOW - timedelta(days=3), NOW) == NOW - timedelta(days=3)


def test_search_words_are_folded_and_spaced():
    assert clean.search_words("Perché l'ECB", "Più È") == " perche l ecb piu e "


def test_search_terms_match_word_beginnings_and_short_words_whole():
    assert clean.search_terms("AI Inflaz inflaz") == (" ai ", " inflaz")
