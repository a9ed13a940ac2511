"""Each calendar over a loopback server, in the shapes that were recorded from the real ones."""

from datetime import date

import pytest
import time_machine

from indicators.agenda.calendars import page_parsing
from indicators.agenda.calendars.eurostat import period_of
from indicators.sources import SourceError
from tests.indicators.agenda.conftest import at, read
from tests.indicators.conftest import NOW


@pytest.fixture(autouse=True)
def _world():
    with time_machine.travel(NOW):
        yield


def ons(uri: str, moment: str, **description):
    said = {"title": "Consumer price inflation, UK: July 2026", "release_date": moment, "finalised": True}
    return {
        "uri": f"/releases/{uri}",
        "date_changes": None,
        "description": said | {"cancelled": False} | description,
    }


def page(*rows, total=None):
    return {"took": 0, "breakdown": {"total": len(rows) if total is None else total}, "releases": list(rows)}


NOTHING = page()


SUMMER = ons("consumerpriceinflationukjuly2026", "2026-08-19T06:00:00.000Z")


def test_ons_hours_are_true_utc_in_summer_and_winter(says):
    winter = ons(
        "consumerpriceinflationuknovember2026", "2026-12-16T07:00:00.000Z", title="CPI: November 2026"
    )
    says(page(SUMMER, winter), NOTHING)
    found = read("ons")
    assert [event.starts_at for event in found] == [at("2026-08-19T06:00"), at("2026-12-16T07:00")]
    assert [(event.day, event.period) for event in found] == [
        (date(2026, 8, 19), "2026-07"),
        (date(2026, 12, 16), "2026-11"),
    ]


def test_ons_pages_are_followed_to_their_total(says):
    server = says(
        page(SUMMER, total=2),
        page(ons("gdpmonthlyestimateukjuly2026", "2026-09-11T06:00:00.000Z"), total=2),
        NOTHING,
    )
    assert [event.key for event in read("ons")] == [
        "consumerpriceinflationukjuly2026",
        "gdpmonthlyestimateukjuly2026",
    ]
    asked = [request.args for request, _answer in server.log]
    assert [(args["release-type"], args["offset"]) for args in asked] == [
        ("type-upcoming", "0"),
        ("type-upcoming", "1"),
        ("type-published", "0"),
    ]


def test_ons_tells_provisional_moved_and_cancelled_apart(says):
    provisional = ons("a", "2027-02-12T07:00:00.000Z", finalised=False)
    month_only = ons("b", "2027-03-23T09:30:00.000Z", finalised=False, provisional_date="March 2027")
    moved = ons("c", "2026-12-20T08:30:00.000Z", postponed=True) | {
        "date_changes": [{"change_notice": "…", "previous_date": "2026-12-18T07:00:00.000Z"}]
    }
    hour_only = ons("d", "2026-12-20T08:30:00.000Z") | {
        "date_changes": [{"previous_date": "2026-12-20T07:00:00.000Z"}]
    }
    cancelled = ons("e", "2026-12-21T08:30:00.000Z", cancelled=True)
    says(page(provisional, month_only, moved, hour_only, cancelled), NOTHING)
    found = {event.key: event for event in read("ons")}
    assert (found["a"].provisional, found["a"].starts_at) == (True, at("2027-02-12T07:00"))
    assert (found["b"].provisional, found["b"].starts_at) == (True, None)
    assert (found["c"].provisional, found["c"].moved_from) == (False, date(2026, 12, 18))
    assert found["d"].moved_from is None
    assert found["e"].cancelled


def test_ons_leaves_out_companions_that_only_hold_series(says):
    says(page(SUMMER, ons("consumerpriceinflationukjuly2026timeseries", "2026-08-19T06:00:00.000Z")), NOTHING)
    assert len(read("ons")) == 1


@pytest.mark.parametrize(
    "body",
    [
        NOTHING,
        {"releases": []},
        page({"uri": "/releases/x"}),
        page(ons("x", "soon")),
        "<!doctype html><html>",
        "[]",
    ],
)
def test_ons_refuses_what_is_no_calendar(says, body):
    says(body, NOTHING)
    with pytest.raises(SourceError):
        read("ons")


