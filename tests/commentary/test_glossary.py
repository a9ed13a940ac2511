import pytest

from commentary.glossary.terms import terms


@pytest.mark.parametrize("language", ["en", "it"])
def test_forty_terms_are_complete(language):
    found = terms(language)
    assert len(found) == 40
    assert [term.id for term in found if not (term.term and term.definition.endswith("."))] == []


def test_both_languages_have_the_same_terms_in_the_same_order():
    assert [term.id for term in terms("en")] == [term.id for term in terms("it")]


def test_forms_begin_with_the_longest():
    spread = next(term for term in terms("en") if term.id == "hy_spread")
    assert spread.forms == (
        "high-yield spreads", "high yield spread", "high-yield spread", "junk spread", "HY spread",
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_form_belongs_to_two_terms(language):
    forms = [form.lower() for term in terms(language) for form in {f.lower() for f in term.forms}]
    assert sorted({form for form in forms if forms.count(form) > 1}) == []


def test_language_without_terms_has_none_explained():
    assert terms("fr") == ()
