"""What a figure's age means: the newest that its source has published, or one that has stopped coming."""

from datetime import date

import pytest
import time_machine
from django.utils import timezone, translation

from indicators import panel
from indicators.agenda import pages
from indicators.agenda.upcoming import between
from indicators.models import IndicatorFigure, Quote
from tests.indicators.agenda.conftest import at, figure, release

pytestmark = pytest.mark.django_db
HOUSES = "BIS:WS_SPP/Q.US.R.628"
DUE = date(2026, 11, 27)


@pytest.fixture
def houses(settings):
    """A quarterly figure of June, older than 90 days in November; the next one is due on the 27th."""
    settings.SAMPLE_DATA = True
    figure("HPUS", period="2026-Q2", ends=date(2026, 6, 30), symbol=HOUSES, changed_at=at("2026-08-28T10:00"))


def said(now: str, language: str = "en") -> tuple[bool, str]:
    with time_machine.travel(at(now)), translation.override(language):
        rows = [row for group in panel.groups(language) for row in group.rows if row.code == "HPUS"]
        return rows[0].stale, rows[0].newest_text


@pytest.mark.parametrize(("language", "text"), [
    ("en", "latest available; next due in November"), ("it", "ultimo disponibile; prossima uscita a novembre"),
])  # fmt: skip
def test_the_newest_of_an_old_figure_says_so_and_when_the_next_is_due(houses, language, text):
    release("houses_world", DUE, calendar="bis")
    assert said("2026-11-23T12:00", language) == (True, text)


def test_without_a_calendar_no_date_is_named(houses):
    assert said("2026-11-23T12:00") == (True, "latest available")


def test_a_figure_within_ninety_days_says_nothing(houses):
    assert said("2026-09-20T12:00") == (False, "")


def test_an_old_figure_whose_release_passed_without_it_is_not_the_newest(houses):
    release("houses_world", DUE, calendar="bis")
    assert said("2026-11-28T12:00") == (True, "")


def test_an_old_figure_that_has_stopped_coming_is_not_the_newest(houses):
    assert said("2028-06-30T12:00") == (True, "")


def test_an_old_figure_whose_source_failed_is_not_the_newest(houses):
    Quote.objects.filter(symbol=HOUSES).update(error="no answer")
    assert said("2026-11-23T12:00") == (True, "")


PRICES = "USBLS:CUUR0000SA0L1E"
GAP = {"newest": ["2026-10", "2025-10"]}


def prices_came(now: str, language: str = "en"):
    """The lines of the US prices, whose index came on 10 November 2026 without a yearly rate."""
    with time_machine.travel(at(now)):
        return [line for line in pages.coming(timezone.now(), language) if line.key.startswith("bls")]


@pytest.fixture
def core_prices(settings):
    settings.SAMPLE_DATA = True
    figure("CORA", period="2026-09", ends=date(2026, 9, 30), symbol=PRICES, changed_at=at("2026-11-10T14:00"))
    IndicatorFigure.objects.update(gaps=GAP)
    release("cpi_us", date(2026, 10, 14), calendar="bls", starts_at=at("2026-10-14T12:30"))
    release("cpi_us", date(2026, 11, 10), calendar="bls", starts_at=at("2026-11-10T13:30"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Core inflation, US: For October 2026 there is no figure: the period it is compared with, October 2025, was never published."),
        ("it", "Inflazione di fondo, USA: Per ottobre 2026 non c’è un dato: il periodo di confronto, ottobre 2025, non è mai stato pubblicato."),
    ],
)  # fmt: skip
def test_a_release_that_brought_no_figure_says_why(core_prices, language, text):
    [line] = prices_came("2026-11-11T12:00", language)
    assert (line.state, line.notes) == ("out", [text])


def test_where_no_row_has_a_figure_the_release_is_not_called_published(core_prices):
    figure(
        "CPIA",
        period="2026-09",
        ends=date(2026, 9, 30),
        symbol="FRED:CPIAUCNS",
        changed_at=at("2026-11-10T14:00"),
    )
    IndicatorFigure.objects.update(gaps=GAP)
    [line] = prices_came("2026-11-11T12:00")
    assert line.state_text == "published, without a figure"
    assert line.notes == [
        "For October 2026 there is no figure: the period it is compared with, October 2025, was never published."
    ]


def test_only_the_newest_release_is_the_one_without_a_figure(core_prices):
    assert [bool(line.notes) for line in prices_came("2026-11-11T12:00")] == [True]
    with time_machine.travel(at("2026-11-11T12:00")):
        told = between(date(2026, 10, 1), date(2026, 11, 30), timezone.now())
    assert [bool(each.without_figure) for each in told if each.release.entry.id == "cpi_us"] == [False, True]


def test_a_group_says_it_once_with_the_codes_of_its_rows(houses):
    figure("HPEA", period="2026-Q2", ends=date(2026, 6, 30), symbol="EUSTAT:prc_hpi_q?freq=Q&purchase=TOTAL&unit=RCH_A&geo=EA21", changed_at=at("2026-08-28T10:00"))  # fmt: skip
    with time_machine.travel(at("2026-11-23T12:00")), translation.override("en"):
        told = [group.newest for group in panel.groups("en") if group.newest]
    assert told == [{"latest available": ["HPUS", "HPEA"]}]
