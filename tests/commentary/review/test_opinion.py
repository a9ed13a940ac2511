"""What a sentence rests on, what it reads like, and which class names it."""

import pytest

from commentary.review import likeness, opinion
from commentary.review.context import Context, sentences_of
from commentary.review.lexicon import check
from commentary.review.measured import Basis, basis
from commentary.review.normalise import fold
from commentary.review.review import review


def rests_on(text: str, lang: str = "en", kind: str = "read", style: str = "DRY") -> Basis:
    return basis(Context(fold(text, lang=lang).text, "", lang), kind, style)


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "Credit is running out of road."), ("it", "Il credito arranca in modo vistoso.")],
)
def test_a_sentence_about_markets_without_any_lawful_form_rests_on_nothing(lang, text):
    assert rests_on(text, lang) is Basis.NONE
    assert rests_on(text.replace("edit", "uoco"), lang) is Basis.LITTLE
    assert rests_on(text.replace(".", " 7."), lang) is Basis.LITTLE


@pytest.mark.parametrize(
    "text",
    [
        "Credit was little changed.",
        "Credit means lending.",
        "Credit was 3% larger.",
        "The ECB says that credit is scarce.",
        "Credit, running out of road",
    ],
)
def test_a_measured_explained_or_attributed_sentence_rests_on_something(text):
    assert rests_on(text) is Basis.SOME


def test_headers_and_scenarios_are_spared_that_question():
    assert rests_on("Credit is running out of road.", kind="log_header") is Basis.SOME
    assert rests_on("Credit is running out of road.", style="SPECULATIVE") is Basis.SOME


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
    assert {"yields", "the yields", "to #", "#", "^ the", "@told", "@header", "@speculative"} <= set(found)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_weights_tell_the_two_apart(lang):
    weights = likeness.load(lang)
    assert weights.score(["@told"]) < weights.score([])
    assert {name for row in weights.classes.values() for name in row} == {f"C{n:02}" for n in range(1, 35)}


def test_weights_that_cannot_be_read_are_an_error(tmp_path):
    (tmp_path / "likeness_en.json").write_text("{}", encoding="utf-8")
    with pytest.raises(KeyError):
        likeness.load("en", tmp_path)
    with pytest.raises(OSError, match="likeness_it"):
        likeness.load("it", tmp_path)
