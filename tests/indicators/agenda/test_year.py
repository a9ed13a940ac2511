"""Days of a simulated year on which clocks and calendars turn; `bench/agenda_year.py` lives through all of it."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine

from indicators.agenda.refresh import refresh
from tests.demo.conftest import sample_server  # noqa: F401  the fixture
from tests.indicators.agenda.year import codes, errors_at

pytestmark = pytest.mark.django_db

TURNS = [
    date(2026, 12, 31), date(2027, 1, 1),  # the turn of the year
    date(2027, 3, 14), date(2027, 3, 15),  # America's clocks go forward,
    date(2027, 3, 28),  # two weeks later Europe's
    date(2027, 10, 31), date(2027, 11, 7), date(2027, 11, 8),
]  # fmt: skip


@pytest.fixture
def samples(sample_server, settings):  # noqa: F811
    host = f"127.0.0.1:{sample_server.server_address[1]}"
    settings.SAMPLE_DATA, settings.OUTBOUND_ALLOWED_HOSTS = True, [host]
    settings.SOURCE_BASE_URLS, settings.SAMPLE_SOURCES_URL = {}, f"http://{host}"


@pytest.mark.parametrize("day", TURNS, ids=str)
def test_each_rows_next_due_is_right_when_clocks_and_calendars_turn(samples, day):
    morning = datetime.combine(day, time(5, 22), UTC)
    with time_machine.travel(morning):
        assert refresh(morning).failed == {}
        assert errors_at(morning) == []
        assert errors_at(morning + timedelta(hours=18)) == []


def test_the_years_rows_are_of_every_calendar():
    assert len(codes()) == 24
