from datetime import date

import pytest
from django.http import QueryDict

from indicators import chart_view, figures
from indicators.chart_view import ChartView, NoSuchView
from tests.indicators.conftest import daily, monthly


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True


@pytest.mark.parametrize(
    ("asked", "query"),
    [("", ""), ("range=all", ""), ("range=5y&utm=x", "range=5y"), ("as=percentile", ""),
     ("as=percentile&with=CPIE&range=1y", "range=1y&with=CPIE&as=percentile"), ("range=1y&range=5y", "range=5y")],
)  # fmt: skip
def test_view_has_one_address(asked, query):
    assert ChartView.of("US10", QueryDict(asked)).query == query


@pytest.mark.parametrize(
    "asked", ["range=2y", "range=", "with=US10", "with=NOPE", "with=GDPU", "with=CPIE&as=log"]
)
def test_view_that_is_not_offered_is_refused(asked):
    with pytest.raises(NoSuchView):
        ChartView.of("US10", QueryDict(asked))


def test_links_change_one_wish():
    view = ChartView("5y", "CPIE", True)
    assert (view.but(range="all"), view.but(percentiles=False), view.but(compared_with="")) == (
        "?with=CPIE&as=percentile", "?range=5y&with=CPIE", "?range=5y",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("newest", "first"),
    [
        (date(2028, 2, 29), date(2027, 2, 28)),
        (date(2027, 2, 3), date(2026, 2, 3)),
        (date(2026, 11, 30), date(2025, 11, 30)),
    ],
)
def test_year_begins_at_the_same_date(newest, first):
    assert ChartView("1y").since(newest) == first


def test_rank_is_that_of_the_figures():
    points = daily([3.0, 1.0, 2.0, 2.0])
    values = [point.value for point in points]
    assert [point.value for point in chart_view.ranked(points)] == [
        figures.percentile_rank(values, value) for value in values
    ]


def test_middle_is_three_fifths_and_needs_a_history():
    assert chart_view.middle(monthly([float(n) for n in range(11)])) == (2.0, 8.0)
    assert chart_view.middle(monthly([1.0] * 7)) is None


def test_choice_of_another_figure_keeps_range_and_scale():
    assert ChartView.of("US10", QueryDict("range=1y&with=CPIE&as=percentile")).kept == {
        "range": "1y",
        "as": "percentile",
    }
