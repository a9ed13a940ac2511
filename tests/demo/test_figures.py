from datetime import date, timedelta

import pytest

from briefing.demo import curve
from briefing.demo.figures import Band, business_days, month_ends, value, weekdays

DAY = date(2026, 11, 20)
DAYS = [date(2011, 1, 1) + timedelta(days=count) for count in range(0, 5800, 13)]


def test_value_is_the_same_for_the_same_day():
    assert value("a", DAY, Band(10, 40)) == value("a", DAY, Band(10, 40))


def test_value_differs_by_name_and_day():
    band = Band(10, 40)
    assert len({value("a", DAY, band), value("b", DAY, band), value("a", DAY + timedelta(days=1), band)}) == 3


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_value_stays_in_its_band_and_uses_it(name):
    figures = [value(name, day, Band(10, 40)) for day in DAYS]
    assert (min(figures) >= 10, max(figures) <= 40, max(figures) - min(figures) > 10) == (True, True, True)


def test_value_grows_by_the_year():
    flat, grown = (Band(100, 100, growth=growth) for growth in (0.0, 0.05))
    assert (value("a", date(2016, 1, 1), flat), round(value("a", date(2016, 1, 1), grown), 1)) == (
        100.0,
        60.6,
    )


def test_value_keeps_to_steps():
    assert {value("a", day, Band(2, 4, step=0.25, rough=0)) % 0.25 for day in DAYS} == {0.0}


def test_value_has_the_decimals_of_its_band():
    assert all(
        value("a", day, Band(0, 9, decimals=1)) == round(value("a", day, Band(0, 9)), 1) for day in DAYS[:3]
    )


@pytest.mark.parametrize(
    ("band", "last"),
    [
        (Band(0, 1, lag=30), date(2026, 10, 21)),
        (Band(0, 1, lag=0), date(2026, 11, 20)),
        (Band(0, 1, lag=-365), date(2027, 11, 20)),
        (Band(0, 1, frozen=date(2025, 12, 31)), date(2025, 12, 31)),
    ],
)
def test_last_day_follows_lag_and_freeze(band, last):
    assert band.last_day(DAY) == last


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
    yields = [curve.us(years, DAY) for years in (0.25, 2, 5, 10, 30)]
    assert yields in (sorted(yields), sorted(yields, reverse=True))


def test_curve_puts_italy_above_germany():
    assert all(curve.europe("IT", day) > curve.europe("DE", day) for day in DAYS)
