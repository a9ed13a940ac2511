"""The review as a whole: it fails closed, and names its findings."""

import json

import pytest

from commentary.review import lexicon
from commentary.review.review import KINDS, LONGEST, review
from commentary.review.verdict import Finding, ReviewOutcome, Verdict, failed, verdict_of
from tests.commentary.review.shapes import SHAPES


def test_a_verdict_does_not_pass_unless_it_was_said():
    assert not Verdict().passed
    assert not failed("C34.any.error", "x").passed
    assert verdict_of([]).passed


def test_a_finding_fails_a_text():
    assert verdict_of([Finding("C01.en.x", "")]).outcome is ReviewOutcome.FAIL


@pytest.mark.parametrize(
    "changes",
    [{"text": ""}, {"text": "  \n"}, {"text": None}, {"text": 7}, {"lang": "fr"}, {"lang": None}, {"lang": ["en"]},
     {"kind": "poem"}, {"kind": None}, {"style": "LOUD"}, {"text": "a" * (LONGEST + 1)}],
)  # fmt: skip
def test_what_cannot_be_reviewed_fails(changes):
    arguments = {"text": "Yields fell.", "lang": "en", "kind": "read", "style": None} | changes
    verdict = review(arguments.pop("text"), **arguments)
    assert verdict.outcome is ReviewOutcome.ERROR


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_reviewed(kind):
    assert review("The yield fell in October 2026.", lang="en", kind=kind).passed
    assert not review("Buy gold now.", lang="en", kind=kind).passed


def test_a_finding_names_its_class_span_and_instruction():
    verdict = review("Yields fell. **Buy** the d\u200bip.", lang="en", kind="read")
    found = {finding.rule: finding for finding in verdict.findings}
    assert found["C01.en.imperative"].excerpt == "Buy"
    assert found["C34.any.hidden_character"].excerpt == "*Buy** the d\u200bip."
    assert found["C01.en.imperative"].instruction == lexicon.classes()["C01"]["instruction"]


def test_closed_words_are_checked_by_the_lexicon_alone():
    closed = {"lang": "it", "kind": "log_header", "is_closed": True}
    assert review("La Fed taglia i tassi al 4,06%", **closed).passed
    assert not review("Buy gold now.", **closed | {"lang": "en"}).passed


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_text_gets_a_verdict(shape, lang):
    for length, ends in (
        (LONGEST - 1, {ReviewOutcome.PASS, ReviewOutcome.FAIL}),
        (100_000, {ReviewOutcome.FAIL, ReviewOutcome.ERROR}),
    ):
        text = (SHAPES[shape] * length)[:length] + "."
        verdict = review(text, lang=lang, kind="log_header", style="SPECULATIVE")
        assert verdict.outcome in ends


def test_hostile_characters_do_not_break_the_verdict():
    for text in ("\ud800", "\x00\x01", "\u202e" * 50, "\ufeff", "é" * 100, json.dumps({"a": 1})):
        assert review(text, lang="it", kind="read").outcome in (
            ReviewOutcome.PASS,
            ReviewOutcome.FAIL,
            ReviewOutcome.ERROR,
        )