def eurostat(start: str, **fields):
    row = {"recordid": 17, "title": "Inflation (HICP)", "period": "July 2026", "start": start}
    return (
        row | {"datasetCodes": "prc_hicp_minr, prc_hicp_midx", "euroind": True, "preliminary": False} | fields
    )


def test_eurostat_z_is_the_clock_of_luxembourg(says):
    says([eurostat("2026-08-19T11:00Z"), eurostat("2026-12-18T11:00Z", period="Q3/2026", preliminary=True)])
    summer, winter = read("eurostat")
    assert (summer.starts_at, winter.starts_at) == (at("2026-08-19T09:00"), at("2026-12-18T10:00"))
    assert (summer.period, winter.period) == ("2026-07", "2026-Q3")
    assert (summer.provisional, winter.provisional) == (False, True)
    assert summer.labels == ("Inflation (HICP)", "prc_hicp_minr", "prc_hicp_midx")


@pytest.mark.parametrize(
    ("text", "period"), [("July 2026", "2026-07"), ("Q2/2026", "2026-Q2"), ("2026", "2026"), ("Summer", "")]
)
def test_eurostat_periods(text, period):
    assert period_of(text) == period


ICS = """BEGIN:VCALENDAR\r
VERSION:2.0\r
BEGIN:VEVENT\r
UID:123-other-at-each-download\r
SUMMARY:Government debt\\, second\r
  quarter\r
DTSTART;VALUE=DATE:20260921\r
X-CATEGORY:2\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:124\r
SUMMARY:House prices\r
DTSTART:20261005\r
END:VEVENT\r
END:VCALENDAR\r
"""


@pytest.mark.parametrize("body", ["", "[]", "<html>", "null"])
def test_eurostat_answers_with_its_file_where_the_json_is_empty(says, body):
    says(body, ICS)
    found = read("eurostat")
    assert [(event.labels, event.day, event.starts_at) for event in found] == [
        (("Government debt, second quarter",), date(2026, 9, 21), None),
        (("House prices",), date(2026, 10, 5), None),
    ]
    assert found[0].key == "Government debt, second quarter 2026-09-21"


def test_eurostat_names_the_first_trouble_where_both_fail(says):
    says("", "<html>down</html>")
    with pytest.raises(SourceError, match="no JSON"):
        read("eurostat")


BLS = """BEGIN:VCALENDAR
VERSION:2.0
X-WR-TIMEZONE:US-Eastern
BEGIN:VTIMEZONE
TZID:US-Eastern
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZNAME:EDT
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZNAME:EST
END:STANDARD
END:VTIMEZONE


BEGIN:VEVENT
UID:a15b416d
DTSTART;TZID=US-Eastern:{summer}T083000
DURATION:PT0M
SUMMARY:Consumer Price Index
LOCATION:Washington\\, DC
END:VEVENT
BEGIN:VEVENT
UID:b15b416d
DTSTART;TZID=US-Eastern:20261210T083000
SUMMARY:Employment Situation
STATUS:CANCELLED
END:VEVENT
END:VCALENDAR
"""


def test_bls_zone_of_its_own_is_new_york(says):
    says(BLS.format(summer="20260812"))
    first, second = read("bls")
    assert (first.starts_at, second.starts_at) == (at("2026-08-12T12:30"), at("2026-12-10T13:30"))
    assert (first.labels, first.key, second.cancelled) == (("Consumer Price Index",), "a15b416d", True)


@pytest.mark.parametrize("day", ["20270314", "20271107"])
def test_bls_hours_are_right_on_the_days_on_which_clocks_change(says, day):
    says(BLS.format(summer=day))
    first, _second = read("bls")
    assert first.starts_at == at(f"{day[:4]}-{day[4:6]}-{day[6:]}T{'12' if day == '20270314' else '13'}:30")


def test_bls_turning_us_away_is_an_error(calendar_web, says):
    says("Access Denied", status=403)
    with pytest.raises(SourceError, match="403"):
        read("bls")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<html></html>",
        "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\n",
        "OK",
    ],
)
def test_ics_that_is_none_is_refused(body):
    with pytest.raises(SourceError):
        page_parsing.ics_events("BLS", body.encode(), zone="America/New_York")
