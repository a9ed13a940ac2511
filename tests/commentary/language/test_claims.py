"""What may be claimed of a figure."""

import pytest

from commentary.facts.snapshot import EXTREMES
from commentary.language.claims import claims_of
from tests.commentary.figures import figure
from tests.commentary.tables import ROWS, one

MONTHLY = {"frequency": "M", "year_ago_period": "2025-10"}
CASES = [
    ({"value": 4.2, "prev": 4.1}, "up", "down unchanged"), ({"value": 4.0, "prev": 4.1}, "down", "up unchanged"),
    ({"value": 4.101, "prev": 4.1}, "unchanged", "up down"), ({"prev": None, "prev_period": ""}, "", "up down unchanged"),
    ({"value": 4.2, "prev": 4.1, "usual_move": 0.05}, "more_than_usual times", "less_than_usual as_usual"),
    ({"value": 4.11, "prev": 4.1, "usual_move": 0.05}, "less_than_usual small", "more_than_usual as_usual times"),
    ({"value": 4.15, "prev": 4.1, "usual_move": 0.05}, "as_usual", "more_than_usual less_than_usual"),
    ({"value": 4.2, "prev": 4.1, "usual_move": None}, "up", "small more_than_usual less_than_usual as_usual"),
    ({"move_rarity": 90.0}, "rare", ""), ({"move_rarity": 89.0}, "", "rare"),
    ({"percentile": 80.0}, "high", "low"), ({"percentile": 20.0}, "low", "high"), ({"percentile": 50.0}, "", "high low"),
    ({"percentile": 70.0}, "", "high low"), ({"percentile": None}, "", "high low"),
    ({"extreme": "highest", "extreme_since": "2015-03"}, "highest_since", "record_high lowest_since"),
    ({"extreme": "lowest", "extreme_since": "2015-03"}, "lowest_since", "record_low highest_since"),
    ({"extreme": "highest", "all_time": EXTREMES}, "record_high", "highest_since highest_stored"),
    ({"extreme": "lowest", "all_time": EXTREMES}, "record_low", "lowest_since lowest_stored"),
    ({"extreme": "highest"}, "highest_stored", "record_high highest_since"),
    ({"extreme": "lowest", "all_time": ("highest",)}, "lowest_stored", "record_low lowest_since"),
    ({"near_record": "highest", "all_time": EXTREMES}, "near_highest", "near_lowest"),
    ({"near_record": "lowest", "all_time": EXTREMES}, "near_lowest", "near_highest"),
    ({"near_record": "highest"}, "", "near_highest"),
    ({"near_record": "highest", "all_time": EXTREMES, "highest_on": "2026-11-19", "prev_period": "2026-11-19"}, "", "near_highest"),
    ({"run": 4}, "run_up", "run_down"), ({"run": -4}, "run_down", "run_up"), ({"run": 3}, "", "run_up run_down"),
    ({"run_ended": 4}, "ended_run_up", "ended_run_down"), ({"run_ended": -5}, "ended_run_down", "ended_run_up"),
    ({"value": 5.02, "prev": 4.98}, "crossed_above", "crossed_below reached"), ({"value": 4.98, "prev": 5.02}, "crossed_below", "crossed_above"),
    ({"value": 5.0, "prev": 4.95}, "reached", "crossed_above crossed_below"),
    ({"year_ago": 4.0, **MONTHLY}, "higher_than_year_ago", "lower_than_year_ago"), ({"year_ago": 4.5, **MONTHLY}, "lower_than_year_ago", "higher_than_year_ago"),
    ({"year_ago": 4.12, **MONTHLY}, "same_as_year_ago", "higher_than_year_ago lower_than_year_ago"),
    ({"revised_from": 4.0, "revised_period": "2026-11-20"}, "revised_up", "revised_down"), ({"revised_from": 4.3, "revised_period": "2026-11-20"}, "revised_down", "revised_up"),
    ({"new": True}, "new", "old"), ({"stale": True}, "old", "new"), ({"age": 3}, "late", ""), ({"age": 2}, "", "late"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "offered", "withheld"), CASES)
def test_a_claim_is_offered_where_it_is_true(changes, offered, withheld):
    found = claims_of(one(figure(**changes)).figures["us10"])
    assert set(offered.split()) <= found and not set(withheld.split()) & found


@pytest.mark.parametrize(
    ("id", "changes", "offered"),
    [("gdpe", {}, "shrank"), ("gdpe", {"value": 0.2}, "grew"), ("sprd", {}, "widened"), ("sprd", {"value": 0.9}, "narrowed"),
     ("ecbd", {}, "held_rate"), ("fedu", {}, "cut_rate"), ("fedu", {"value": 4.75}, "raised_rate")],
)  # fmt: skip
def test_a_figures_voice_has_claims_of_its_own(id, changes, offered):
    assert offered in claims_of(one(ROWS[id], **changes).figures[id])


@pytest.mark.parametrize(("usual", "is_small"), [(2.7, False), (4.0, True)])
def test_a_move_below_the_floor_is_small_unless_it_is_a_multiple_of_the_usual(usual, is_small):
    vix = figure("VIX", value=11.6, prev=12.2, unit="points", decimals=1, measure="percent", usual_move=usual)
    assert ("small" in claims_of(one(vix).figures["vix"])) is is_small


def test_a_growth_of_nothing_neither_grew_nor_shrank():
    assert not claims_of(one(ROWS["gdpe"], value=0.04).figures["gdpe"]) & {"grew", "shrank"}
