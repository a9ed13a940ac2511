"""Calendars of the Federal Reserve, the BEA, the BIS and FRED, and periods in titles."""

import json
from datetime import date
from zoneinfo import ZoneInfo

import pytest
import time_machine

from indicators.agenda.calendars import base_url, calendars, enabled, page_parsing
from indicators.sources import SourceError
from tests.indicators.agenda.conftest import at, read
from tests.indicators.conftest import NOW


@pytest.fixture(autouse=True)
def _world():
    with time_machine.travel(NOW):
        yield


def test_ics_moment_in_utc_has_the_publishers_day():
    text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:x\nDTSTART:20261210T013000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    (event,) = page_parsing.ics_events("x", text.encode(), zone="America/New_York")
    assert (event.day, event.starts_at) == (date(2026, 12, 9), at("2026-12-10T01:30"))


def fed(**row):
    return {
        "title": " Z.1 - Financial Accounts",
        "time": "12:00 p.m.",
        "month": "2026-12",
        "days": "10",
        "type": "x",
    } | row


def test_fed_reads_its_odd_rows(says):
    rows = [
        fed(),
        fed(days="29, 30"),
        fed(title="FOMC Meeting", days="27-28", month="2026-10", time="2:00 p.m."),
        fed(title="FOMC Meeting", days="30-1", month="2026-12", time=""),
        {"title": "odd row without a month", "days": "3"},
        fed(days="", time="12:30 a.m."),
        fed(days="11", time="12:30 a.m."),
    ]
    says("\ufeff" + json.dumps({"events": rows, "announcement": [{"title": "closed", "month": ""}]}))
    found = read("fed")
    assert [(event.labels[0], event.day, event.starts_at) for event in found] == [
        ("Z.1 - Financial Accounts", date(2026, 12, 10), at("2026-12-10T17:00")),
        ("Z.1 - Financial Accounts", date(2026, 12, 29), at("2026-12-29T17:00")),
        ("Z.1 - Financial Accounts", date(2026, 12, 30), at("2026-12-30T17:00")),
        ("FOMC Meeting", date(2026, 10, 28), at("2026-10-28T18:00")),
        ("FOMC Meeting", date(2027, 1, 1), None),
        ("Z.1 - Financial Accounts", date(2026, 12, 11), at("2026-12-11T05:30")),
    ]


@pytest.mark.parametrize(
    "body", [{"events": []}, {"announcement": []}, {"events": [fed(days="31", month="2026-11")]}]
)
def test_fed_refuses_an_empty_or_impossible_calendar(says, body):
    says(body)
    with pytest.raises(SourceError):
        read("fed")


def test_bea_leaves_out_repeats_and_what_is_no_release(says):
    moments = ["2026-12-23T13:30:00+00:00", "2026-12-23T13:30:00+00:00", "2026-09-30T12:30:00+00:00"]
    says({"Gross Domestic Product": {"release_dates": moments}, "last_updated": "2026-11-20T00:00:00"})
    assert [(event.labels, event.day, event.starts_at) for event in read("bea")] == [
        (("Gross Domestic Product",), date(2026, 9, 30), at("2026-09-30T12:30")),
        (("Gross Domestic Product",), date(2026, 12, 23), at("2026-12-23T13:30")),
    ]


@pytest.mark.parametrize("body", [{"last_updated": "x"}, {"GDP": {"release_dates": ["soon"]}}, []])
def test_bea_refuses_what_is_no_calendar(says, body):
    says(body)
    with pytest.raises(SourceError):
        read("bea")


BIS = """FREQ,CATEGORY,RELEASE_TYPE,TIME_PERIOD,OBS_VALUE
Q,CREDIT_GAPS,R,2026-Q2,20261207
Q,RPP,R,2026-Q3,20270226
M,CBPOL,R,2027-05,
"""


def test_bis_value_is_the_day(says):
    says(BIS)
    assert [(event.labels, event.day, event.starts_at) for event in read("bis")] == [
        (("CREDIT_GAPS",), date(2026, 12, 7), None),
        (("RPP",), date(2027, 2, 26), None),
    ]


@pytest.mark.parametrize(
    "body",
    [BIS.splitlines()[0] + "\n", "A,B\n1,2\n", BIS.replace("20261207", "2026-12-07"), "<error>none</error>"],
)
def test_bis_refuses_what_is_no_calendar(says, body):
    says(body)
    with pytest.raises(SourceError):
        read("bis")


def test_fred_asks_each_series_for_its_release_once(says, settings):
    settings.FRED_API_KEY = "k"
    server = says({"releases": [{"id": 10}]}, {"release_dates": [{"release_id": 10, "date": "2026-12-10"}]})
    memory: dict = {}
    (event,) = read("fred", patterns=["CPIAUCNS"], memory=memory, first=date(2026, 11, 7))
    assert (event.labels, event.day, event.starts_at, memory) == (
        ("CPIAUCNS",),
        date(2026, 12, 10),
        None,
        {"CPIAUCNS": 10},
    )
    dates = server.log[1][0].args
    assert (dates["include_release_dates_with_no_data"], dates["realtime_start"]) == ("true", "2026-11-07")
    says({"release_dates": [{"release_id": 10, "date": "2026-12-10"}]})
    read("fred", patterns=["CPIAUCNS"], memory=memory)
    assert [request.path for request, _ in server.log].count("/calendar_fred/series/release") == 1


def test_fred_is_fetched_with_a_key_only(settings):
    settings.SAMPLE_DATA, settings.FRED_API_KEY = False, ""
    assert [name for name in calendars() if not enabled(name)] == ["fred"]
    settings.FRED_API_KEY = "k"
    assert all(map(enabled, calendars()))


@pytest.mark.parametrize("bodies", [({"releases": []},), ({"releases": [{"id": 1}]}, {"release_dates": []}),
                                    ({"releases": [{"id": 1}]}, {"error": "x"})])  # fmt: skip
def test_fred_refuses_what_is_no_calendar(says, settings, bodies):
    settings.FRED_API_KEY = "k"
    says(*bodies)
    with pytest.raises(SourceError):
        read("fred", patterns=["X"])


@pytest.mark.parametrize(("title", "period"), [
    ("GDP first quarterly estimate, UK: July to September 2026", "2026-Q3"),
    ("Labour: August to October 2026", ""),
    ("Consumer price inflation, UK: July 2026", "2026-07"),
    ("Productivity, UK: April to June 2026 and January to March 2026", "2026-Q2"),
    ("GDP, Q2 2026", "2026-Q2"),
    ("Blue Book 2026", ""),
])  # fmt: skip
def test_periods_in_titles(title, period):
    assert page_parsing.period_in(title) == period


def test_addresses_are_the_publishers_own_without_sample_data(settings):
    settings.SAMPLE_DATA, settings.SOURCE_BASE_URLS = False, {}
    assert base_url("ons") == "https://api.beta.ons.gov.uk/v1"
    settings.SAMPLE_DATA = True
    assert base_url("ons") == f"{settings.SAMPLE_SOURCES_URL}/calendar_ons"


def test_every_calendar_names_a_zone_and_a_title():
    for calendar in calendars().values():
        assert ZoneInfo(calendar.ZONE) and calendar.TITLE
