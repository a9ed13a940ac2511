from datetime import timedelta

import pytest

from commentary.facts.levels import Extremes, crossings_of, extremes_of
from indicators.groups_file import TargetLevel
from tests.commentary.facts.histories import END, daily, monthly, shown


def of(points, decimals=2) -> Extremes:
    return extremes_of(points, shown(points, decimals))


def test_no_history_has_no_extremes():
    assert extremes_of([], []) == Extremes()


def test_seven_observations_are_too_few_for_a_record():
    points = monthly(1, 2, 3, 4, 5, 6, 7)
    assert of(points) == Extremes(lowest_on="2026-04", highest_on="2026-10")


def test_a_constant_series_is_at_no_extreme():
    assert of(monthly(*[2.0] * 40)) == Extremes(lowest_on="2026-10", highest_on="2026-10")


def test_the_highest_of_the_whole_history_names_no_date():
    found = of(monthly(*range(30)))
    assert (found.extreme, found.extreme_since, found.near_record) == ("highest", "", "")
    assert (found.lowest_on, found.highest_on) == ("2024-05", "2026-10")


def test_the_highest_since_a_month_names_the_last_one_as_high():
    found = of(monthly(9, 8, *range(-30, 0), 7.5))
    assert (found.extreme, found.extreme_since, found.highest_on) == ("highest", "2024-03", "2024-02")


def test_the_lowest_works_alike_below_zero():
    found = of(monthly(-9, *[0] * 20, -8))
    assert (found.extreme, found.extreme_since, found.near_record) == ("lowest", "2025-01", "")


def test_what_was_reached_within_a_year_is_no_extreme():
    assert of(monthly(9, *[0] * 11, 5)).extreme == "highest"  # twelve months ago, and higher
    assert of(monthly(*[0] * 30, 9, *[0] * 10, 5)).extreme == ""


def test_a_history_shorter_than_a_year_has_no_extreme():
    assert of(daily(*range(300))).extreme == ""
    assert of(daily(*range(400))).extreme == "highest"


def test_a_second_day_at_the_same_height_is_no_new_extreme():
    assert of(daily(*[1.0] * 400, 2.0, 2.0)).extreme == ""


def test_figures_are_compared_as_shown():
    """2.04 and 2.01 both read 2.0: a reader who looks it up finds no higher one."""
    assert of(daily(*[1.0] * 400, 2.01, 2.04), decimals=1).extreme == ""
    assert of(daily(*[1.0] * 400, 2.01, 2.04), decimals=2).extreme == "highest"


def test_a_gap_of_months_counts_by_the_calendar():
    old = daily(*[5.0] * 10, end=END - timedelta(days=400))
    found = of([*old, *daily(1.0, 3.0)])
    assert (found.extreme, found.extreme_since) == ("highest", old[-1].period)


@pytest.mark.parametrize(
    ("newest", "expected"), [(9.5, "highest"), (9.4, ""), (10.0, ""), (0.5, "lowest"), (0.6, ""), (0.0, "")]
)
def test_near_the_record_is_within_a_twentieth_of_the_range_without_being_it(newest, expected):
    assert of(daily(0.0, 10.0, *[5.0] * 20, newest)).near_record == expected


def crossed(*values: float, target: float | None = None, step: float | None = None, points=None):
    aim = TargetLevel(en="the target", it="l’obiettivo", level=target) if target is not None else None
    points = points or daily(*values)
    found = crossings_of(points, shown(points), target=aim, step=step)
    return [(each["kind"], each["level"], each["way"]) for each in found]


def test_zero_is_crossed_when_the_sign_changes():
    assert crossed(-0.1, 0.2) == [("zero", 0.0, 1)]
    assert crossed(0.2, -0.1) == [("zero", 0.0, -1)]
    assert (crossed(0.1, 0.2), crossed(1.0), crossed()) == ([], [], [])


def test_what_only_touches_a_level_does_not_cross_it():
    assert crossed(0.1, 0.0) == []
    assert crossed(0.1, 0.0, 0.1) == []
    assert crossed(0.1, 0.0, -0.1) == [("zero", 0.0, -1)]


def test_what_rounds_to_zero_has_not_crossed_it():
    assert crossed(0.2, -0.001) == []


def test_a_target_is_named_in_both_languages():
    points = monthly(1.9, 2.1)
    aim = TargetLevel(en="the ECB’s 2% target", it="l’obiettivo del 2% della BCE", level=2.0)
    assert crossings_of(points, shown(points), target=aim, step=1.0) == (
        {"kind": "target", "level": 2.0, "way": 1, "name_en": aim.en, "name_it": aim.it},
    )


def test_a_round_figure_is_a_multiple_of_the_step():
    assert crossed(79.0, 81.0, step=10.0) == [("round", 80.0, 1)]
    assert crossed(1.12, 1.08, step=0.05) == [("round", 1.1, -1)]
    assert crossed(81.0, 82.0, step=10.0) == []
    assert crossed(79.0, 81.0) == []


def test_of_several_round_figures_the_last_one_is_named():
    assert crossed(58.0, 83.0, step=10.0) == [("round", 80.0, 1)]
    assert crossed(83.0, 58.0, step=10.0) == [("round", 60.0, -1)]


def test_a_round_figure_needs_ninety_days_of_rest():
    assert crossed(81.0, *[79.0] * 91, 81.0, step=10.0) == [("round", 80.0, 1)]
    assert crossed(81.0, *[79.0] * 80, 81.0, step=10.0) == []


def test_zero_and_target_need_no_rest_and_are_named_once():
    assert crossed(0.5, -0.5, 0.5, step=1.0) == [("zero", 0.0, 1)]
    assert crossed(2.1, 1.9, 2.1, target=2.0, step=1.0) == [("target", 2.0, 1)]
