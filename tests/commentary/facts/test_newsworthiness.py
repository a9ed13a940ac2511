from dataclasses import replace

import pytest

from commentary.facts.newsworthiness import Seen, has_event, marked, memory, newsworthiness, rarity_of_level
from tests.commentary.figures import facts, figure

KNOWN = figure("US10", value=4.08, prev=4.0, period="2026-11-19", prev_period="2026-11-18", date="2026-11-19")
RECENT = {"2026-11-18": 4.0, "2026-11-19": 4.08, "2026-11-20": 4.12}


def mark(row, earlier=KNOWN, recent=None, **seen):
    figures = None if earlier is None else {earlier.key: earlier}
    return marked(row, Seen(figures, **seen), RECENT if recent is None else recent)


def test_an_observation_that_the_last_edition_did_not_have_is_new():
    row = mark(figure())
    assert (row.new, row.revised_from, row.revised_period) == (True, None, "")


def test_what_the_last_edition_showed_is_not_new():
    row = mark(figure(), earlier=figure())
    assert (row.new, row.newsworthiness) == (False, 0.0)


def test_before_any_edition_everything_that_is_not_stale_is_new():
    assert (mark(figure(), earlier=None).new, mark(figure(stale=True), earlier=None).new) == (True, False)


def test_a_row_that_was_not_there_or_had_another_unit_is_new():
    assert mark(figure(), earlier=figure("GB10")).new
    assert mark(figure(), earlier=replace(figure(), unit="index")).new


def test_a_revision_names_its_period_and_what_was_shown():
    row = mark(figure(), recent=RECENT | {"2026-11-19": 4.06})
    assert (row.new, row.revised_period, row.revised_from) == (True, "2026-11-19", 4.08)
    older = mark(figure(), recent=RECENT | {"2026-11-18": 4.02})
    assert (older.revised_period, older.revised_from) == ("2026-11-18", 4.0)


def test_a_revision_that_nobody_can_see_is_none():
    assert mark(figure(), recent=RECENT | {"2026-11-19": 4.0801}).revised_period == ""


def test_a_withdrawn_observation_is_neither_new_nor_a_revision():
    row = mark(replace(KNOWN), earlier=figure(), recent={"2026-11-18": 4.0, "2026-11-19": 4.08})
    assert (row.new, row.revised_period) == (False, "")


def news(**changes):
    return newsworthiness(
        figure(**{"new": True, "move_rarity": 80.0, "percentile": 90.0} | changes), Seen({})
    )


def test_newsworthiness_adds_move_level_and_event():
    assert news() == pytest.approx(0.5 * 0.8 + 0.3 * 0.8)
    assert news(run=4) == pytest.approx(0.64 + 0.2)
    assert news(weight=1.5) == pytest.approx(0.64 * 1.5)
    assert news(move_rarity=None, percentile=None) == 0.0


def test_what_is_known_or_stale_counts_nothing():
    assert (news(new=False), news(stale=True)) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [({"run": 4}, True), ({"run": -4}, True), ({"run": 3}, False), ({"run_ended": -5}, True), ({"extreme": "lowest"}, True),
     ({"crossed": ({"kind": "zero", "level": 0.0, "way": 1},)}, True), ({"near_record": "highest"}, False), ({}, False)],
)  # fmt: skip
def test_runs_crossings_and_extremes_are_events(changes, expected):
    assert has_event(figure(**changes)) is expected


@pytest.mark.parametrize(
    ("percentile", "expected"), [(None, 0.0), (50.0, 0.0), (0.0, 1.0), (100.0, 1.0), (75.0, 0.5)]
)
def test_a_level_is_rare_towards_the_ends(percentile, expected):
    assert rarity_of_level(figure(percentile=percentile)) == expected


def test_a_revision_counts_by_its_own_size():
    """By one usual move: as rare as the median. By three: 1 - 1/8."""
    told = {"new": False, "usual_move": 0.04, "percentile": 50.0, "revised_period": "2026-11-20"}
    assert news(**told, value=4.12, revised_from=4.16) == pytest.approx(0.25)
    assert news(**told, value=4.12, revised_from=4.0) == pytest.approx(0.5 * 0.875)
    assert news(**told | {"usual_move": 0.0}, revised_from=4.0) == 0.5
    assert news(**told | {"usual_move": None}, revised_from=4.0) == 0.0


def test_a_revision_of_a_price_is_measured_in_per_cent():
    told = {"new": False, "measure": "percent", "usual_move": 1.0, "percentile": 50.0}
    assert news(**told, value=101.0, revised_period="2026-11-20", revised_from=100.0) == pytest.approx(0.25)
    before = {"prev": 101.0, "value": 140.0, "revised_period": "2026-11-19", "revised_from": 100.0}
    assert news(**told, **before) == pytest.approx(0.25)


def test_what_led_lately_counts_less():
    row = figure("US10")
    assert memory(row, Seen({}, ("GOLD", "US10", "VIX"))) == 0.5
    assert memory(row, Seen({}, ("GOLD",), ("GOLD",))) == 1.0


def test_each_day_that_a_row_led_in_four_weeks_takes_a_quarter_off():
    row, lately = figure("US10"), ("GOLD", "VIX", "EURU")
    assert memory(row, Seen({}, lately, ("EURU", "US10"))) == 0.75
    assert memory(row, Seen({}, lately, ("US10", "EURU", "US10"))) == pytest.approx(0.75**2)
    assert memory(row, Seen({}, ("US10",), ("US10",) * 4)) == pytest.approx(0.75**4)


def test_a_new_extreme_is_told_although_the_row_led_lately():
    row, seen = figure("US10", extreme="highest"), ("US10",)
    assert memory(row, Seen({"US10": figure("US10")}, seen)) == 1.0
    assert memory(row, Seen({"US10": figure("US10", extreme="highest")}, seen)) == 0.5
    assert memory(row, Seen({"US10": figure("US10")}, seen, ("US10",))) == 0.75


def test_the_lead_is_the_most_newsworthy_row_the_first_among_equals():
    rows = [figure("A", newsworthiness=0.2), figure("B", newsworthiness=0.6), figure("C", newsworthiness=0.6)]
    assert (facts(*rows).lead, facts(figure("A")).lead, facts().lead) == ("B", "", "")
