"""What a model's reply must be to count as a draft."""

import json

import pytest

from commentary.writing.drafts import Draft, read_draft, read_object
from tests.commentary.author import text


def test_a_draft_keeps_title_and_paragraphs():
    draft = read_draft(text(" One\n line. ", "Two.", title=" Head "), titled=True)
    assert draft == Draft("Head", ("One line.", "Two."))
    assert (draft.body, draft.whole) == ("One line.\n\nTwo.", "Head\n\nOne line.\n\nTwo.")


def test_an_unasked_title_is_dropped():
    assert read_draft(text("One.", title="Head"), titled=False) == Draft("", ("One.",))


def test_one_fence_is_taken_off():
    assert read_object('```json\n{"a": 1}\n```') == {"a": 1}


@pytest.mark.parametrize(
    "reply",
    [
        "", "Rates rose.", "[]", "null", '{"title": "x"}', text(title="Head"), text("", title="Head"),
        text("One."), text(*["One."] * 5, title="Head"), text("x" * 4001, title="Head"), text("One.", title="x" * 201),
        json.dumps({"title": "Head", "paragraphs": "One."}), json.dumps({"title": "Head", "paragraphs": [1]}),
        json.dumps({"title": 1, "paragraphs": ["One."]}), "[" * 100_000, f'Here: {text("One.", title="Head")}',
        text("One <b>two</b>.", title="Head"), text("One.", title="<i>Head</i>"), text("One &amp; two.", title="Head"),
    ],
)  # fmt: skip
def test_anything_else_is_no_draft(reply):
    assert read_draft(reply, titled=True) is None


def test_a_stored_text_becomes_its_draft_again():
    draft = Draft("Head", ("One.", "Two."))
    assert Draft.of(draft.title, draft.body) == draft
