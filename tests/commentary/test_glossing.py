"""Terms of the glossary in a text: once, the longest form, in both languages, and as HTML that anyone can use."""

import re

import pytest

from commentary.glossary.marking import glossed
from commentary.glossary.terms import terms
from commentary.log_queries import LogEntry
from commentary.templatetags.commentary import paragraphs
from tests.commentary.conftest import NOW


def found(language: str, *texts: str) -> list[tuple[str, str]]:
    return [(p.text, p.term.id) for pieces in glossed(texts, language) for p in pieces if p.term]


def entry(*texts: str, language: str = "en") -> LogEntry:
    return LogEntry(
        id=7, tone="NOVICE", style="DRY", title="The yield", paragraphs=list(texts), language=language,
        written_by="rules", written_at=NOW, cycle=NOW, basis=[], headlines=[],
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_form_of_every_term_is_found(language):
    missed = []
    first: dict[str, str] = {}
    for term in terms(language):
        for form in term.forms:
            owner = first.setdefault(form.casefold(), term.id)
            if found(language, f"«{form}»") != [(form, owner)]:
                missed.append(form)
    assert missed == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_text_stays_as_it_was(language):
    texts = [
        f"A {term.term}, {term.term.upper()} ({form})." for term in terms(language) for form in term.forms
    ]
    pieces = glossed(texts, language)
    assert ["".join(piece.text for piece in parts) for parts in pieces] == texts


def test_a_term_is_explained_once_in_a_text():
    assert found("en", "A basis point is small.", "Two basis points, or 2 bp.") == [
        ("basis point", "basis_point")
    ]


def test_the_longest_form_wins():
    assert found("en", "The yield curve moved.") == [("yield curve", "yield_curve")]
    assert found("it", "La curva dei rendimenti si è mossa.") == [("curva dei rendimenti", "yield_curve")]


def test_inflected_and_capital_forms_are_found():
    assert found("en", "Yields rose.") == [("Yields", "yield")]
    assert found("it", "I rendimenti sono saliti.") == [("rendimenti", "yield")]


def test_a_form_inside_a_word_is_none():
    assert found("en", "Unyielding, high-yielder, spreadsheets.") == []


def test_blanks_and_apostrophes_of_any_kind_are_the_same():
    assert found("en", "a basis\N{NO-BREAK SPACE}point") == [("basis\N{NO-BREAK SPACE}point", "basis_point")]


def test_novices_get_buttons_with_explanations():
    html = paragraphs(entry("The yield curve moved."), "NOVICE")
    identity = "term-logentry-7-yield_curve"
    definition = next(term.definition for term in terms("en") if term.id == "yield_curve")
    assert html == (
        f'<p>The <glossary-term><span class="term" role="button" tabindex="0" aria-describedby="{identity}">yield curve</span>'
        f'<span class="tip" role="tooltip" id="{identity}">{definition}</span></glossary-term> moved.</p>'
    )


def test_a_term_stays_in_one_line_with_what_stands_against_it():
    html = paragraphs(entry("Sale l’inflazione, non il PIL.", language="it"), "NOVICE")
    parts = re.sub(r'<span class="tip".*?</span>', "", html)
    assert re.findall(r'<span class="whole">(.*?)</span>', re.sub(r'</?glossary-term>|<span class="term".*?>(.*?)</span>', r"\1", parts)) == [
        "l’inflazione,", "PIL.",
    ]  # fmt: skip
    assert re.sub(r"<[^>]+>", "", parts) == "Sale l’inflazione, non il PIL."


def test_other_tones_get_plain_paragraphs():
    assert paragraphs(entry("The yield moved."), "INTERMEDIATE") == "<p>The yield moved.</p>"


def test_what_a_text_says_is_never_markup():
    html = paragraphs(entry("<a href='/x'>yield</a> & more"), "NOVICE")
    assert "<a" not in html
    assert "&lt;a href=&#x27;/x&#x27;&gt;" in html


def test_identities_are_unique_within_a_text():
    texts = [f"{term.term}." for term in terms("it")]
    identities = re.findall(r' id="([^"]+)"', paragraphs(entry(*texts, language="it"), "NOVICE"))
    assert len(identities) == len(set(identities)) == len({term.term.casefold() for term in terms("it")})
