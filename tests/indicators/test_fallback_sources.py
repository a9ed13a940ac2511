"""A row whose first source is out for days is shown by its fallback, as what it is, and comes back."""

from datetime import timedelta

import pytest
import time_machine
from pytest_httpserver import HTTPServer

from commentary.facts import collecting
from indicators import details, fallback_sources, panel
from indicators.chart_view import WHOLE
from indicators.groups import load
from indicators.models import IndicatorFigure, Quote
from indicators.refresh import chosen, refresh
from tests.indicators.conftest import NOW

pytestmark = pytest.mark.django_db
FIRST, SPARE = "CBOE:VIX", "FRED:VIXCLS"
LATER = NOW + timedelta(days=3, minutes=1)
TABLE = "DATE,OPEN,HIGH,LOW,CLOSE\n11/19/2026,18,19,17,18.5\n11/20/2026,18.5,20,18,19.25\n"
GRAPH = "observation_date,VIXCLS\n2026-11-18,17.5\n2026-11-19,18.5\n2026-11-20,19.5\n"


@pytest.fixture(autouse=True)
def _now():
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def sources(web: HTTPServer, settings):
    """sources(first, fallback) says what each answers from then on; None is a failure."""
    settings.FRED_KEYLESS = True

    def answer(first: str | None, fallback: str | None) -> None:
        web.clear()
        for path, body in (("/cboe/VIX_History.csv", first), ("/fredgraph/fredgraph.csv", fallback)):
            web.expect_request(path).respond_with_data(body or "", status=200 if body else 404)

    return answer


def ask(now) -> None:
    refresh(symbol="VIX", now=now)


def shown() -> tuple[float | None, str]:
    row = next(row for group in panel.groups("en") for row in group.rows if row.code == "VIX")
    return row.value, row.symbol


def series() -> list[float]:
    row = fallback_sources.row_as_stored(load().row("VIX"))
    return [point.value for point in details.series(row, WHOLE)]


def test_the_first_source_alone_is_fetched_and_shown_while_it_answers(sources):
    sources(TABLE, GRAPH)
    ask(NOW)
    assert shown() == (19.25, FIRST)
    assert SPARE not in chosen(None, None, NOW)


def test_a_source_that_is_out_for_a_day_keeps_its_last_figures(sources):
    sources(TABLE, GRAPH)
    ask(NOW)
    sources(None, GRAPH)
    for _turn in range(2):
        ask(NOW + timedelta(days=1))
    assert shown() == (19.25, FIRST)


def test_after_three_days_the_fallback_is_fetched_and_shown_under_its_own_name(sources):
    sources(TABLE, GRAPH)
    ask(NOW)
    sources(None, GRAPH)
    ask(LATER)  # the fallback is asked from the refresh on that sees how long it is
    assert set(chosen(None, "VIX", LATER)) == {FIRST, SPARE}
    ask(LATER)
    assert shown() == (19.5, SPARE)
    detail = details.detail("VIX", "en")
    assert (detail.row.value, detail.points, "fred" in detail.source_url) == (19.5, 3, True)
    assert detail.licence == "Copyright Cboe, by way of FRED"
    assert series() == [17.5, 18.5, 19.5]
    told = {row.key: row.value for row in collecting.everything(today=LATER.date())["bubble_watch"].rows}
    assert told["VIX"] == 19.5


def test_a_first_source_that_answers_again_is_shown_again(sources):
    sources(None, GRAPH)
    for _turn in range(2):
        ask(NOW)
    assert shown() == (19.5, SPARE)
    sources(TABLE, GRAPH)
    ask(LATER)
    assert shown() == (19.25, FIRST)
    assert series() == [18.5, 19.25]


def test_a_first_source_that_never_answered_makes_way_at_once(sources):
    sources(None, GRAPH)
    ask(NOW)
    assert shown() == (None, FIRST)
    ask(NOW)
    assert shown() == (19.5, SPARE)
    assert Quote.objects.get(symbol=FIRST).error


def test_a_spare_that_fails_too_changes_nothing(sources):
    sources(TABLE, None)
    ask(NOW)
    sources(None, None)
    for _turn in range(2):
        ask(LATER)
    assert shown() == (19.25, FIRST)


def test_a_spare_whose_source_was_switched_off_since_is_not_shown(sources, settings):
    sources(None, GRAPH)
    for _turn in range(2):
        ask(NOW)
    settings.FRED_KEYLESS = settings.SAMPLE_DATA = False
    settings.CBOE_ENABLED = True
    assert IndicatorFigure.objects.get(code="VIX").value == 19.5
    assert shown() == (None, FIRST)
    assert fallback_sources.fallbacks_needed(load().active_rows(), NOW) == []


def test_a_monthly_spare_of_a_daily_row_is_shown_as_a_monthly_average(web: HTTPServer, settings):
    settings.FRED_KEYLESS = True
    graph = "observation_date,IRLTLT01GBM156N\n2026-08-01,4.6\n2026-09-01,4.7\n2026-10-01,4.8\n"
    web.expect_request("/fredgraph/fredgraph.csv").respond_with_data(graph)
    web.expect_request("/boe/_iadb-fromshowcolumns.asp").respond_with_data("", status=503)
    refresh(symbol="GB10", now=NOW)  # it has never answered: the fallback is asked at the next refresh
    refresh(symbol="GB10", now=NOW + timedelta(minutes=30))
    shown = details.detail("GB10", "en")
    assert (shown.row.value, shown.row.date_text, shown.row.basis) == (
        4.8,
        "October 2026",
        "a year, monthly average",
    )
    assert (shown.source_name, shown.row.overdue) == ("Federal Reserve Bank of St. Louis (FRED)", False)
