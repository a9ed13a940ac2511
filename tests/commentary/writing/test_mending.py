"""The rules' sentences in the place of those that fail, at most a third of them."""

from commentary.language.draft import LANGUAGES, SlotDraft
from commentary.language.rendering import render
from commentary.review.verdict import Finding
from commentary.writing import mending
from commentary.writing.checks import draft as checks
from tests.commentary.tables import WHOLE, sentence

US = sentence("fact", ["us10"], "{us10.name} fell to {us10.value}.", "{us10.name} è sceso a {us10.value}.")
GB = sentence("fact", ["gb10"], "{gb10.name} rose to {gb10.value}.", "{gb10.name} è salito a {gb10.value}.")
OIL = sentence("fact", ["brnt"], "{brnt.name} rose to {brnt.value}.", "{brnt.name} è salito a {brnt.value}.")
WRONG = sentence("fact", ["us10"], "{us10.name} rose.", "{us10.name} è salito.")
WRONG_IN_ITALIAN = sentence(
    "fact", ["us10"], "{us10.name} fell to {us10.value}.", "{us10.name} è salito a {us10.value}."
)
NOTE = sentence("note", ["us10"], "{us10.short} is good news.", "{us10.short} è una buona notizia.")


def mended(*sentences, title=None, rules=None):
    draft = SlotDraft(title, sentences)
    return mending.mended(draft, checks.check(draft, WHOLE, kind="aggregate"), rules, WHOLE)


def test_a_text_without_failures_stays_as_it_is():
    draft = SlotDraft(None, (US, GB))
    assert mended(US, GB) == dict.fromkeys(LANGUAGES, draft)


def test_one_failing_sentence_of_three_is_the_rules():
    draft = mended(WRONG, GB, OIL)["en"]
    assert [each.by_rules for each in draft.sentences] == [True, False, False]
    assert "fell" in render(draft, WHOLE, "en").body.split(".")[0]


def test_two_failing_sentences_of_three_are_too_many():
    assert mended(WRONG, WRONG, OIL) == {}


def test_a_language_that_fails_costs_the_other_nothing():
    assert set(mended(WRONG_IN_ITALIAN, GB)) == {"en"}


def test_a_failing_note_is_left_out():
    assert mended(US, GB, NOTE)["en"].sentences == (US, GB)


def test_a_failing_headline_is_quoted():
    story = sentence("story", ["s3"], "Marlow is bust.", "Marlow è fallita.")
    found = mended(US, GB, story)["en"].sentences[-1]
    assert found.by_rules and "{s3.title}" in found.texts["en"]


def test_the_end_of_a_paragraph_stays():
    ending = sentence("note", ["us10"], NOTE.texts["en"], NOTE.texts["it"]).__class__(
        "note", ("us10",), NOTE.texts, ends=True
    )
    assert mended(US, ending, GB)["en"].sentences[0].ends


def test_a_failing_title_is_the_rules():
    title = {"en": "{us10.name} rises", "it": "{us10.name} sale"}
    rules = SlotDraft({"en": "{us10.name} falls", "it": "{us10.name} scende"}, (US,))
    assert mended(US, GB, title=title, rules=rules)["en"].title == rules.title


def test_a_failing_title_without_one_of_the_rules_costs_the_text():
    assert mended(US, GB, title={"en": "{us10.name} rises", "it": "{us10.name} sale"}) == {}


def test_of_the_rules_own_text_a_refused_sentence_is_left_out():
    draft = SlotDraft(None, (US, WRONG))
    left = mending.without_failures(draft, checks.check(draft, WHOLE, kind="read", by_rules=True))
    assert left == SlotDraft(None, (US,))


def test_of_a_rules_text_of_which_nothing_passes_nothing_is_left():
    draft = SlotDraft(None, (WRONG,))
    assert mending.without_failures(draft, checks.check(draft, WHOLE, kind="read", by_rules=True)) is None


def objected(excerpt, language="", title=None):
    drafts = dict.fromkeys(LANGUAGES, SlotDraft(title, (US, GB, OIL)))
    finding = Finding("C01", excerpt, "", language=language)
    return mending.without_objections(drafts, [finding], None, WHOLE)


def test_a_sentence_that_the_second_reviewer_quotes_is_the_rules():
    assert [each.by_rules for each in objected("The UK 10-year yield rose", "en")["en"].sentences] == [
        False,
        True,
        False,
    ]


def test_an_objection_to_one_language_leaves_the_other():
    assert not any(each.by_rules for each in objected("The UK 10-year yield rose", "en")["it"].sentences)


def test_an_objection_that_quotes_nothing_costs_the_text():
    assert objected("words that stand nowhere") == {}


def test_an_objection_to_words_that_the_title_has_too_costs_the_text():
    title = {"en": "The UK 10-year yield rose", "it": "Sale il rendimento"}
    assert set(objected("UK 10-year yield rose", "en", title)) == {"it"}
