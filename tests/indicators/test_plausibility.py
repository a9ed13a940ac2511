from datetime import date, timedelta
from math import inf

import pytest

from indicators import groups, plausibility
from indicators.plausibility import ANY, doubt, outliers
from indicators.sources import Observation


def series(*values: float) -> list[Observation]:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(len(values))]
    return [Observation(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]


def stored(*values: float) -> dict[str, float]:
    return {each.period: each.value for each in series(*values)}


CALM = [1.0 + n % 5 / 10 for n in range(30)]


@pytest.mark.parametrize("factor", [1000, 0.001, 1e6])
def test_a_unit_that_changed_is_doubted(factor):
    said = series(*(value * factor for value in CALM))
    assert "its unit has changed" in doubt(stored(*CALM), said)


@pytest.mark.parametrize("factor", [1.0, 1.2, 100, -1])
def test_a_revision_or_a_new_base_is_not(factor):
    assert doubt(stored(*CALM), series(*(value * factor for value in CALM))) == ""


def test_a_newest_figure_far_outside_the_history_is_doubted():
    assert "is too far from" in doubt(stored(*CALM), series(*CALM, 9.0))


@pytest.mark.parametrize("newest", [1.0, 1.9, 3.0, -0.4])
def test_a_large_step_alone_is_not(newest):
    assert doubt(stored(*CALM), series(*CALM, newest)) == ""


def test_what_was_stored_before_is_not_doubted_again():
    assert doubt(stored(*CALM, 9.0), series(*CALM, 9.0)) == ""


def test_nothing_is_doubted_without_a_history():
    assert doubt({}, series(*CALM, 9.0)) == doubt(stored(1.0), series(1.0, 500.0)) == ""


def test_a_series_that_never_moved_may_move():
    assert doubt(stored(*[2.0] * 30), series(*[2.0] * 30, 2.5)) == ""


GOLD = [3300.0 + 2 * n for n in range(100)]


def periods(known, said, limits=ANY) -> list[str]:
    return [each.period for each, _reason in outliers(known, said, limits)]


@pytest.mark.parametrize("place", [0, 1, 50, 98, 99])
@pytest.mark.parametrize("factor", [100, 0.01, 10, 0.1])
def test_a_figure_of_another_order_is_doubted_wherever_it_stands(place, factor):
    said = series(*(value * (factor if n == place else 1) for n, value in enumerate(GOLD)))
    assert periods({}, said) == [said[place].period]


def test_the_reason_names_the_neighbours():
    [(_each, reason)] = outliers({}, series(*GOLD[:50], 368_900.0, *GOLD[50:]), ANY)
    assert reason == "108.5 times the figures around it (3,399)"


def test_a_few_figures_outside_the_row_s_range_are_doubted():
    said = series(*CALM, 40.0, -40.0)
    assert periods({}, said, (-3.0, 20.0)) == [said[-2].period, said[-1].period]


def test_many_outside_it_mean_that_the_range_is_wrong():
    assert periods({}, series(*CALM), (2.0, 20.0)) == []


@pytest.mark.parametrize("factor", [100, 0.01])
@pytest.mark.parametrize("place", [0, 40, 90])
def test_a_run_of_figures_of_another_order_is_doubted_by_the_range(place, factor):
    said = series(*(value * (factor if place <= n < place + 10 else 1) for n, value in enumerate(GOLD)))
    assert periods({}, said, (500.0, 20_000.0)) == [each.period for each in said[place : place + 10]]


@pytest.mark.parametrize("changed", [26, 50, 75])
def test_a_unit_that_changed_in_a_history_is_not_cut_away(changed):
    said = series(*(value * (100 if n >= 100 - changed else 1) for n, value in enumerate(GOLD)))
    assert periods({}, said, (500.0, 20_000.0)) == []


def test_a_right_figure_beside_a_run_of_wrong_ones_is_not_doubted():
    said = series(*((3300.0 + n) * (100 if 200 <= n < 210 else 1) for n in range(400)))
    assert periods({}, said) == []


def test_what_was_stored_before_is_no_outlier():
    said = series(*GOLD[:50], 368_900.0)
    assert periods({said[50].period: 368_900.0}, said) == []
    assert periods({said[50].period: 3398.0}, said) == [said[50].period]


@pytest.mark.parametrize(
    "values",
    [
        [*[60.0] * 40, 18.3, -37.0, 8.9, *[20.0] * 40],  # oil on 20 April 2020
        [*[0.5, 0.6] * 20, -2.7, -20.3, 16.8, *[0.4] * 20],  # British output in 2020
        [*[14.0] * 40, 37.0, *[20.0] * 40],  # the VIX on 5 February 2018
        [0.1, 5.0, 0.2, 9.0, 0.3, 80.0, 0.1, 4.0],
    ],
)
def test_true_jumps_are_not_doubted(values):
    assert periods({}, series(*values)) == []


def test_what_may_come_near_zero_leaps():
    """Overnight money at the Fed on the last day of a quarter."""
    said = series(*[2.0] * 40, 160.0, *[3.0] * 40)
    assert periods({}, said, (0.0, 6000.0)) == []


def test_too_few_figures_are_not_judged_alone():
    assert periods({}, series(1.0, 1.0, 500.0), (0.0, 20.0)) == []


@pytest.mark.parametrize(
    ("symbol", "limits"),
    [
        ("YAHOO:GC=F", (500.0, 20000.0)),
        ("FRED:VIXCLS", (5.0, 150.0)),  # a spare
        ("USBLS:CUUR0000SA0L1E", (-inf, inf)),  # its row shows the yearly rate
        ("YAHOO:VUSA.L", (-inf, inf)),  # no row
    ],
)
def test_the_range_of_a_symbol_is_that_of_the_rows_that_show_it_as_it_is(symbol, limits):
    rows = [row for group in groups.load().configured for row in group.rows]
    assert plausibility.range_of(symbol, rows) == limits
