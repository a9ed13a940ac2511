from datetime import date

import pytest

from indicators.sources import periods


@pytest.mark.parametrize(
    ("text", "label", "end", "frequency"),
    [
        ("2026-08", "2026-08", date(2026, 8, 31), "M"),
        ("2026M08", "2026-08", date(2026, 8, 31), "M"),
        ("2026 JUL", "2026-07", date(2026, 7, 31), "M"),
        ("2024-02", "2024-02", date(2024, 2, 29), "M"),
        ("2026-Q2", "2026-Q2", date(2026, 6, 30), "Q"),
        ("2026 Q4", "2026-Q4", date(2026, 12, 31), "Q"),
        ("2025", "2025", date(2025, 12, 31), "A"),
        ("2026-S1", "2026-S1", date(2026, 6, 30), "S"),
        ("2026-S2", "2026-S2", date(2026, 12, 31), "S"),
        ("2026-W05", "2026-W05", date(2026, 2, 1), "W"),
        ("2020-W53", "2020-W53", date(2021, 1, 3), "W"),
        ("2026-06-14", "2026-06-14", date(2026, 6, 14), "D"),
    ],
)
def test_parse_gives_label_and_end(text, label, end, frequency):
    assert periods.parse(text) == periods.Period(label, end, frequency)


@pytest.mark.parametrize(
    "text", ["", "2026-13", "2026-02-30", "2026-Q5", "2026-W54", "2026 JULY", "2026 XYZ", "26-08"]
)
def test_parse_refuses_what_no_calendar_has(text):
    with pytest.raises(ValueError):
        periods.parse(text)


@pytest.mark.parametrize(
    ("frequency", "label", "end"),
    [
        ("Q", "2026-Q3", date(2026, 9, 30)),
        ("M", "2026-07", date(2026, 7, 31)),
        ("A", "2026", date(2026, 12, 31)),
        ("W", "2026-07-01", date(2026, 7, 1)),
        ("D", "2026-07-01", date(2026, 7, 1)),
    ],
)
def test_of_names_the_period_of_a_day(frequency, label, end):
    assert periods.of(date(2026, 7, 1), frequency) == periods.Period(label, end, frequency)


@pytest.mark.parametrize(
    ("frequency", "label"),
    [("M", "2026-08"), ("Q", "2026-Q3"), ("A", "2026"), ("W", "2026-W33"), ("S", "2026-S2")],
)
def test_label_of_spells_a_filter(frequency, label):
    assert periods.label_of(date(2026, 8, 12), frequency) == label


def test_spacing_sees_months_with_one_missing():
    assert periods.spacing([date(2025, month, 1) for month in (7, 8, 9, 11, 12)]) == "M"


def test_spacing_sees_quarters():
    assert periods.spacing([date(2025, 1, 1), date(2025, 4, 1), date(2025, 7, 1)]) == "Q"


def test_spacing_sees_years():
    assert periods.spacing([date(2023, 1, 1), date(2024, 1, 1), date(2025, 1, 1)]) == "A"


def test_spacing_takes_other_dates_as_days():
    assert periods.spacing([date(2026, 7, 1), date(2026, 7, 2), date(2026, 7, 3)]) == "D"


@pytest.mark.parametrize("start", [date(2026, 11, day) for day in (16, 19, 20)])
def test_business_days_are_counted_as_they_are_added(start):
    ends = [periods.add_business_days(start, count) for count in range(12)]
    assert [periods.business_days(start, end) for end in ends] == list(range(12))
    assert all(end.weekday() < 5 for end in ends)


def test_a_weekend_has_no_business_day():
    assert periods.business_days(date(2026, 11, 20), date(2026, 11, 22)) == 0
    assert periods.business_days(date(2026, 11, 21), date(2026, 11, 23)) == 1
    assert periods.business_days(date(2026, 11, 23), date(2026, 11, 20)) == 0
