"""FRED's real-time dates (ALFRED) for values that a refresh has just stored."""

import json
import re
from datetime import date, timedelta

import pytest
import time_machine
from werkzeug import Request, Response

from indicators import publisher_dates
from indicators.fetching import FetchRequest
from indicators.models import DailyQuote, Revision
from indicators.refresh import refresh
from indicators.sources import SourceError, fred
from tests.indicators.conftest import NOW

pytestmark = pytest.mark.django_db
NAME, SYMBOL = "DFEDTARU", "FRED:DFEDTARU"
DAY = timedelta(days=1)
LATEST = "9999-12-31"
# The published shape (fred/series/observations, output_type 1): one row for each real-time period of a value, cut to
# the requested period. The value of 2026-11-18 was revised on 11-23, that of 2026-11-20 was new then.
ALFRED = [
    ("2026-11-19", LATEST, "2026-11-17", "3.90"),
    ("2026-11-19", "2026-11-22", "2026-11-18", "3.95"),
    ("2026-11-23", LATEST, "2026-11-18", "4.00"),
    ("2026-11-23", LATEST, "2026-11-20", "4.05"),
]
NOT_THERE = {
    "error_code": 400,
    "error_message": "Bad Request.  The series does not exist in ALFRED but may exist in FRED.",
}


def document(rows):
    found = [
        {"realtime_start": start, "realtime_end": end, "date": day, "value": value}
        for start, end, day, value in rows
    ]
    return {"output_type": 1, "count": len(found), "offset": 0, "limit": 100000, "observations": found}


def plain(*pairs):
    return document([("2026-11-24", "2026-11-24", day, value) for day, value in pairs])


@pytest.fixture(autouse=True)
def _keyed(settings):
    settings.FRED_API_KEY = "0123456789abcdef0123456789abcdef"
    with time_machine.travel(NOW + 3 * DAY, tick=True):
        yield


class Alfred:
    """Answers the plain request with `now`, the one with a real-time period with `dates`, and counts both."""

    def __init__(self, web) -> None:
        self.now, self.dates, self.status = plain(), document(ALFRED), 200
        self.asked: list[dict[str, str]] = []
        web.expect_request(re.compile("/fred/series/observations")).respond_with_handler(self.answer)

    def answer(self, request: Request) -> Response:
        self.asked.append(request.args.to_dict())
        if "realtime_start" in request.args:
            return Response(json.dumps(self.dates), status=self.status)
        return Response(json.dumps(self.now))

    @property
    def periods(self) -> list[tuple[str, str]]:
        return [
            (each["realtime_start"], each["realtime_end"]) for each in self.asked if "realtime_start" in each
        ]


@pytest.fixture
def alfred(web) -> Alfred:
    return Alfred(web)


@pytest.fixture
def revised(alfred) -> Alfred:
    """A first fetch on the 21st, and what a second one on the 24th finds."""
    alfred.now = plain(("2026-11-17", "3.90"), ("2026-11-18", "3.95"))
    refresh(symbol=SYMBOL, now=NOW)
    alfred.now = plain(("2026-11-17", "3.90"), ("2026-11-18", "4.00"), ("2026-11-20", "4.05"))
    return alfred


def vintages() -> dict[str, date | None]:
    return dict(DailyQuote.objects.of([SYMBOL]).values_list("period", "vintage"))


def test_the_values_of_a_refresh_get_the_publisher_s_dates(revised):
    refresh(symbol=SYMBOL, now=NOW + 3 * DAY)
    assert vintages() == {
        "2026-11-17": None, "2026-11-18": date(2026, 11, 23), "2026-11-20": date(2026, 11, 23),
    }  # fmt: skip
    assert revised.periods == [("2026-11-19", LATEST)]  # two days before the last fetch
    assert revised.asked[-1]["observation_start"] == revised.asked[-2]["observation_start"]


def test_a_revised_value_keeps_its_publisher_s_date(revised):
    refresh(symbol=SYMBOL, now=NOW + 3 * DAY)
    revised.now = plain(("2026-11-17", "3.90"), ("2026-11-18", "4.01"), ("2026-11-20", "4.05"))
    refresh(symbol=SYMBOL, now=NOW + 3 * DAY + timedelta(hours=1))
    [point] = Revision.objects.latest("at").points()
    assert (point.value, point.seen_at, point.vintage) == (4.0, NOW + 3 * DAY, date(2026, 11, 23))
    assert vintages()["2026-11-18"] is None  # ALFRED has another value, so its date is not this one's


def test_no_request_without_changes(revised):
    refresh(symbol=SYMBOL, now=NOW + 3 * DAY)
    refresh(symbol=SYMBOL, now=NOW + 3 * DAY + timedelta(hours=1))
    assert len(revised.periods) == 1


def test_a_first_fetch_and_one_without_key_ask_nothing(alfred, settings):
    alfred.now = plain(("2026-11-17", "3.90"))
    refresh(symbol=SYMBOL, now=NOW)
    settings.FRED_API_KEY = ""
    assert fred.vintages(NAME, since=date(2020, 1, 1), after=NOW.date(), frequency="D") == {}
    assert alfred.periods == []


@pytest.mark.parametrize(("status", "answer"), [
    (400, NOT_THERE), (200, {"observations": "x"}), (200, plain(("2026-11-18", "4.00")) | {"count": 7}),
    (200, {"observations": [{"date": "2026-11-18", "value": "4.00"}]}), (503, {}), (429, {}), (403, {}),
    (200, document([("soon", LATEST, "2026-11-18", "4.00")])),
])  # fmt: skip
def test_a_failure_leaves_values_stored_and_undated(revised, status, answer):
    revised.status, revised.dates = status, answer
    report = refresh(symbol=SYMBOL, now=NOW + 3 * DAY)
    assert (report.failed, report.written) == ({}, 2)
    assert set(vintages().values()) == {None}


def test_dates_are_requested_at_most_a_year_back(alfred):
    fred.vintages(NAME, since=date(2020, 1, 1), after=date(2019, 1, 1), frequency="D")
    assert alfred.periods == [("2025-11-23", LATEST)]


def test_months_are_dated_by_their_label(alfred):
    alfred.dates = document([("2026-11-23", LATEST, "2026-10-01", "320.1")])
    found = fred.vintages("CPIAUCNS", since=date(2020, 1, 1), after=NOW.date(), frequency="M")
    assert found == {"2026-10": (320.1, date(2026, 11, 23))}


def test_requests_are_bounded(monkeypatch):
    asked = []

    def vintages(identifier, **_what):
        asked.append(identifier)
        return {}

    monkeypatch.setattr(fred, "vintages", vintages)
    monkeypatch.setattr(publisher_dates, "pause_s", lambda _prefix: 0.0)
    requests = [FetchRequest(f"FRED:X{n}", "D", date(2020, 1, 1), fetched_at=NOW) for n in range(40)]
    publisher_dates.record(requests, now=NOW, time_limit_s=60)
    assert len(asked) == publisher_dates.MOST_REQUESTS == 30
    publisher_dates.record(requests, now=NOW, time_limit_s=-1)
    assert len(asked) == 30


def test_a_failure_ends_the_requests(monkeypatch):
    asked = []

    def vintages(identifier, **_what):
        asked.append(identifier)
        raise SourceError("no answer")

    monkeypatch.setattr(fred, "vintages", vintages)
    requests = [FetchRequest(f"FRED:X{n}", "D", date(2020, 1, 1), fetched_at=NOW) for n in range(5)]
    assert publisher_dates.record(requests, now=NOW, time_limit_s=60) == 0
    assert asked == ["X0"]
