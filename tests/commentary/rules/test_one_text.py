"""What stands side by side in one text by rules: figures of one day, each told once, and one explanation."""

import pytest

from commentary.facts.ranking import ranked
from commentary.facts.snapshot import Facts
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import log_writer, read_writer
from commentary.rules.sentences import SentenceBuilder
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
def test_a_yield_that_moved_like_its_family_is_left_out(prev, is_told):
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


def test_figures_of_one_day_and_exchange_rates_are_next_to_each_other():
    rows = tuple(
        figure(key, measure="percent", unit=unit, value=value, prev=value * 0.9, new=True, newsworthiness=worth, **day)
        for key, unit, value, worth, day in (
            ("GOLD", "USD", 4000.0, 4.0, {}), ("BRNT", "USD", 70.0, 3.0, DAY_BEFORE),
            ("EURU", "USD", 1.2, 2.5, {}), ("NIKKEI", "points", 50000.0, 2.0, {}), ("EURJ", "JPY", 180.0, 1.0, {}),
        )
    )  # fmt: skip
    facts = Facts("all", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    families = ranked(rows, "en")
    order = [family.lead.key for family in read_writer.together(SentenceBuilder(slots), families, 9)]
    assert order == ["GOLD", "EURU", "EURJ", "NIKKEI", "BRNT"]


def test_of_two_gaps_that_moved_the_same_way_one_is_stated():
    rows = tuple(
        figure(key, unit=unit, value=value, prev=value - 0.1, usual_move=0.02, new=True, newsworthiness=worth)
        for key, unit, value, worth in (
            ("US10", "%", 4.3, 3.0),
            ("USCV", "pp", 0.4, 2.0),
            ("USC3", "pp", 0.6, 1.0),
        )
    )
    facts = Facts("bonds", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    assert render(read_writer.write(facts, slots), slots, "en").body.count("The gap ") == 1


def test_a_read_of_shares_has_the_closes_after_the_one_that_leads_it():
    rows = (
        figure("SPX", group="shares", unit="points", measure="percent", value=7200.0, prev=7300.0, usual_move=0.5, new=True,
               newsworthiness=2.0, **DAY_BEFORE),
        figure("DAX", group="shares", unit="points", measure="percent", value=26700.0, prev=26400.0, usual_move=0.5,
               new=True, newsworthiness=1.0),
    )  # fmt: skip
    facts = Facts("shares", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    body = render(read_writer.write(facts, slots), slots, "en").body
    assert body.index("S&P 500 fell") < body.index("Dax rose")


def test_an_unmoved_new_figure_is_stated_with_two_small_moves():
    month = {"frequency": "M", "decimals": 1, "group": "economy", "new": True, "usual_move": 0.3}
    rows = (
        figure("CPIU", value=2.5, prev=2.4, newsworthiness=11.0, **month),
        figure("CORU", value=2.3, prev=2.2, newsworthiness=0.4, **month),
        figure("CPIE", value=1.8, prev=1.8, newsworthiness=1.6, **month),
    )
    facts = Facts("economy", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    assert "Euro-area inflation was unchanged" in render(read_writer.write(facts, slots), slots, "en").body


def test_newcomers_read_the_value_of_a_year_earlier_before_what_the_figure_is():
    rate = figure(
        "UNEE", value=6.2, prev=6.1, year_ago=6.4, frequency="M", decimals=1, new=True, newsworthiness=2.0
    )
    facts = Facts("economy", AS_OF, (rate,))
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    body = render(read_writer.write(facts, slots), slots, "en").body
    assert body.index("A year earlier") < body.index("Unemployment is")


def test_what_stayed_in_another_family_leaves_its_place_to_the_next():
    month = {"frequency": "M", "decimals": 1, "group": "economy", "new": True, "usual_move": 0.1}
    rows = (
        figure("CPII", value=1.3, prev=1.3, newsworthiness=1.6, **month),
        figure("CORI", value=1.1, prev=1.0, newsworthiness=0.8, **month),
        figure("CPIU", value=2.6, prev=2.6, newsworthiness=1.6, **month),
        figure("CORU", value=2.3, prev=2.3, **month),
        figure("CPIE", value=2.0, prev=2.0, newsworthiness=1.4, **month),
    )
    facts = Facts("economy", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    body = render(read_writer.write(facts, slots), slots, "en").body
    assert "Euro-area inflation" in body and "UK core" not in body
