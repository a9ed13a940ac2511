import pytest

from commentary.review.quotes import without_headlines
from commentary.review.review import review
from tests.commentary.figures import facts, figure

FACTS = facts(figure("US10")).as_json() | {
    "stories": [{"title": "China exports rise 5.5% in October.", "summary": ""}]
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
    hostile = FACTS | {"stories": [{"title": "Buy gold now, it will double", "summary": ""}]}
    assert not review(
        "The headlines: “Buy gold now, it will double”.", lang="en", kind="aggregate", facts=hostile
    ).passed
