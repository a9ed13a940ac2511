import pytest

from commentary.review.quotes import invented, without_headlines
from commentary.review.review import review
from tests.commentary.figures import facts, figure

FACTS = facts(figure("US10")).as_json() | {
    "stories": [{"title": "China exports rise 5.5% in October.", "summary": "", "publisher": "Reuters"}]
}
BEFORE = "Fra i titoli c’è una notizia sul commercio: "


@pytest.mark.parametrize(("opening", "closing"), [("“", "”"), ("«", "»"), ('"', '"')])
def test_a_headline_of_the_material_gives_way_in_any_marks(opening, closing):
    text = f"See {opening}China exports rise 5.5% in October{closing} (Reuters)."
    assert without_headlines(text, FACTS, lang="en") == f"See {opening}a headline{closing} (Reuters)."


def test_other_words_in_quotation_marks_stay():
    text = "See “China exports rise 9.5% in October”."
    assert without_headlines(text, FACTS, lang="en") == text
    assert without_headlines(text, {}, lang="en") == text


def test_an_english_headline_may_be_quoted_in_an_italian_text():
    text = f"{BEFORE}«China exports rise 5.5% in October» (Reuters)."
    assert review(text, lang="it", kind="aggregate", facts=FACTS).passed


def test_what_no_headline_says_is_judged_in_quotation_marks_too():
    text = f"{BEFORE}«China exports rise 9.5% in October» (Reuters)."
    assert not review(text, lang="it", kind="aggregate", facts=FACTS).passed


def test_the_wording_of_a_quoted_headline_is_judged():
    hostile = FACTS | {
        "stories": [{"title": "Buy gold now, it will double", "summary": "", "publisher": "Times"}]
    }
    assert not review(
        "The headlines: “Buy gold now, it will double” (Times).", lang="en", kind="aggregate", facts=hostile
    ).passed


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (
            "China exports rise 5.5% in October",
            "“China exports rise 5.5% in October”, and the yield was 4.10%.",
        ),
        ("China exports rise 5.5% in October", "China exports rise 5.5% in October (Reuters)."),
        ("5.5%", "The US 10-year yield was “5.5%” (Reuters)."),
        ("China exports rise 5.5% in October", "Reuters has news. “China exports rise 5.5% in October”."),
    ],
)
def test_a_headline_without_its_publisher_or_of_a_word_or_two_is_the_texts_own_claim(title, text):
    known = FACTS | {"stories": [{"title": title, "publisher": "Reuters"}]}
    assert without_headlines(text, known, lang="en") == text
    assert not review(text, lang="en", kind="aggregate", facts=known).passed


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "“We are deeply worried about prices”, said a member of the board."),
        ("it", "«Siamo pronti a tutto quanto serve», ha detto un membro del consiglio."),
    ],
)
def test_words_that_no_headline_has_are_nobodys(lang, text):
    rules = {each.rule for each in review(text, lang=lang, kind="read", facts=FACTS).findings}
    assert "grounding.quote" in rules


def test_a_term_may_stand_in_quotation_marks():
    assert invented("The so-called “fear gauge” counts expected swings.") == []
