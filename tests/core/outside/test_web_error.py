"""Errors of the HTTP client reveal only permitted parts of a URL."""

import pytest

from briefing.core.outside.http.errors import WebError, redacted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://a.example/f?api_key=k123&x=1", "https://a.example/f?api_key=***&x=1"),
        ("https://a.example/f?x-goog-signature=abc", "https://a.example/f?x-goog-signature=***"),
        ("https://a.example/f?v2token=abc&x=1", "https://a.example/f?v2token=***&x=1"),
        ("https://ada:secret@a.example/f", "https://***@a.example/f"),
        ("a-b-c-d of nothing", "a-b-c-d of nothing"),
    ],
)
def test_secrets_in_addresses_are_not_shown(text: str, shown: str):
    assert redacted(text) == shown


@pytest.mark.parametrize("hidden", ["\0", "\x07", "\x85", "\u202e", "\u2067", "\ud800"])
def test_characters_that_nobody_sees_are_marked_in_messages(hidden: str):
    address = f"https://a{hidden}.example/"
    error = WebError(f"The address {address} cannot be used.", code="bad_url", url=address)
    assert str(error) == "The address https://a\ufffd.example/ cannot be used."
    assert error.url == "https://a\ufffd.example/"
