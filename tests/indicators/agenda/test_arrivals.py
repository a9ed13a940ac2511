"""Due, out, awaited, cancelled: what became of a release, told by the figures that we hold."""

from datetime import date, timedelta

import pytest
import time_machine

from briefing.core.models import StaffNotice
from indicators.agenda import arrivals, due
from indicators.agenda.upcoming import between, next_due
from indicators.groups import load
from indicators.models import IndicatorFigure, Quote
from indicators.refresh import plan
from tests.indicators.agenda.conftest import at, figure, release

pytestmark = pytest.mark.django_db
HICP = load().row("CPIE").symbols[0]
ITALY = load().row("CPII").symbols[0]
DAY = date(2026, 12, 18)
HOUR = at("2026-12-18T10:00")


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(HOUR):
        yield


@pytest.fixture
def october():
    """The October figures of the euro area and Italy are here; November's come on 18 December, 11:00 Luxembourg."""
    for code, symbol in (("CPIE", HICP), ("CPII", ITALY)):
        figure(
            code, period="2026-10", ends=date(2026, 10, 31), symbol=symbol, changed_at=at("2026-11-18T11:00")
        )
    release("hicp", DAY, starts_at=HOUR, period="2026-11")
    release(
        "hicp", date(2027, 1, 20), starts_at=at("2027-01-20T10:00"), period="2026-12", status="provisional"
    )


def arrives(symbol: str, moment):
    Quote.objects.filter(symbol=symbol).update(changed_at=moment, fetched_at=moment)


def state(now):
    return [told.state for told in between(DAY, DAY, now) if told.release.entry.id == "hicp"]


@pytest.mark.parametrize(("now", "expected"), [
    ("2026-12-17T23:59", "due"), ("2026-12-18T09:59", "due"), ("2026-12-18T10:00", "awaited"), ("2026-12-20T10:00", "awaited"),
])  # fmt: skip
def test_a_release_without_its_figure_is_awaited_from_its_moment_on(october, now, expected):
    assert state(at(now)) == [expected]


def test_a_release_is_out_when_all_its_rows_have_their_figure(october):
    arrives(HICP, at("2026-12-18T10:30"))
    assert state(at("2026-12-18T11:00")) == ["awaited"]
    arrives(ITALY, at("2026-12-18T10:31"))
    assert state(at("2026-12-18T11:00")) == ["out"]


def test_a_final_figure_that_repeats_the_flash_is_not_waited_for(october):
    IndicatorFigure.objects.update(period="2026-11", observed_on=date(2026, 11, 30))
    assert state(at("2026-12-18T09:00")) == ["due"]
    assert state(at("2026-12-18T10:00")) == ["out"]


def test_a_day_without_an_hour_is_over_when_the_publishers_day_is():
    figure(
        "HPUS",
        period="2026-Q2",
        ends=date(2026, 6, 30),
        symbol="BIS:WS_SPP/Q.US.R.628",
        changed_at=at("2026-08-28T10:00"),
    )
    figure_day = date(2026, 11, 27)
    release("houses_world", figure_day, calendar="bis")
    # Shown rows older than 90 days are stale, and say so themselves; this one is 60 days old.
    IndicatorFigure.objects.update(observed_on=date(2026, 9, 30))
    found = [
        [told.state for told in between(figure_day, figure_day, at(now))]
        for now in ("2026-11-27T22:59", "2026-11-27T23:00")
    ]
    assert found == [["due"], ["awaited"]]


def test_a_release_whose_only_row_is_stale_is_awaited_until_a_figure_comes_without_a_notice():
    symbol, day = "BIS:WS_SPP/Q.US.R.628", date(2026, 11, 27)
    figure("HPUS", period="2026-Q2", ends=date(2026, 6, 30), symbol=symbol, changed_at=at("2026-08-28T10:00"))
    release("houses_world", day, calendar="bis")

    def states(now):
        return [told.state for told in between(day, day, at(now))]

    assert (states("2026-11-27T22:00"), states("2026-11-27T23:00")) == (["due"], ["awaited"])
    assert arrivals.notify_late(at("2026-11-30T12:00")) == 0
    arrives(symbol, at("2026-11-28T06:00"))
    assert states("2026-11-28T07:00") == ["out"]


def test_a_stale_row_is_not_waited_for_beside_one_that_came(october):
    IndicatorFigure.objects.filter(code="CPII").update(observed_on=date(2026, 8, 31))
    arrives(HICP, at("2026-12-18T10:30"))
    assert state(at("2026-12-19T10:00")) == ["out"]


def test_a_cancelled_release_is_never_waited_for():
    figure("CPIE", period="2026-10", ends=date(2026, 10, 31), symbol=HICP)
    release("hicp", DAY, starts_at=HOUR, status="cancelled")
    assert state(at("2026-12-19T10:00")) == ["cancelled"]
    assert next_due(load().row("CPIE"), at("2026-12-10T10:00")).next is None


def test_a_decision_is_out_once_its_moment_is_over():
    def told(now):
        return [
            each.state
            for each in between(date(2026, 12, 17), date(2026, 12, 17), at(now))
            if each.release.entry.id == "ecb"
        ]

    assert told("2026-12-17T13:14") == ["due"]
    assert told("2026-12-17T13:15") == ["out"]


