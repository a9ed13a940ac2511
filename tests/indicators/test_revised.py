"""A row's first values and its usual revision."""

from datetime import date, timedelta

import pytest

from indicators import groups, history
from indicators.figures import Point
from indicators.revised import RevisedPoint, revised_points, usual_revision
from tests.indicators.conftest import NOW, daily, monthly
from tests.indicators.test_vintages import HOUR, fetched

pytestmark = pytest.mark.django_db
US10, CPIU = "US10", "CPIU"


def revised(code: str) -> list[RevisedPoint]:
    row = groups.load().row(code)
    stored = history.of_symbols(row.symbols)
    return revised_points(row, history.transformed(row, stored), stored)


@pytest.fixture(autouse=True)
def _samples(settings):
    settings.SAMPLE_DATA = True


def of(code: str) -> str:
    return groups.load().row(code).symbols[0]


def test_a_point_is_compared_with_its_first_value():
    for n, value in enumerate((4.0, 4.1, 4.3)):
        fetched(daily([3.9, value, 4.2]), NOW + n * HOUR, symbol=of(US10))
    [point] = revised(US10)
    assert (point.first, point.value, round(point.change, 9)) == (4.0, 4.3, 0.3)
    assert (point.seen_at, point.revised_at, point.day) == (NOW, NOW + 2 * HOUR, date(2026, 11, 19))


def test_what_does_not_show_at_the_row_s_decimals_is_no_revision():
    fetched(daily([3.9, 4.001]), NOW, symbol=of(US10))
    fetched(daily([3.9, 4.002]), NOW + HOUR, symbol=of(US10))
    assert revised(US10) == []


def test_without_revisions_there_is_one_query(django_assert_num_queries):
    fetched(daily([3.9, 4.0]), NOW, symbol=of(US10))
    row = groups.load().row(US10)
    stored = history.of_symbols(row.symbols)
    with django_assert_num_queries(1):
        assert revised_points(row, history.transformed(row, stored), stored) == []


def test_a_yearly_rate_is_revised_with_its_value_and_with_its_base():
    row = next(row for row in groups.load().active_rows() if row.transform == "yoy" and row.frequency == "M")
    symbol = row.symbols[0]
    index = [100.0] * 12 + [110.0] * 13
    fetched(monthly(index), NOW, symbol=symbol)
    index[24] = 121.0  # October against the October before: 10 instead of 0 per cent
    index[1] = 112.0  # the base of November 2025
    fetched(monthly(index), NOW + HOUR, symbol=symbol)
    found = {point.period: (round(point.first, 6), round(point.value, 6)) for point in revised(row.code)}
    assert found == {"2025-11": (10.0, round((110 / 112 - 1) * 100, 6)), "2026-10": (0.0, 10.0)}


def test_a_point_after_its_base_was_revised_has_the_base_of_then():
    row = next(row for row in groups.load().active_rows() if row.transform == "yoy" and row.frequency == "M")
    symbol = row.symbols[0]
    fetched(monthly([100.0] * 12, last=date(2026, 9, 30)), NOW, symbol=symbol)
    fetched(monthly([125.0] + [100.0] * 11, last=date(2026, 9, 30)), NOW + HOUR, symbol=symbol)
    fetched(monthly([125.0] + [100.0] * 11 + [150.0], last=date(2026, 10, 31)), NOW + 2 * HOUR, symbol=symbol)
    assert revised(row.code) == []  # 20 per cent from the first, on the revised base
    fetched(monthly([125.0] + [100.0] * 11 + [160.0], last=date(2026, 10, 31)), NOW + 3 * HOUR, symbol=symbol)
    assert [(round(p.first, 6), round(p.value, 6)) for p in revised(row.code)] == [(20.0, 28.0)]


def test_a_new_base_is_no_revision():
    before = daily([3.0 + n / 100 for n in range(60)])
    after = [Point(point.period, point.day, round(point.value * 1.5, 3)) for point in before]
    fetched(before, NOW, symbol=of(US10))
    fetched([*before[:-1], Point(before[-1].period, before[-1].day, 3.6)], NOW + HOUR, symbol=of(US10))
    fetched(after, NOW + 2 * HOUR, symbol=of(US10))
    assert revised(US10) == []
    fetched([*after[:-1], Point(after[-1].period, after[-1].day, 5.0)], NOW + 3 * HOUR, symbol=of(US10))
    assert [(point.first, point.value) for point in revised(US10)] == [(after[-1].value, 5.0)]


def test_as_known_at_a_moment_later_revisions_are_not_there():
    for n, value in enumerate((4.0, 4.1, 4.3)):
        fetched(daily([3.9, value, 4.2]), NOW + n * HOUR, symbol=of(US10))
    row = groups.load().row(US10)
    then = {row.symbols[0]: daily([3.9, 4.1, 4.2])}
    [point] = revised_points(row, then[row.symbols[0]], then, until=NOW + HOUR)
    assert (point.first, point.value, point.revised_at, point.vintage) == (4.0, 4.1, NOW + HOUR, None)


def point(change: float) -> RevisedPoint:
    return RevisedPoint("2026-10", date(2026, 10, 31), 1.0, 1.0 + change, NOW, NOW + timedelta(days=1))


def test_the_usual_revision_needs_twenty():
    assert usual_revision([point(0.1)] * 19) is None


def test_the_usual_revision_is_median_size_and_mean():
    found = usual_revision([*[point(0.1)] * 15, *[point(-0.1)] * 5, point(8.0)])
    assert (found.count, found.upward, round(found.size, 9), round(found.mean, 9)) == (
        21, 16, 0.1, round((1.5 - 0.5 + 8) / 21, 9),
    )  # fmt: skip
