"""What stands side by side in one text by rules: figures of one day, each told once, and one explanation."""

import pytest

from commentary.facts.snapshot import Facts
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import log_writer, read_writer
from tests.commentary.figures import figure
from tests.commentary.rows import AS_OF

DAY_BEFORE = {"period": "2026-11-19", "date": "2026-11-19"}


@pytest.mark.parametrize("writer", [read_writer, log_writer])
@pytest.mark.parametrize(("changes", "is_told"), [({}, True), (DAY_BEFORE, False)])
def test_yields_side_by_side_are_of_one_day(writer, changes, is_told):
    rows = (
        figure("US10", value=4.3, prev=4.0, usual_move=0.05, new=True, newsworthiness=5.0),
        figure("GB10", value=4.5, prev=4.7, usual_move=0.05, new=True, newsworthiness=4.0, **changes),
    )
    facts = Facts("all", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    body = render(writer.write(facts, slots), slots, "en").body
    assert ("UK 10-year yield" in body) == is_told


@pytest.mark.parametrize(("prev", "is_told"), [(2.90, False), (2.97, True)])
def test_a_yield_that_moved_like_its_family_is_not_told(prev, is_told):
    rows = (
        figure("DE10", value=2.76, prev=2.82, usual_move=0.03, new=True, newsworthiness=2.0),
        figure("EA10", value=2.85, prev=prev, usual_move=0.03, new=True, newsworthiness=1.0),
    )
    for facts in (Facts("all", AS_OF, rows), Facts("bonds", AS_OF, rows)):
        slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
        assert ("AAA" in render(read_writer.write(facts, slots), slots, "en").body) == is_told


@pytest.mark.parametrize("writer", [read_writer, log_writer])
def test_newcomers_read_one_explanation_though_the_first_figure_has_none(writer):
    rows = (
        figure("SLOO", value=20.0, prev=15.0, unit="", usual_move=0.5, new=True, newsworthiness=5.0),
        figure("US10", value=4.3, prev=4.0, usual_move=0.05, new=True, newsworthiness=4.0),
    )
    facts = Facts("all", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    body = render(writer.write(facts, slots), slots, "en").body
    assert body.count("rises when its price falls") == 1 and body.index("The yield") < body.index("A bond’s")


@pytest.mark.parametrize(
    ("changes", "is_told"), [({}, True), (DAY_BEFORE, False), (DAY_BEFORE | {"prev": 4.3}, True)]
)
def test_no_yield_of_a_group_is_set_against_another_days(changes, is_told):
    rows = (
        figure("US10", value=4.3, prev=4.0, usual_move=0.05, new=True, newsworthiness=5.0),
        figure("GB10", **{"value": 4.5, "prev": 4.7, "usual_move": 0.05, "new": True} | changes),
    )
    facts = Facts("bonds", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    assert ("UK 10-year" in render(read_writer.write(facts, slots), slots, "en").body) == is_told


def test_a_gloss_is_the_one_explanation_of_a_text():
    rows = (
        figure("VIX", value=20.0, prev=15.0, unit="", usual_move=0.5, new=True, newsworthiness=5.0),
        figure("US10", value=4.3, prev=4.0, usual_move=0.05, new=True, newsworthiness=4.0),
    )
    facts = Facts("all", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    assert "A bond’s yield" not in render(log_writer.write(facts, slots), slots, "en").body
