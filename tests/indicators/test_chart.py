from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicators import chart
from indicators.figures import Point
from tests.indicators.conftest import daily, monthly

VALUES = st.lists(st.floats(min_value=-1e6, max_value=1e6), min_size=2, max_size=200)


def number_text(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}"


def coordinates(line: str) -> list[tuple[float, float]]:
    return [tuple(float(part) for part in pair.split(",")) for pair in line.split()]


def test_spark_of_nothing_is_empty():
    assert chart.spark([]) == ""


def drawn(path: str) -> list[tuple[int, int]]:
    """The places that a path's data leads to."""
    start, _, rest = path.removeprefix("M").partition("l")
    places = [tuple(map(int, start.split()))]
    numbers = list(map(int, rest.replace("-", " -").split()))
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        places.append((places[-1][0] + x, places[-1][1] + y))
    return places


def test_spark_of_one_point_is_a_dot_at_the_right():
    assert chart.spark([(date(2026, 1, 1), 5.0)]) == "M50 8l0 0"


def test_spark_of_a_constant_history_is_level():
    assert chart.spark([(date(2026, 1, 1), 5.0), (date(2026, 1, 3), 5.0)]) == "M0 8l50 0"


def test_spark_goes_across_by_date():
    days = [date(2026, 1, 1), *(date(2026, 2, day) for day in range(1, 6))]
    places = drawn(chart.spark([(day, float(day.day)) for day in days]))
    assert [across for across, _ in places] == [0, 44, 46, 47, 49, 50]


def test_spark_goes_in_even_steps_where_no_point_leaves_its_day():
    days = [date(2026, 1, 1) + timedelta(days=day) for day in (0, 3, 4, 8, 10)]
    places = drawn(chart.spark([(day, 1.0 if day.day == 4 else 0.0) for day in days]))
    assert places == [(0, 16), (12, 0), (25, 16), (38, 16), (50, 16)]


@given(VALUES)
def test_spark_stays_inside_its_box(values):
    places = drawn(chart.spark([(point.day, point.value) for point in daily(values)]))
    assert all(0 <= x <= 50 and 0 <= y <= 16 for x, y in places)
    assert places[-1][0] == 50


@given(VALUES, st.integers(min_value=6, max_value=40))
def test_thin_keeps_the_shape(values, most):
    points = daily(values)
    kept = chart.thin(points, most)
    assert len(kept) <= most or len(points) <= most
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert {min(values), max(values)} <= {point.value for point in kept}
    assert [point.day for point in kept] == sorted({point.day for point in kept})


def test_recent_takes_a_year_of_days():
    points = daily([float(n) for n in range(800)])
    shown = chart.recent(points, "D")
    assert shown[0].day >= date(2025, 11, 20)
    assert (len(shown) <= chart.SPARK_POINTS, shown[-1]) == (True, points[-1])


def test_recent_of_nothing_is_nothing():
    assert chart.recent([], "M") == []


def test_recent_takes_a_whole_year_in_february_too():
    points = daily([1.0, 2.0, 3.0], last=date(2026, 2, 4)) + daily([4.0], last=date(2027, 2, 3))
    assert [point.value for point in chart.recent(points, "D")] == [2.0, 3.0, 4.0]


def test_recent_survives_a_leap_day():
    assert len(chart.recent([Point("2028-02-29", date(2028, 2, 29), 1.0)], "D")) == 1


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [(0.3, 4.2, [0, 1, 2, 3, 4, 5]), (-1.2, 1.9, [-2, -1, 0, 1, 2]), (98, 103, [98, 100, 102, 104]),
     (5, 5, [4.5, 5, 5.5]), (0, 0, [-1, -0.5, 0, 0.5, 1])],
)  # fmt: skip
def test_round_marks_are_round(low, high, marks):
    assert chart.round_marks(low, high) == pytest.approx(marks)


@given(st.floats(min_value=-1e6, max_value=1e6), st.floats(min_value=1e-2, max_value=1e6))
def test_round_marks_enclose_what_is_shown(low, size):
    marks = chart.round_marks(low, low + size)
    slack = size * 1e-6
    assert marks[0] <= low + slack
    assert marks[-1] >= low + size - slack
    assert 2 <= len(marks) <= 12


WORDS = chart.AxisFormat(number=number_text, month=lambda day: f"{day:%b %Y}")


def plot(points, **more):
    return chart.layout([points], words=WORDS, **more)


def test_zero_is_marked_only_where_it_is_crossed():
    assert (plot(monthly([1.0, 2.0])).zero, plot(monthly([-1.0, 1.0])).zero) == (None, 500.0)


def test_chart_of_one_point_has_an_end():
    drawn = plot(monthly([5.0]))
    end = drawn.lines[0].end
    assert ((end.across, end.down), drawn.across) == ((100.0, 50.0), [])


def test_marks_have_decimals_enough_to_differ():
    drawn = plot(monthly([1.01, 1.04]))
    assert [tick.text for tick in drawn.lines[0].up] == ["1.01", "1.02", "1.03", "1.04"]


def test_at_most_eight_years_are_named():
    first = date(1996, 6, 30)
    points = [Point(str(n), first + timedelta(days=91 * n), float(n)) for n in range(120)]
    assert [tick.text for tick in plot(points).across] == [
        "2000", "2004", "2008", "2012", "2016", "2020", "2024",
    ]  # fmt: skip


def test_a_year_is_labelled_by_its_quarters():
    texts = [tick.text for tick in plot(daily([float(n) for n in range(300)])).across]
    assert texts == ["Apr 2026", "Jul 2026", "Oct 2026"]


@pytest.mark.parametrize(
    ("band", "drawn"), [((2.0, 3.0), (500.0, 250.0)), ((0.0, 2.0), (750.0, 250.0)), ((7.0, 9.0), None)]
)
def test_band_ends_where_the_plot_does(band, drawn):
    assert plot(monthly([1.0, 5.0]), band=band).band == drawn


def test_lowest_and_highest_are_marked():
    line = plot(monthly([2.0, 5.0, 1.0, 3.0])).lines[0]
    assert (line.lowest.point.value, line.highest.point.value, line.highest.down) == (1.0, 5.0, 0.0)


def test_two_histories_share_the_dates_and_have_a_scale_each():
    drawn = chart.layout([monthly([1.0, 2.0, 3.0]), monthly([100.0, 300.0])], words=WORDS, band=None)
    first, second = drawn.lines
    assert [line.up[0].text for line in drawn.lines] == ["1.0", "100"]
    assert coordinates(second.line)[0][0] > 0
    assert (first.end.across, second.end.across, drawn.zero) == (100.0, 100.0, None)


@given(VALUES)
def test_chart_is_drawn_inside_the_plot(values):
    line = plot(daily(values)).lines[0]
    places = coordinates(line.line)
    assert len(places) == len(line.shown)
    assert all(-0.1 <= x <= 1000.1 and -0.1 <= y <= 1000.1 for x, y in places)
