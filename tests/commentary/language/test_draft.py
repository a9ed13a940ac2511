"""The form of a model's answer, and what has it not."""

import json

import pytest

from commentary.language.draft import (
    MOST_LETTERS,
    MOST_SENTENCES,
    UnusableDraft,
    as_json,
    parse_draft,
    read_sentence,
    slots_in,
)

GOOD = {
    "kind": "fact",
    "about": ["us10"],
    "en": "{us10.name} fell.",
    "it": "{us10.name} è sceso.",
    "ends": True,
}


def test_a_sentence_keeps_its_kind_its_figures_and_its_texts():
    found = read_sentence(GOOD)
    assert (found.kind, found.about, found.ends, found.slots("it")) == (
        "fact",
        ("us10",),
        True,
        [("us10", "name")],
    )


def test_blanks_and_line_ends_are_one_blank():
    assert read_sentence(GOOD | {"en": " a\n\n b\t"}).texts["en"] == "a b"


@pytest.mark.parametrize(
    "broken",
    [None, "prose", 4, [], {}, {"kind": "fact"}, GOOD | {"kind": "mood"}, GOOD | {"kind": "quiet"}, GOOD | {"kind": "explain"},
     GOOD | {"kind": None}, GOOD | {"about": None}, GOOD | {"about": [1]}, GOOD | {"about": {"us10": 1}}, GOOD | {"en": None},
     GOOD | {"it": 4}, GOOD | {"it": ""}, GOOD | {"en": "x" * (MOST_LETTERS + 1)}, {key: GOOD[key] for key in ("kind", "about", "en")}],
)  # fmt: skip
def test_a_sentence_without_the_form_has_no_kind(broken):
    assert read_sentence(broken).kind == ""


@pytest.mark.parametrize(
    "answer",
    [{}, {"sentences": []}, {"sentences": "prose"}, {"sentences": {"en": "x"}}, {"sentences": [GOOD] * (MOST_SENTENCES + 1)},
     {"sentences": [GOOD] * 10_000}, {"title": "prose", "sentences": [GOOD]}, {"title": {"en": "One language"}, "sentences": [GOOD]},
     {"title": {"en": "", "it": "Titolo"}, "sentences": [GOOD]}, {"title": {"en": "x" * 201, "it": "Titolo"}, "sentences": [GOOD]}],
)  # fmt: skip
def test_an_answer_without_the_form_is_unusable(answer):
    with pytest.raises(UnusableDraft):
        parse_draft(answer)


def test_one_broken_sentence_costs_no_other():
    assert [each.kind for each in parse_draft({"sentences": [GOOD, "prose", GOOD]}).sentences] == [
        "fact",
        "",
        "fact",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{4.1}",
        "{us10}",
        "{us10.value!r}",
        "{US10.value}",
        "{us10 value}",
        "{us10.value",
        "{{us10.value}",
        "{.value}",
        "{us10.}",
    ],
)
def test_braces_that_are_no_slot_print_nothing(text):
    assert [slot for slot in slots_in(text) if slot[0] == "us10" and slot[1] == "value"] == (
        [("us10", "value")] if text == "{{us10.value}" else []
    )


def test_a_draft_goes_out_and_comes_back():
    answer = {
        "title": {"en": "A", "it": "B"},
        "sentences": [GOOD, {key: GOOD[key] for key in ("kind", "about", "en", "it")}],
    }
    assert parse_draft(json.loads(as_json(parse_draft(answer)))) == parse_draft(answer)


@pytest.mark.parametrize("about", [["us10"] * 25, ["u" * 41], ["us10"] * 100_000])
def test_a_sentence_about_more_than_it_can_say_has_not_the_form(about):
    assert parse_draft({"sentences": [GOOD | {"about": about}]}).sentences[0].kind == ""
