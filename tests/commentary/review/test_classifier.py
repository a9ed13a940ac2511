"""What a sentence reads like as a whole, and which class names it."""

import tracemalloc
import zlib

import pytest

from commentary.review import classifier, weights
from commentary.review.context import Context, sentences_of
from commentary.review.features import Features, features
from commentary.review.normalise import fold
from commentary.review.review import review
from commentary.review.verdict import Finding


@pytest.mark.parametrize(
    ("lang", "text", "name"),
    [
        ("en", "Smart savers would be snapping these notes off the shelf.", "C02"),
        ("it", "Chi teme il ribasso si procuri un ombrello di opzioni.", "C24"),
    ],
)
def test_a_violation_that_no_rule_foresaw_is_refused_and_named(lang, text, name):
    verdict = review(text, lang=lang, kind="read")
    assert not verdict.passed
    assert name in {finding.rule[:3] for finding in verdict.findings}


def test_a_finding_of_the_lexicon_stands_whatever_the_words_say():
    text = "The median of economists polled by Reuters was 2.1% in October 2026."
    folded = fold(text)
    sentences = sentences_of(folded.text, "en")
    found = [Finding("C06.en.target_level", "2.1%")]
    assert classifier.check(folded, sentences, [], kind="read", style="DRY") == []
    assert classifier.check(folded, sentences, found, kind="read", style="DRY") == found


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


def test_an_empty_text_has_no_findings():
    assert classifier.check(fold("\n"), [], [], kind="read", style="DRY") == []


def test_features_are_stems_pairs_and_the_form_of_a_sentence():
    context = Context("the yields fell to 4.12%.", "", "en")
    found = features(context, kind="log_header", style="SPECULATIVE")
    assert {"yield", "the yield", "to #", "#", "^ the", "@told", "@header", "@speculative"} <= found.words
    assert {"'~the~", "'yield", "'fell~", "'~to~#", "the_fell", "the_to"} <= found.parts
    assert {part for part in found.parts if "|" in part} == {"fell|yield"}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_weights_tell_the_two_apart(lang):
    known = weights.load(lang)
    told, plain = (Features(frozenset(marks), frozenset()) for marks in ({"@told"}, ()))
    assert known.score(told) < known.score(plain)
    assert known.names == tuple(f"C{n:02}" for n in range(1, 35))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_weights_are_small(lang):
    assert (weights.FOLDER / f"{lang}.bin").stat().st_size <= 400_000
    weights.load.cache_clear()
    tracemalloc.start()
    weights.load(lang)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most <= 10_000_000


def test_weights_are_read_as_they_were_written(tmp_path):
    known = weights.ClassifierWeights(
        -1.5, 0.1, ("C01", "C02"), {"buy": 127, "'old~": -127, "gold": 3}, {"buy": b"\x05\xfb"}
    )
    weights.write(known, tmp_path / "en.bin")
    again = weights.load("en", tmp_path)
    assert again == known
    assert again.by_class(["buy", "gold", "tea"]) == {"C01": 5.0, "C02": -5.0}
    assert again.by_class(["tea"]) == {}


@pytest.mark.parametrize(
    "spoilt",
    [b"", b"{}", zlib.compress(b"{}"), zlib.compress(b'{"naming": 1, "classes": ["C01"]}\n\na\n\nb')],
)
def test_weights_that_cannot_be_read_are_an_error(tmp_path, spoilt):
    (tmp_path / "en.bin").write_bytes(spoilt)
    with pytest.raises((ValueError, KeyError)):
        weights.load("en", tmp_path)


def test_weights_that_are_not_there_are_an_error(tmp_path):
    with pytest.raises(OSError, match=r"it\.bin"):
        weights.load("it", tmp_path)
