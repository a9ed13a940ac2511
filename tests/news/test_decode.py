"""Decoding of feeds: the encoding named by a publisher is used only if it fits."""

import pytest

from news.feeds import decode

TEXT = "<rss>Città, più</rss>"


def text_of(body: bytes, content_type: str) -> str:
    return decode.text_of(body, content_type)[0]


def declared(encoding: str) -> str:
    return f'<?xml version="1.0" encoding="{encoding}"?>\n{TEXT}'


@pytest.mark.parametrize(
    "encoding", ["utf-8", "iso-8859-15", "windows-1252", "utf-16", "utf-16-le", "utf-32"]
)
def test_declared_encoding_is_followed(encoding):
    assert text_of(declared(encoding).encode(encoding), "text/xml") == TEXT


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_mark_needs_no_declaration(encoding):
    assert text_of(TEXT.encode(encoding), "application/xml") == TEXT


def test_header_comes_before_the_declaration():
    assert text_of(declared("utf-8").encode("iso-8859-1"), "text/xml; charset='iso-8859-1'") == TEXT


def test_wrong_declaration_gives_way_to_what_the_bytes_are():
    assert text_of(declared("us-ascii").encode(), "") == TEXT
    assert text_of(declared("no-such").encode(), "") == TEXT


def test_bytes_of_no_encoding_become_text():
    assert text_of(b"<rss>\x81\x8d\xe9</rss>", "application/xml; charset=utf-8").startswith("<rss>")


@pytest.mark.parametrize("encoding", ["punycode", "idna", "unicode_escape", "hex", "undefined"])
def test_encoding_that_is_none_of_documents_is_not_used(encoding):
    assert text_of(f"<?xml version='1.0' encoding='{encoding}'?><rss>a-b\\u0041</rss>".encode(), "") == (
        "<rss>a-b\\u0041</rss>"
    )


def test_only_the_start_may_declare():
    body = b"<?xml version='1.0'?>" + b"encoding='punycode'" * 100 + TEXT.encode()
    assert text_of(body, "").endswith(TEXT)


def test_blanks_before_the_document_fall_away():
    assert text_of(b"\n" * 5000 + declared("utf-8").encode(), "") == TEXT


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("header", ["application/xml", "text/xml; charset=utf-16"])
def test_two_bytes_a_character_need_neither_mark_nor_declaration(encoding, header):
    assert text_of(TEXT.encode(encoding), header) == TEXT


@pytest.mark.parametrize(
    "text",
    ["<rss>L’Italia alzerà le tasse: è già più € 5</rss>", "<rss>Café culture — the “new” façade</rss>"],
)
def test_undeclared_text_is_western_before_anything_is_guessed(text):
    assert text_of(text.encode("windows-1252"), "application/xml") == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("koi8-r", "<rss>Как пережить новогоднюю ночь и не остаться без денег</rss>"),
        ("euc-jp", "<rss>日本銀行は金融政策を据え置いた。物価の見通しを発表</rss>"),
    ],
)
def test_undeclared_text_of_another_script_is_not_taken_for_western(encoding, text):
    assert text_of(text.encode(encoding), "application/xml") == text


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "us-ascii", "utf-16", "koi8-r"])
def test_valid_utf8_wins_over_any_eight_bit_name(encoding):
    assert text_of(declared(encoding).encode(), "") == TEXT
    assert text_of(TEXT.encode(), f"text/xml; charset={encoding}") == TEXT


@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0" encoding="utf-8"?>'])
@pytest.mark.parametrize(
    ("bad", "text"),
    [(b"Caff\xe8", "Caffè"), (b"\xa33bn", "£3bn"), (b"caff\xc3", "caff"), (b"day\xe2\x80", "day")],
)
def test_one_bad_byte_is_repaired_alone(declaration, bad, text):
    body = declaration.encode() + "<rss>Perché ’ più – città ".encode() + bad + b"</rss>"
    found, repairs = decode.text_of(body, "")
    assert found == f"<rss>Perché ’ più – città {text}</rss>"
    assert repairs > 0


def test_surrogates_in_utf8_become_their_character():
    body = "<rss>Città ".encode() + b"\xed\xa0\xbd\xed\xba\x80 \xed\xa0\xbd</rss>"
    assert text_of(body, "") == "<rss>Città 🚀 \ufffd</rss>"


def test_text_of_one_encoding_with_few_accidental_sequences_stays_what_it_is():
    text = "<rss>È» Perché più città già è così</rss>"
    assert text_of(text.encode("windows-1252"), "") == text
