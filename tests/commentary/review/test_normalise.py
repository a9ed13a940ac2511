"""Folding: what looks like a word is read as that word, and the map leads back to the original."""

import pytest

from commentary.review.normalise import fold


@pytest.mark.parametrize(
    "text",
    [
        "B\u200buy gold",
        "\u0412uy gold",
        "B.u.y. gold",
        "b u y gold",
        "B&#117;y gold",
        "**B**uy gold",
        "\uff22\uff55\uff59 gold",
        "B<b></b>uy gold",
        "B\u00aduy gold",
        "\U0001d401\U0001d42e\U0001d432 gold",
        "Bu-\ny gold",
        "B-u-y gold",
        "B*u*y gold",
        "buy g0ld",
        "BUY\u00a0GOLD",
        "buy\ngold",
        "b\u200d\u2060u\u200by gold",
        "[Buy](https://example.org) gold",
    ],
)
def test_disguised_words_are_read(text):
    assert fold(text).text.replace("buy. ", "buy ") == "buy gold"


@pytest.mark.parametrize(
    ("text", "oddity"),
    [
        ("Yields\u200b fell", "hidden_character"),
        ("Yi\u00adelds fell", "hidden_character"),
        ("\u0443ields fell", "foreign_letters"),
        ("y i e l d s fell", "spaced_letters"),
    ],
)
def test_what_no_honest_writer_does_is_an_oddity(text, oddity):
    assert {name for name, _start, _end in fold(text).oddities} == {oddity}


@pytest.mark.parametrize(
    "text",
    [
        "The yield\u00a0was 4.1\u2009%",
        "L’indice è salito",
        "“Prices rose,” it said — twice",
        "U.S. yields",
        "σ of 2",
    ],
)
def test_ordinary_typography_is_no_oddity(text):
    assert fold(text).oddities == []


def test_quotes_dashes_and_blanks_are_unified():
    assert fold("L’«indice»  –  su").text == 'l\'"indice" - su'


def test_an_apostrophe_for_an_accent_is_read_in_italian_alone():
    assert fold("comprera' oro", lang="it").text == "comprerà oro"
    assert fold("the banks' profit", lang="en").text == "the banks' profit"


def test_names_with_digits_stay():
    assert fold("G7 and b2b and M2").text == "g7 and b2b and m2"


def test_an_excerpt_is_in_the_original_words():
    folded = fold("Yields fell. B\u200buy &amp; hold <b>gold</b>!")
    start = folded.text.index("buy")
    assert folded.excerpt(start, folded.text.index("gold") + 4) == "B\u200buy &amp; hold <b>gold"


def test_there_is_an_offset_for_every_character():
    for text in ("ﷺ &amp; İstanbul", "a\u0301\u0302 <br> x", "", "\u200b", "&&&<<<>>>"):
        folded = fold(text)
        assert len(folded.text) == len(folded.offsets)
        assert all(0 <= offset < len(text) for offset in folded.offsets)
