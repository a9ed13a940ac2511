"""The table of factors: histories, noise, and figures that are the same for the same day."""

from datetime import date, timedelta

import pytest

from briefing.demo import curve, world
from briefing.demo.world import (
    a_year_before,
    business_days,
    corners,
    grown,
    level,
    month_ends,
    value,
    weekdays,
)

DAY = date(2026, 11, 20)
DAYS = [date(2011, 1, 1) + timedelta(days=count) for count in range(0, 5800, 13)]


def test_value_is_the_same_for_the_same_day():
    assert value("DCOILBRENTEU", DAY) == value("DCOILBRENTEU", DAY)


def test_value_differs_by_name_and_day():
    found = {value("de10", DAY), value("us10", DAY), value("us10", DAY + timedelta(days=1))}
    assert len(found) == 3


def test_value_has_the_decimals_of_its_line():
    assert all(value("UNRATE", day) == round(value("UNRATE", day), 1) for day in DAYS[:30])


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError):
        value("nothing", DAY)


@pytest.mark.parametrize(
    ("day", "expected"),
    [(date(2010, 1, 1), 1.0), (date(2011, 7, 2), 1.5), (date(2012, 1, 1), 2.0), (date(2030, 1, 1), 2.0)],
)
def test_a_path_is_straight_between_its_corners_and_level_beyond(day, expected):
    assert round(level(corners("2011:1, 2012:2"), day), 2) == expected


def test_every_line_names_factors_and_releases_of_the_table():
    for name, row in world.table("series").items():
        line = world.series(name)
        assert set(line.loads) <= set(world.table("factors")), name
        assert not line.out or line.out in world.table("releases"), name
        assert "path" in row, name


def test_an_index_grows_over_each_year_by_its_series():
    end = date(2026, 9, 30)
    change = 100 * (grown("cpi_us", 220, end) / grown("cpi_us", 220, a_year_before(end)) - 1)
    assert round(change - value("cpi_us", end), 6) == 0


def test_a_year_before_is_a_month_s_last_day():
    assert [a_year_before(day) for day in (date(2025, 2, 28), date(2024, 2, 29))] == [
        date(2024, 2, 29), date(2023, 2, 28),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "year", "factor"), [
    ("hicp_ea", 2022, 1), ("d7g7", 2022, 1), ("VIXCLS", 2020, 1), ("gdp_ea", 2020, -1), ("ecy2", 2020, -1),
    ("DCOILBRENTEU", 2020, -1), ("gas_eu", 2022, 1), ("UNRATE", 2020, 1),
])  # fmt: skip
def test_histories_went_through_the_shocks_that_readers_lived_through(name, year, factor):
    """The extreme of the last ten years lies in the year of the shock."""
    days = [date(2016, 1, 31) + timedelta(days=7 * n) for n in range(560)]
    assert max(days, key=lambda day: factor * value(name, day)).year == year


def test_weekdays_leave_out_weekends():
    assert [day.day for day in weekdays(date(2026, 11, 19), date(2026, 11, 24))] == [19, 20, 23, 24]


def test_business_days_leave_out_holidays():
    assert [day.day for day in business_days(date(2026, 12, 23), date(2026, 12, 29))] == [23, 24, 28, 29]


@pytest.mark.parametrize(
    ("every", "ends"),
    [
        (1, [date(2026, 9, 30), date(2026, 10, 31)]),
        (3, [date(2026, 9, 30)]),
        (12, []),
    ],
)
def test_month_ends_are_periods_that_have_ended(every, ends):
    assert list(month_ends(date(2026, 9, 1), DAY, every=every)) == ends


def test_month_ends_cross_the_year():
    assert list(month_ends(date(2025, 12, 1), date(2026, 2, 1))) == [date(2025, 12, 31), date(2026, 1, 31)]


def test_curve_is_steeper_for_longer_loans_or_falls_throughout():
    for day in DAYS:
        yields = [curve.us(years, day) for years in (0.25, 2, 5, 10, 30)]
        assert yields in (sorted(yields), sorted(yields, reverse=True))


def test_curve_puts_italy_above_germany():
    assert all(curve.europe("IT", day) > curve.europe("DE", day) for day in DAYS)
