"""What a whole text must be: long enough, and not the text before it."""

import pytest

from commentary.language.draft import LANGUAGES, SlotDraft, SlotSentence
from commentary.writing import form
from commentary.writing.drafts import Assignment
from tests.commentary.tables import WHOLE, document

LONG = "One plain word follows another until there are enough of them for a text of this kind to be called long enough by the form that it is held against, which asks for forty words of it at least and no fewer."


def rules_of(text, *, kind="aggregate", title="A title", **facts):
    draft = SlotDraft({"en": title, "it": title}, (SlotSentence("fact", (), dict.fromkeys(LANGUAGES, text)),))
    found = form.check(draft, Assignment(kind, "all", "NOVICE", "DRY", document() | facts), WHOLE)
    return [finding.rule for each in found for finding in each.findings["en"]]


def test_a_long_text_passes():
    assert rules_of(LONG) == []


@pytest.mark.parametrize("kind", form.LEAST_WORDS)
def test_a_short_text_is_refused(kind):
    assert rules_of("Too short.", kind=kind) == ["form.length"]


def test_a_read_may_be_shorter():
    assert rules_of(" ".join(LONG.split()[:16]) + ".", kind="read") == []


@pytest.mark.parametrize("name", ["previous", "beside"])
def test_the_title_of_an_earlier_text_is_refused(name):
    assert rules_of(LONG, **{name: {"title": "A TITLE!", "text": "Other."}}) == ["form.repeated"]


@pytest.mark.parametrize("name", ["previous", "beside"])
def test_the_opening_of_an_earlier_text_is_refused(name):
    assert rules_of(LONG, **{name: {"title": "Other", "text": f"{LONG} And more."}}) == ["form.repeated"]


def test_a_finding_is_about_the_whole_text():
    draft = SlotDraft(None, (SlotSentence("fact", (), dict.fromkeys(LANGUAGES, "Short.")),))
    (found,) = form.check(draft, Assignment("read", "all", "NOVICE", "DRY", document()), WHOLE)
    assert found.is_whole and not found.passed


def test_a_slot_that_is_not_there_is_left_to_its_sentence():
    draft = SlotDraft(None, (SlotSentence("fact", (), dict.fromkeys(LANGUAGES, "{us10.nothing}")),))
    assert form.check(draft, Assignment("read", "all", "NOVICE", "DRY", document()), WHOLE) == []
