"""Texts of past days from the sample sources."""

import threading
from datetime import UTC, date, datetime, timedelta

import pytest

from briefing.demo.server import serve
from commentary.facts.ranking import PreviousFigures
from commentary.facts.snapshot import Facts
from evaluation.words.rebuilding import (
    DayTexts,
    RebuiltSeries,
    observations,
    publication_lag,
    seen_before,
    stories,
    weekdays,
)
from indicators.fetching import FetchRequest
from tests.commentary.facts.histories import daily
from tests.commentary.figures import AS_OF, figure

FRIDAY = date(2026, 11, 20)


@pytest.fixture
def sample_sources(settings):
    server = serve("127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings.SAMPLE_DATA = True
    host = f"127.0.0.1:{server.server_address[1]}"
    settings.SAMPLE_SOURCES_URL, settings.OUTBOUND_ALLOWED_HOSTS = f"http://{host}", [host]
    yield
    server.shutdown()
    server.server_close()


def test_weekdays_leave_out_weekends():
    assert weekdays(6, FRIDAY) == [date(2026, 11, day) for day in (13, 16, 17, 18, 19, 20)]
    assert weekdays(1, date(2026, 11, 22)) == [FRIDAY]


def test_a_day_knows_what_was_published_by_then():
    series = RebuiltSeries(daily(1.0, 2.0, 3.0), timedelta(days=2))  # the last one on 20 November
    assert [point.value for point in series.known_on(date(2026, 11, 21))] == [1.0, 2.0]
    assert series.known_on(date(2026, 11, 19)) == []


def test_the_first_edition_has_seen_nothing():
    assert seen_before([]) == PreviousFigures()


def test_an_edition_has_seen_the_figures_of_the_one_before_it():
    def edition(key: str) -> DayTexts:
        return DayTexts(FRIDAY, {"all": Facts("all", AS_OF, (figure(key, newsworthiness=1.0),))})

    seen = seen_before([edition(key) for key in ("A", "B", "C", "D")])
    assert (seen.figures.keys(), seen.family) == ({"D"}, "d")


def test_stories_are_those_of_the_window_the_largest_first():
    until = datetime(2026, 11, 20, 12, 7, tzinfo=UTC)
    found = stories(until, timedelta(hours=6))
    assert found == stories(until, timedelta(hours=6)) and len(found) > 2
    assert [story["publishers"] for story in found] == sorted((s["publishers"] for s in found), reverse=True)
    assert all("2026-11-20T06:07" < story["at"] <= "2026-11-20T12:07" for story in found)


def test_the_lag_of_a_symbol_is_found_by_asking_on_earlier_days(sample_sources):
    ask = FetchRequest("ECB:EXR/D.USD.EUR.SP00.A", "D", date(2026, 10, 1))
    (points,) = observations([ask], on=FRIDAY).values()
    lag = publication_lag(ask, points[-1].day)
    known = observations([ask], on=points[-1].day + lag)[ask.symbol]
    before = observations([ask], on=points[-1].day + lag - timedelta(days=1))[ask.symbol]
    assert (known[-1].day, before[-1].day < known[-1].day) == (points[-1].day, True)


def test_a_file_of_a_later_day_tells_an_earlier_one_nothing(sample_sources):
    """Two series come in one file, which the source keeps for the other."""
    first, second = (FetchRequest(f"USBLS:CUUR0000SA0{core}", "M", date(2026, 1, 1)) for core in ("", "L1E"))
    assert observations([first], on=date(2026, 11, 13))[first.symbol][-1].period == "2026-10"
    assert observations([second], on=date(2026, 11, 5))[second.symbol][-1].period == "2026-09"
