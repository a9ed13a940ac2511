"""The review as a whole: it fails closed, and names its findings."""

import json
import random

import pytest

from commentary.review.review import KINDS, LONGEST, review
from commentary.review.verdict import Finding, Outcome, Verdict, failed, verdict_of
from commentary.rules.writer import compose
from tests.commentary.figures import facts, figure
from tests.commentary.review.shapes import SHAPES


def test_a_verdict_does_not_pass_unless_it_was_said():
    assert not Verdict().passed
    assert not failed("C34.any.error", "x").passed
    assert verdict_of([]).passed


def test_a_finding_that_does_not_block_lets_a_text_pass():
    assert verdict_of([Finding("fidelity.hedge", "", blocks=False)]).passed
    assert verdict_of([Finding("C01.en.x", "")]).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    "changes",
    [{"text": ""}, {"text": "  \n"}, {"text": None}, {"text": 7}, {"lang": "fr"}, {"lang": None}, {"lang": ["en"]},
     {"kind": "poem"}, {"kind": None}, {"style": "LOUD"}, {"facts": {"rows": 1}}, {"facts": [1]}, {"text": "a" * (LONGEST + 1)}],
)  # fmt: skip
def test_what_cannot_be_reviewed_fails(changes):
    arguments = {"text": "Yields fell.", "lang": "en", "kind": "read", "style": None, "facts": None} | changes
    verdict = review(arguments.pop("text"), **arguments)
    assert verdict.outcome is Outcome.ERROR


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_reviewed(kind):
    assert review("The yield fell in October 2026.", lang="en", kind=kind).passed
    assert not review("Buy gold now.", lang="en", kind=kind).passed


def test_a_finding_names_its_class_span_and_instruction():
    verdict = review("Yields fell. **Buy** the d\u200bip.", lang="en", kind="read")
    found = {finding.rule: finding for finding in verdict.findings}
    assert found["C01.en.imperative"].excerpt == "Buy"
    assert found["C34.any.hidden_character"].excerpt == "*Buy** the d\u200bip."
    assert found["C01.en.imperative"].instruction in verdict.instructions


@pytest.mark.parametrize("seed", range(20))
def test_the_rules_writers_texts_pass_with_their_own_facts(seed):
    chance = random.Random(seed)
    rows = [
        figure(
            key, unit="%", decimals=2, value=(value := round(chance.uniform(0.5, 8), 2)),
            prev=round(value + chance.uniform(-0.3, 0.3), 2), percentile=chance.uniform(0, 100),
            lowest=0.1, highest=9.9, frequency=chance.choice("DWMQA"),
        )
        for key in ("US10", "CPIE", "EURU", "QXA")
    ]  # fmt: skip
    frozen = facts(*rows, group=chance.choice(["bonds", "all"]))
    for tone in ("NOVICE", "INTERMEDIATE"):
        for lang, text in compose(frozen, tone=tone).items():
            verdict = review(
                "\n\n".join(filter(None, (text.title, text.body))), lang=lang, kind="read", style="DRY",
                facts=frozen.as_json(),
            )  # fmt: skip
            assert [(f.rule, f.excerpt) for f in verdict.findings] == []


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_text_gets_a_verdict(shape, lang):
    rows = [
        {"key": f"k{n}", "label": f"row {n}", "value": n * 1.37, "prev": n * 1.3, "unit": "%"}
        for n in range(40)
    ]
    for length, ends in (
        (LONGEST - 1, {Outcome.PASS, Outcome.FAIL}),
        (100_000, {Outcome.FAIL, Outcome.ERROR}),
    ):
        text = (SHAPES[shape] * length)[:length] + "."
        verdict = review(
            text,
            lang=lang,
            kind="log_header",
            style="SPECULATIVE",
            facts={"as_of": "2026-11-20", "rows": rows},
        )
        assert verdict.outcome in ends


def test_hostile_characters_do_not_break_the_verdict():
    for text in ("\ud800", "\x00\x01", "\u202e" * 50, "\ufeff", "é" * 100, json.dumps({"a": 1})):
        assert review(text, lang="it", kind="read").outcome in (Outcome.PASS, Outcome.FAIL, Outcome.ERROR)
