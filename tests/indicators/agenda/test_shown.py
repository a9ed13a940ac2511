"""What a figure's age means: the newest that its source has published, or one that has stopped coming."""

from datetime import date

import pytest
import time_machine
from django.utils import translation

from indicators import panel
from indicators.models import Quote
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
    ("en", "newest there is; next due in November"), ("it", "il più recente disponibile; il prossimo è atteso a novembre"),
])  # fmt: skip
def test_the_newest_of_an_old_figure_says_so_and_when_the_next_is_due(houses, language, text):
    release("houses_world", DUE, calendar="bis")
    assert said("2026-11-23T12:00", language) == (True, text)


def test_without_a_calendar_no_date_is_named(houses):
    assert said("2026-11-23T12:00") == (True, "newest there is")


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
