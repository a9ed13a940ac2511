import math
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicators import figures
from indicators.figures import Point
from tests.indicators.conftest import daily, monthly

FIGURES = st.floats(min_value=-1e9, max_value=1e9, allow_nan=False)
HISTORIES = st.lists(FIGURES, min_size=2, max_size=60)


def test_change_without_an_earlier_figure_is_none():
    assert figures.change(3.0, None) is None


@given(FIGURES, FIGURES)
def test_change_is_the_difference(new, old):
    assert figures.change(new, old) == new - old


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_change_refuses_what_is_no_number(value):
    with pytest.raises(ValueError, match="is not a figure"):
        figures.change(value, 1.0)


@pytest.mark.parametrize(("new", "old", "rate"), [(110, 100, 10.0), (90, 100, -10.0), (0, 100, -100.0)])
def test_relative_change_is_in_per_cent(new, old, rate):
    assert figures.relative_change(new, old) == pytest.approx(rate)


@pytest.mark.parametrize("base", [0.0, -5.0, None])
def test_relative_change_needs_a_positive_base(base):
    assert figures.relative_change(3.0, base) is None


@given(FIGURES, st.floats(min_value=1e-3, max_value=1e9))
def test_relative_change_leads_back_to_the_new_figure(new, old):
    rate = figures.relative_change(new, old)
    assert old * (1 + rate / 100) == pytest.approx(new, abs=1e-5, rel=1e-6)


@pytest.mark.parametrize(
    ("label", "before"),
    [("2026-09", "2025-09"), ("2026-Q3", "2025-Q3"), ("2026-S1", "2025-S1"), ("2026", "2025"),
     ("2026-11-20", None), ("2026-W05", None)],
)  # fmt: skip
def test_year_before_is_the_same_period(label, before):
    assert figures.year_before(label) == before


def test_year_on_year_compares_by_label():
    rates = figures.year_on_year(monthly([100.0] * 12 + [103.0]))
    assert [(point.period, round(point.value, 6)) for point in rates] == [("2026-10", 3.0)]


def test_year_on_year_leaves_out_the_successor_of_a_missing_month():
    points = [point for point in monthly([float(n) for n in range(100, 126)]) if point.period != "2025-10"]
    labels = [point.period for point in figures.year_on_year(points)]
    assert labels == [f"2025-{n:02}" for n in (9, 11, 12)] + [f"2026-{n:02}" for n in range(1, 10)]


def test_year_on_year_drops_a_base_that_is_not_positive():
    assert figures.year_on_year(monthly([-1.0, *[1.0] * 11, 5.0])) == []


def test_year_on_year_of_weeks_takes_the_week_of_the_same_date():
    points = [Point("2025-11-12", date(2025, 11, 12), 80.0), Point("2025-11-19", date(2025, 11, 19), 90.0),
              Point("2026-11-18", date(2026, 11, 18), 100.0)]  # fmt: skip
    assert [round(point.value, 6) for point in figures.year_on_year(points)] == [25.0]


def test_year_on_year_of_days_refuses_a_base_a_week_older():
    points = [Point("2025-11-11", date(2025, 11, 11), 80.0), Point("2026-11-18", date(2026, 11, 18), 100.0)]
    assert figures.year_on_year(points) == []


def test_year_on_year_of_a_leap_day_takes_the_last_of_february():
    points = [Point("2027-02-28", date(2027, 2, 28), 50.0), Point("2028-02-29", date(2028, 2, 29), 60.0)]
    assert [round(point.value, 6) for point in figures.year_on_year(points)] == [20.0]


def test_paired_of_equal_frequency_leaves_out_what_one_lacks():
    first, second = monthly([1.0, 2.0, 3.0]), monthly([10.0, 20.0, 30.0])
    pairs = figures.paired(first, second[:1] + second[2:], frequencies=("M", "M"))
    assert [(point.value, other) for point, other in pairs] == [(1.0, 10.0), (3.0, 30.0)]


