"""The United States published no consumer prices for October 2025."""

from datetime import date

import pytest

from indicators.figures import Point, spread, year_on_year
from indicators.gaps import Gap, Gaps, before, find, read
from tests.indicators.conftest import daily, monthly

HOLE = "2025-10"


def prices(last: date) -> list[Point]:
    """Thirty-six months up to a last one, without the hole."""
    return [point for point in monthly([100.0 + n for n in range(36)], last=last) if point.period != HOLE]


def yearly(last: date) -> Gaps:
    series = prices(last)
    return find(year_on_year(series), [series], transform="yoy", frequency="M")


def test_a_yearly_rate_without_its_base_is_a_gap():
    assert yearly(date(2026, 10, 31)) == Gaps(newest=Gap("2026-10", HOLE))


def test_the_month_after_has_no_change():
    assert yearly(date(2026, 11, 30)) == Gaps(change=Gap("2026-10", HOLE))


def test_a_year_later_there_is_no_comparison():
    assert yearly(date(2027, 10, 31)) == Gaps(year_ago=Gap("2026-10", HOLE))


def test_the_level_itself_has_a_hole():
    series = prices(date(2025, 11, 30))
    assert find(series, [series], transform="level", frequency="M") == Gaps(change=Gap(HOLE, HOLE))
    later = prices(date(2026, 10, 31))
    assert find(later, [later], transform="level", frequency="M") == Gaps(year_ago=Gap(HOLE, HOLE))


def test_a_spread_lacks_what_one_of_two_never_published():
    one, other = monthly([2.0] * 20, last=date(2025, 11, 30)), prices(date(2025, 11, 30))[-20:]
    values = {point.period: point.value for point in other}
    points = spread([(point, values[point.period]) for point in one if point.period in values])
    assert find(points, [one, other], transform="spread", frequency="M") == Gaps(change=Gap(HOLE, HOLE))


def test_a_second_series_that_is_late_is_no_gap():
    one, other = monthly([2.0] * 20), monthly([1.0] * 19, last=date(2026, 9, 30))
    points = spread([(point, 1.0) for point in one[:-1]])
    assert find(points, [one, other], transform="spread", frequency="M") == Gaps()


def test_the_beginning_of_a_history_is_no_gap():
    series = monthly([2.0, 3.0])
    assert find(series, [series], transform="level", frequency="M") == Gaps()


@pytest.mark.parametrize("frequency", ["D", "W"])
def test_days_and_weeks_pass_over_holidays(frequency):
    series = [*daily([1.0] * 9)[:4], *daily([1.0] * 9)[6:]]
    assert find(series, [series], transform="level", frequency=frequency) == Gaps()


def test_nothing_has_no_gaps():
    assert find([], [[]], transform="level", frequency="M") == Gaps()


@pytest.mark.parametrize(
    ("label", "earlier"),
    [("2026-11", "2026-10"), ("2026-01", "2025-12"), ("2026-Q1", "2025-Q4"), ("2026", "2025")],
)
def test_before(label, earlier):
    assert before(label) == earlier


def test_gaps_come_back_from_what_is_stored():
    gaps = Gaps(newest=Gap("2026-10", HOLE), year_ago=Gap(HOLE, HOLE))
    assert gaps.stored() == {"newest": ["2026-10", HOLE], "year_ago": [HOLE, HOLE]}
    assert read(gaps.stored()) == gaps
