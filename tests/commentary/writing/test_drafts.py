"""A model's reply read as one JSON object that means one thing and can be stored."""

import pytest

from commentary.writing.drafts import read_object


def test_an_object_alone_or_in_a_fence_is_read():
    assert read_object(' {"a": "b"} ') == read_object('```json\n{"a": "b"}\n```') == {"a": "b"}


@pytest.mark.parametrize("text", ["Sure!", '{"a": 1', "[1]", "[" * 200_000, '{"a": ' + "9" * 5000 + "}"])
def test_anything_else_is_none(text):
    assert read_object(text) is None


@pytest.mark.parametrize("letter", [r"\u0000", r"\ud800", r"x\udc00\ud800", r"\\\u0000", "\ud800"])
def test_a_letter_that_no_database_stores_is_refused(letter):
    assert read_object(f'{{"a": [{{"b": "{letter}"}}]}}') is None


@pytest.mark.parametrize("letter", [r"\\u0000", r"\ud83d\ude00", r"\\\\u0000"])
def test_backslashes_and_whole_pairs_are_read(letter):
    assert read_object(f'{{"a": "{letter}"}}') is not None


def test_a_key_that_stands_twice_is_refused_wherever_it_stands():
    """Which of two verdicts counts would be for the parser to say."""
    assert read_object('{"verdict": "fail", "verdict": "pass"}') is None
    assert read_object('{"sentences": [{"en": "A.", "en": "B."}]}') is None
