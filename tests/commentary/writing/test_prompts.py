"""The order of a prompt, what its calls share, and the marks around data."""

from datetime import UTC, datetime, timedelta

import pytest

from commentary.language.rendering import RenderedSentence, RenderedText
from commentary.writing import material, prompts
from commentary.writing.drafts import Assignment
from tests.commentary.tables import document

NOW = datetime(2026, 11, 21, 13, 7, tzinfo=UTC)
TEXTS = {
    "en": RenderedText("Title", ((RenderedSentence("It fell.", "fact"),),)),
    "it": RenderedText("Titolo", ((RenderedSentence("È sceso.", "fact"),),)),
}


def assignment(kind="aggregate", tone="NOVICE", style="DRY"):
    return Assignment(kind, "all", tone, style, document())


def written(**changes):
    task = assignment(**changes)
    return prompts.to_write(task, task.slots, now=NOW)


def test_the_figures_come_first_and_the_task_last():
    text = written()
    places = [
        text.index(part)
        for part in (
            "WORDINGS",
            "FIGURES",
            "DUE NEXT",
            "HEADLINES",
            "Current time",
            prompts.part("aggregate")[:40],
        )
    ]
    assert places == sorted(places) and places[0] == 0


def test_what_was_wrong_comes_last():
    task = assignment()
    assert prompts.to_write(task, task.slots, now=NOW, feedback=["Use a slot."]).endswith("Use a slot.\n")


def test_writer_and_reviewer_share_their_beginning():
    task = assignment()
    basis = prompts.basis(task, task.slots)
    review = prompts.to_review(TEXTS, task, basis, now=NOW, text_id="x")
    assert review.startswith(basis[0]) and prompts.to_write(task, task.slots, now=NOW).startswith(basis[0])


def test_calls_of_one_tone_share_their_figures_at_another_time():
    task = assignment()
    one, other = (prompts.to_write(task, task.slots, now=NOW + timedelta(hours=hours)) for hours in (0, 6))
    shared = len(material.figures(task.slots))
    assert one[:shared] == other[:shared]


@pytest.mark.parametrize("kind", ["aggregate", "log"])
@pytest.mark.parametrize("style", ["DRY", "SPECULATIVE"])
def test_the_system_prompt_is_rider_form_and_style(kind, style):
    assert prompts.system(kind, style) == prompts.part("rider") + prompts.part("form") + prompts.part(
        f"style_{style.lower()}"
    )


def test_the_form_of_a_read_has_no_kind_of_sentence_that_its_material_lacks():
    whole, read = prompts.form("log").splitlines(), prompts.form("read").splitlines()
    assert [line.split(":")[0] for line in whole if line not in read] == ["story", "due"]


@pytest.mark.parametrize(
    ("kind", "style", "kinds"),
    [
        ("read", "DRY", ["fact", "note"]),
        ("read", "SPECULATIVE", ["fact", "note", "scenario"]),
        ("log", "DRY", ["fact", "note", "story", "due"]),
        ("aggregate", "SPECULATIVE", ["fact", "note", "story", "due", "scenario"]),
    ],
)
def test_kinds_of_sentence_are_those_of_text_and_style(kind, style, kinds):
    assert prompts.kinds_offered(assignment(kind=kind, style=style)) == kinds


def test_a_read_is_about_its_figures_alone():
    task = assignment(kind="read")
    assert prompts.ids_offered(task, task.slots) == material.listed_ids(task.slots)


def test_a_read_of_a_group_has_no_dates_due():
    assert "DUE NEXT" not in written(kind="read")


def test_both_languages_of_a_text_are_reviewed_in_one_call():
    task = assignment()
    text = prompts.to_review(TEXTS, task, [], now=NOW, text_id="7f")
    assert "English:" in text and "Italian:" in text and "text_id: 7f" in text


def test_a_text_stands_between_marks_that_it_does_not_hold():
    task = assignment()
    text = prompts.to_review(TEXTS, task, [], now=NOW, text_id="x")
    mark = text.split("=== ")[1].split("\n")[0]
    assert text.count(f"=== {mark}") == 4 and mark not in TEXTS["en"].whole


def test_marks_are_of_one_call():
    assert prompts.new_mark() != prompts.new_mark()


def test_about_may_name_what_the_prompt_lists():
    task = assignment()
    ids = prompts.ids_offered(task, task.slots)
    text = written()
    assert {"s1", "due1"} <= set(ids) and not {"quiet", "count"} & set(ids)
    assert all(f"[{id}]" in text or f"{{{id}." in text for id in ids)


def test_the_first_attempt_has_no_findings_in_its_prompt():
    assert prompts.retry([]) == ""


def test_the_example_of_each_kind_is_printed():
    for kind in prompts.examples():
        assert prompts.example(kind) in written(kind=kind)