def test_staff_hear_after_two_days_and_no_more_when_the_figure_has_come(october):
    assert arrivals.notify_late(at("2026-12-20T09:59")) == 1
    assert StaffNotice.objects.filter(kind=arrivals.KIND).count() == 0
    assert arrivals.notify_late(at("2026-12-20T10:00")) == 1
    notice = StaffNotice.objects.get(kind=arrivals.KIND)
    assert (notice.subject, "CPIE, CPII" in notice.text, "2026-12-18" in notice.text) == ("hicp", True, True)
    arrivals.notify_late(at("2026-12-21T10:00"))
    assert StaffNotice.objects.filter(kind=arrivals.KIND).count() == 1
    for symbol in (HICP, ITALY):
        arrives(symbol, at("2026-12-21T11:00"))
    assert arrivals.notify_late(at("2026-12-21T12:00")) == 0
    notice.refresh_from_db()
    assert notice.resolved_at is not None


def test_a_row_has_its_awaited_and_its_next_release(october):
    row = load().row("CPIE")
    before, after = next_due(row, at("2026-12-18T09:00")), next_due(row, at("2026-12-18T10:00"))
    assert (before.awaited, before.next.day) == (None, DAY)
    assert (after.awaited.day, after.next.day, after.next.provisional) == (DAY, date(2027, 1, 20), True)
    arrives(HICP, at("2026-12-18T10:30"))
    assert next_due(row, at("2026-12-18T11:00")).awaited is None
    assert next_due(load().row("CPII"), at("2026-12-18T11:00")).awaited is not None


def test_a_figure_that_came_before_its_hour_is_not_due_any_more(october):
    arrives(HICP, at("2026-12-18T08:00"))
    assert next_due(load().row("CPIE"), at("2026-12-18T09:00")).next.day == date(2027, 1, 20)


def test_a_row_without_a_calendar_waits_for_nothing():
    found = next_due(load().row("US10"), HOUR)
    assert (found.awaited, found.next) == (None, None)


def test_a_release_overdue_for_hours_is_fetched_at_each_refresh(october):
    def asked(now):
        Quote.objects.update(fetched_at=at(now) - timedelta(minutes=30))
        return [ask.symbol for ask in plan({HICP: "M"}, at(now), due_only=True)]

    assert asked("2026-12-18T09:32") == []
    assert asked("2026-12-18T10:32") == [HICP]
    assert asked("2026-12-18T16:02") == []
    arrives(HICP, at("2026-12-18T10:32"))
    assert asked("2026-12-18T11:02") == []


def test_texts_are_given_what_is_due(october):
    assert due(at("2026-12-16T06:07"), 3) == [
        {"date": "2026-12-17", "what_en": "the Bank of England’s decision on rates",
         "what_it": "la decisione della Banca d’Inghilterra sui tassi", "key": "BOER"},
        {"date": "2026-12-17", "what_en": "the ECB’s decision on rates", "what_it": "la decisione della Bce sui tassi",
         "key": "ECBD"},
        {"date": "2026-12-18", "what_en": "the Bank of Japan’s decision on rates",
         "what_it": "la decisione della Banca del Giappone sui tassi", "key": "PRJP"},
        {"date": "2026-12-18", "what_en": "the report on euro-area inflation",
         "what_it": "il dato sull’inflazione dell’area euro", "key": "CPIE"},
    ]  # fmt: skip


def test_texts_are_not_given_what_is_out_cancelled_or_shown_nowhere(october):
    release("retail_eu", DAY, starts_at=HOUR)
    release("minutes_us", DAY, calendar="fed", starts_at=HOUR)
    release("cpi_uk", DAY, calendar="ons", starts_at=HOUR, status="cancelled")
    assert [fact["key"] for fact in due(at("2026-12-18T12:00"), 0)] == ["PRJP"]


def test_the_spare_calendar_speaks_only_beyond_the_first_ones_reach():
    figure("CPIA", period="2026-10", ends=date(2026, 10, 31), symbol="FRED:CPIAUCNS")
    release("cpi_us", date(2026, 12, 10), calendar="bls", starts_at=at("2026-12-10T13:30"))
    for day in (date(2026, 12, 10), date(2026, 12, 11), date(2027, 1, 13)):
        release("cpi_us", day, calendar="fred")
    found = [told.release for told in between(date(2026, 12, 1), date(2027, 2, 1), at("2026-12-01T00:00"))]
    own = [(each.day, each.source) for each in found if each.entry.id == "cpi_us"]
    assert own == [(date(2026, 12, 10), "bls"), (date(2027, 1, 13), "fred")]


def test_a_release_is_shown_once_a_day_with_its_hour():
    release("gdp_eu", DAY, key="a")
    release("gdp_eu", DAY, key="b", starts_at=HOUR)
    found = [
        told.release
        for told in between(DAY, DAY, HOUR - timedelta(days=1))
        if told.release.entry.id == "gdp_eu"
    ]
    assert [each.starts_at for each in found] == [HOUR]