def test_paired_of_different_frequency_takes_the_latest_known():
    quarter = [Point("2026-Q3", date(2026, 9, 30), 5.0)]
    days = [Point("2026-09-29", date(2026, 9, 29), 7.0), Point("2026-10-01", date(2026, 10, 1), 8.0)]
    pairs = figures.paired(quarter, days, frequencies=("Q", "D"))
    assert [(point.value, other) for point, other in pairs] == [(5.0, 7.0)]


def test_paired_refuses_a_second_series_that_has_stopped():
    days = [Point("2026-11-20", date(2026, 11, 20), 7.0)]
    months = [Point("2026-08", date(2026, 8, 31), 1.0)]
    assert figures.paired(days, months, frequencies=("D", "M")) == []


def test_spread_is_first_minus_second():
    pairs = figures.paired(monthly([4.0]), monthly([2.5]), frequencies=("M", "M"))
    assert [point.value for point in figures.spread(pairs)] == [1.5]


def test_ratio_applies_its_factor():
    pairs = figures.paired(monthly([500.0]), monthly([25.0]), frequencies=("M", "M"))
    assert [point.value for point in figures.ratio(pairs, factor=0.1)] == [2.0]


@pytest.mark.parametrize("denominator", [0.0, -1.0])
def test_ratio_drops_a_denominator_that_is_not_positive(denominator):
    pairs = figures.paired(monthly([1.0]), monthly([denominator]), frequencies=("M", "M"))
    assert figures.ratio(pairs) == []


def test_percentile_rank_is_the_mean_rank():
    assert figures.percentile_rank([1.0, 2.0, 2.0, 3.0], 2.0) == 50.0


def test_percentile_rank_of_one_figure_is_none():
    assert figures.percentile_rank([1.0], 1.0) is None


@given(HISTORIES)
def test_percentile_rank_mirrors(values):
    mirrored = figures.percentile_rank([-value for value in values], -values[-1])
    assert figures.percentile_rank(values, values[-1]) == pytest.approx(100 - mirrored)


@given(HISTORIES, FIGURES, FIGURES)
def test_percentile_rank_never_falls_when_the_figure_rises(values, one, other):
    low, high = sorted((one, other))
    assert figures.percentile_rank(values, low) <= figures.percentile_rank(values, high)


def test_percentile_rank_refuses_nan():
    with pytest.raises(ValueError, match="nan is not a figure"):
        figures.percentile_rank([1.0, math.nan], 1.0)


def test_z_score_counts_deviations_of_the_population():
    assert figures.z_score([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], 9.0) == pytest.approx(2.0)


@given(FIGURES, st.integers(min_value=2, max_value=50))
def test_z_score_of_a_constant_history_is_none(value, count):
    assert figures.z_score([value] * count, value) is None


@given(st.lists(st.floats(min_value=-1e4, max_value=1e4), min_size=2, max_size=40))
def test_z_scores_of_a_history_add_up_to_nothing(values):
    scores = [figures.z_score(values, value) for value in values]
    assert None in scores or math.fsum(scores) == pytest.approx(0, abs=1e-4)


def test_standing_of_a_short_history_has_no_rank():
    assert figures.standing(monthly([1.0] * 6 + [2.0])) == figures.Standing(None, None, 1.0, 2.0)


def test_standing_of_a_constant_history_is_the_middle():
    assert figures.standing(monthly([3.0] * 8)) == figures.Standing(50.0, None, 3.0, 3.0)


def test_standing_of_a_record():
    place = figures.standing(daily([float(n) for n in range(10)]))
    assert (place.percentile, place.lowest, place.highest) == (95.0, 0.0, 9.0)


def test_known_at_looks_back_no_further_than_its_limit():
    history = figures.History(daily([1.0], last=date(2026, 11, 10)))
    assert history.newest_at(date(2026, 11, 16), days=6).value == 1.0
    assert history.newest_at(date(2026, 11, 17), days=6) is None
    assert history.newest_at(date(2026, 11, 9), days=6) is None
