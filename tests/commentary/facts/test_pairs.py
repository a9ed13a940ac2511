from dataclasses import replace

import pytest

from commentary.facts.pairs import configured, pairs_of
from indicators import groups
from tests.commentary.figures import figure

MONTH = {"frequency": "M", "decimals": 1}


def test_every_pair_names_configured_rows_and_has_its_own_id():
    rows = {row.code for group in groups.load().configured for row in group.rows}
    assert {key for pair in configured() for key in pair.keys} <= rows
    assert len({pair.id for pair in configured()}) == len(configured())


def test_the_pairs_of_the_specification_are_there():
    assert {frozenset(pair.keys) for pair in configured()} >= {
        frozenset(keys)
        for keys in (
            ("RY10", "GOLD"), ("US10", "USCV"), ("IT10", "SPRD"), ("USDX", "BRNT"), ("ESI", "INDP"),
            ("CPIE", "CPIA"), ("M3EA", "CPIE"), ("VIX", "HYS"),
        )
    }  # fmt: skip


def ids(*rows):
    return [(pair["id"], pair["why"]) for pair in pairs_of(rows)]


def test_two_newsworthy_rows_form_a_pair():
    assert ids(figure("RY10", new=True), figure("GOLD", new=True)) == [("real_yield_gold", "news")]
    assert ids(figure("RY10", new=True), figure("GOLD")) == []


def test_two_that_stood_still_explain_nothing():
    still = {"new": True, "value": 4.0, "prev": 4.0}
    assert ids(figure("RY10", **still), figure("GOLD", **still)) == []
    assert ids(figure("RY10", **still), figure("GOLD", new=True)) == [("real_yield_gold", "news")]


def test_a_level_alone_makes_no_pair():
    assert ids(figure("ESI", percentile=99.0), figure("INDP", percentile=1.0)) == []


def test_figures_of_two_dates_are_no_pair():
    """The gold of the 20th says nothing of the real yield of the 19th."""
    assert ids(figure("RY10", new=True, date="2026-11-19"), figure("GOLD", new=True)) == []


def test_stale_rows_are_in_no_pair():
    assert ids(figure("RY10", new=True, stale=True), figure("GOLD", new=True)) == []


def test_a_pair_says_which_way_each_went():
    (pair,) = pairs_of([figure("RY10", new=True), figure("GOLD", new=True, value=1.0, prev=2.0)])
    assert (pair["keys"], pair["ways"], "gap" in pair) == (("RY10", "GOLD"), [1, -1], False)


def test_a_gap_compares_figures_of_one_period():
    first, second = (
        figure("CPIE", new=True, value=3.0, prev=2.5, **MONTH),
        figure("CPIA", new=True, value=2.0, prev=2.0, **MONTH),
    )
    (pair,) = pairs_of([first, second])
    assert (pair["gap"], pair["gap_before"]) == (1.0, 0.5)
    (pair,) = pairs_of([first, replace(second, prev_period="2026-08")])
    assert "gap" in pair and "gap_before" not in pair


def test_the_most_newsworthy_pair_comes_first():
    rows = [figure(key, new=True, newsworthiness=worth) for key, worth in
            (("RY10", 0.1), ("GOLD", 0.1), ("VIX", 0.5), ("HYS", 0.2))]  # fmt: skip
    assert [pair["id"] for pair in pairs_of(rows)] == ["swings_credit", "real_yield_gold"]


@pytest.mark.parametrize("keys", [("ESI",), ()])
def test_half_a_pair_is_none(keys):
    assert pairs_of([figure(key, new=True, percentile=99.0) for key in keys]) == ()
