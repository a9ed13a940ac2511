from datetime import date, timedelta

import pytest

from indicators import details, groups
from indicators.chart_view import ChartView
from indicators.models import DailyQuote, IndicatorFigure, Quote
from tests.indicators.conftest import NOW, compute_all, daily, monthly, store

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_day")]
US10 = "TREASURY:10Y"
CPIE = "EUSTAT:prc_hicp_minr?freq=M&unit=RCH_A&coicop18=TOTAL&geo=EA"


def test_detail_says_where_the_figure_stands():
    store(CPIE, monthly([float(n) for n in range(1, 15)]))
    Quote.objects.create(symbol=CPIE, fetched_at=NOW - timedelta(hours=2))
    compute_all()
    shown = details.detail("CPIE", "en")
    assert shown.standing_text == (
        "The highest of its own observations (14 since 2025), 1.6 standard deviations above its own average."
    )
    assert (shown.yoy_text, shown.lowest_text, shown.highest_text) == ("+12.0\u00a0pp", "1.0%", "14.0%")
    assert (shown.source_name, shown.attribution, shown.licence) == (
        "Eurostat", "Source: Eurostat, prc_hicp_minr", "CC BY 4.0",
    )  # fmt: skip
    assert (shown.retrieved_text, shown.group_title) == ("21 Nov 2026", "Economy")


def test_detail_of_a_short_history_has_no_rank():
    store(CPIE, monthly([1.0, 2.0]))
    compute_all()
    shown = details.detail("CPIE", "en")
    assert (shown.standing_text, shown.yoy_text) == (
        "The history is too short to say where this figure stands in it.", "",
    )  # fmt: skip


def test_detail_of_a_history_that_never_moved():
    store(CPIE, monthly([2.0] * 10))
    compute_all()
    assert (
        details.detail("CPIE", "en").standing_text
        == "The same as all of its own observations (10 since 2026)."
    )


def test_detail_tells_its_chart_in_words():
    store(CPIE, monthly([1.0, 3.0, 2.0]))
    compute_all()
    shown = details.detail("CPIE", "en")
    assert shown.plot.text == (
        "3 observations from August 2026 to October 2026, ending at 2.0%; lowest 1.0%, highest 3.0%."
    )
    assert [tick.text for tick in shown.plot.chart.lines[0].up] == ["1.0", "1.5", "2.0", "2.5", "3.0"]


def test_detail_of_a_single_observation():
    store(CPIE, monthly([1.0]))
    compute_all()
    assert details.detail("CPIE", "en").plot.text == "A single observation: 1.0% (October 2026)."


def test_detail_before_the_first_figure_has_no_chart():
    shown = details.detail("CPIE", "en")
    assert (shown.plot, shown.history, shown.standing_text, shown.retrieved_text) == (None, [], "", "")


def test_detail_lists_the_newest_first():
    store(CPIE, monthly([n / 10 for n in range(200)]))
    compute_all()
    shown = details.detail("CPIE", "en")
    assert (len(shown.history), shown.points, shown.points_text) == (120, 200, "200")
    newest = shown.history[0]
    assert (newest.period, newest.day, newest.value, newest.value_text, newest.date_text) == (
        "2026-10", date(2026, 10, 31), 19.9, "19.9%", "October 2026",
    )  # fmt: skip


def test_detail_of_a_source_that_was_switched_off_is_gone(settings):
    details.detail("GOLD", "en")
    settings.SAMPLE_DATA = settings.YAHOO_ENABLED = False
    with pytest.raises(KeyError):
        details.detail("GOLD", "en")


@pytest.mark.parametrize("size", [1, 1000])
def test_detail_needs_four_queries_at_any_size(size, django_assert_num_queries):
    store(US10, daily([float(n % 7) for n in range(size)]))
    compute_all()
    with django_assert_num_queries(4):
        details.detail("US10", "it")


def test_retrieved_is_the_older_of_two_symbols():
    store(US10, daily([4.0]))
    store("TREASURY:2Y", daily([3.0]))
    Quote.objects.create(symbol=US10, fetched_at=NOW)
    Quote.objects.create(symbol="TREASURY:2Y", fetched_at=NOW - timedelta(days=2))
    compute_all()
    assert details.detail("USCV", "en").retrieved_text == "19 Nov 2026"


@pytest.mark.parametrize(("wished", "count"), [("1y", 13), ("5y", 61), ("all", 200)])
def test_chart_table_and_series_follow_the_range(wished, count):
    store(CPIE, monthly([n / 10 for n in range(200)]))
    compute_all()
    shown = details.detail("CPIE", "en", ChartView(wished))
    assert (shown.points, len(shown.history), len(shown.plot.plotted[0].labels)) == (
        count,
        min(120, count),
        count,
    )
    assert len(details.series(groups.load().row("CPIE"), ChartView(wished))) == count


def test_every_point_has_date_and_value():
    store(CPIE, monthly([1.0, 3.0, 2.0]))
    compute_all()
    plotted = details.detail("CPIE", "en").plot.plotted[0]
    assert plotted.labels == [("August 2026", "1.0%"), ("September 2026", "3.0%"), ("October 2026", "2.0%")]
    assert (plotted.lowest, plotted.highest) == ("1.0% · August 2026", "3.0% · September 2026")


@pytest.mark.parametrize(("percentiles", "said"), [(False, "4.00%"), (True, "4.00%, percentile 50")])
def test_second_figure_has_a_line_and_a_column(percentiles, said):
    store(CPIE, monthly([1.0, 3.0, 2.0]))
    store(US10, daily([4.0] * 60))
    compute_all()
    shown = details.detail("CPIE", "en", ChartView("all", "US10", percentiles))
    assert [(each.code, each.labels[-1]) for each in shown.plot.plotted] == [
        ("CPIE", ("October 2026", "2.0%, percentile 50" if percentiles else "2.0%")), ("US10", ("20 Nov 2026", said)),
    ]  # fmt: skip
    assert [point.compared_text for point in shown.history] == ["4.00%", "4.00%", "–"]
    assert shown.plot.text.startswith("Inflation, euro area: 3 observations")


def test_second_figure_without_an_observation_in_the_range_says_so():
    store(CPIE, monthly([1.0, 3.0, 2.0]))
    compute_all()
    shown = details.detail("CPIE", "en", ChartView("1y", "US10"))
    assert (len(shown.plot.plotted), shown.plot.missing) == (1, "US 10-year yield")


def test_detail_says_why_there_is_no_newer_figure_and_no_change():
    """The US index of October 2025 was never published; October 2026 has come, and then November."""
    prices = [point for point in monthly([100.0 + n for n in range(40)]) if point.period != "2025-10"]
    store("USBLS:CUUR0000SA0L1E", prices)
    compute_all()
    shown = details.detail("CORA", "en")
    assert (shown.row.period, shown.row.no_change_text, shown.no_yoy_text) == ("2026-09", "", "")
    assert shown.row.gap_text.startswith("For October 2026 there is no figure")
    DailyQuote.objects.create(
        symbol="USBLS:CUUR0000SA0L1E", day=date(2026, 11, 30), period="2026-11", value=140.0
    )
    IndicatorFigure.objects.all().delete()
    compute_all()
    shown = details.detail("CORA", "en")
    assert (shown.row.period, shown.row.change_text, shown.row.gap_text) == ("2026-11", "", "")
    assert shown.row.no_change_text == (
        "There is no change to show: October 2026 has no figure, because October 2025 was never published."
    )
