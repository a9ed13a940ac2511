"""What a sentence rests on, what it reads like, and which class names it."""

import pytest

from commentary.review import likeness, opinion
from commentary.review.context import Context, sentences_of
from commentary.review.lexicon import check
from commentary.review.normalise import fold
from commentary.review.review import review


@pytest.mark.parametrize(
    ("lang", "text", "name"),
    [
        ("en", "Smart savers would be snapping these notes off the shelf.", "C02"),
        ("it", "Chi teme il ribasso si procuri un ombrello di opzioni.", "C24"),
    ],
)
def test_an_opinion_that_no_rule_foresaw_is_refused_and_named(lang, text, name):
    verdict = review(text, lang=lang, kind="read")
    assert not verdict.passed
    assert name in {finding.rule[:3] for finding in verdict.findings}


def test_a_broad_rule_is_overruled_in_a_plainly_lawful_sentence():
    text = (
        "In the survey of the Bank of England the median probability of lower sales was 35% in October 2026."
    )
    folded = fold(text)
    sentences = sentences_of(folded.text, "en")
    found = check(folded, sentences, kind="read")
    assert [(f.rule, f.weak) for f in found] == [("C13.en.odds", True)]
    assert opinion.check(folded, sentences, found, kind="read", style="DRY") == []


FIGURES = {
    "en": "Euro area inflation was 2.1% in October, according to Eurostat, after 2.2% in September, "
    "and the unemployment rate was 6.3%, unchanged from a month earlier",
    "it": "L'inflazione dell'area euro è stata del 2,1% in ottobre, secondo Eurostat, dopo il 2,2% di settembre, "
    "e il tasso di disoccupazione è rimasto al 6,3%, invariato rispetto a un mese prima",
}


@pytest.mark.parametrize(
    ("lang", "clause"),
    [
        ("en", "so buy gold now"),
        ("en", "and our price target for Apple is 300 dollars"),
        ("en", "so bonds look cheap"),
        ("en", "buy gold"),
        ("it", "quindi comprate oro adesso"),
        ("it", "il che rende conveniente entrare ora"),
        ("it", "e l'oro salirà a 5.000 dollari"),
    ],
)
def test_a_line_of_figures_does_not_drown_the_clause_behind_it(lang, clause):
    assert review(f"{FIGURES[lang]}.", lang=lang, kind="read").passed
    assert not review(f"{FIGURES[lang]}, {clause}.", lang=lang, kind="read").passed


def test_the_likeliest_class_comes_first():
    verdict = review(
        "The price target is 40 and patient savers may want to own some.", lang="en", kind="read"
    )
    assert {"C02", "C06"} <= {finding.rule[:3] for finding in verdict.findings}
    ranked = [finding.rule[:3] for finding in verdict.findings]
    assert ranked == sorted(ranked, key=ranked.index)


def test_an_empty_text_has_no_opinion():
    assert opinion.check(fold("\n"), [], [], kind="read", style="DRY") == []


def test_features_are_stems_pairs_and_the_form_of_a_sentence():
    context = Context("the yields fell to 4.12%.", "", "en")
    found = likeness.features(context, kind="log_header", style="SPECULATIVE")
    assert {"yields", "the yields", "to #", "#", "^ the", "@told", "@header", "@speculative"} <= found.words
    assert {"~the~", "yield", "fell~", "~to~#"} <= found.pieces
    assert {piece for piece in found.pieces if "|" in piece} == {"fell|yields"}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_weights_tell_the_two_apart(lang):
    weights = likeness.load(lang)
    told, plain = (likeness.Features(frozenset(marks), frozenset()) for marks in ({"@told"}, ()))
    assert weights.score(told) < weights.score(plain)
    assert {name for row in weights.classes.values() for name in row} == {f"C{n:02}" for n in range(1, 35)}


def test_weights_that_cannot_be_read_are_an_error(tmp_path):
    (tmp_path / "likeness_en.json").write_text("{}", encoding="utf-8")
    with pytest.raises(KeyError):
        likeness.load("en", tmp_path)
    with pytest.raises(OSError, match="likeness_it"):
        likeness.load("it", tmp_path)
