"""Errors of the HTTP client reveal only permitted parts of a URL."""

import pytest

from briefing.core.outside.http.errors import redacted


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
