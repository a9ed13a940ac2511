"""The agenda as readers meet it: its page, the dashboard's box, a row's own page, and the calendar file."""

import re
from datetime import date, timedelta

import icalendar
import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts import feed_links
from accounts.models import User
from briefing.core import origin
from indicators.agenda import lines
from indicators.agenda.calendars import calendars
from indicators.agenda.week import box as box_of
from indicators.groups import load
from indicators.models import Release, ReleaseCalendar
from tests.accounts.readers import reader, signed_in
from tests.indicators.agenda.conftest import at, figure, release

pytestmark = pytest.mark.django_db
WEDNESDAY = at("2026-12-16T06:00")
HICP = load().row("CPIE").symbols[0]


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(WEDNESDAY, tick=False):
        yield


@pytest.fixture
def week():
    """Inflation comes on Friday; UK inflation came this morning; a moved and a provisional day follow."""
    figure("CPIE", period="2026-10", ends=date(2026, 10, 31), symbol=HICP, changed_at=at("2026-11-18T11:00"))
    uk = load().row("CPIU").symbols[0]
    figure("CPIU", period="2026-11", ends=date(2026, 11, 30), symbol=uk, changed_at=at("2026-12-16T05:30"))
    figure(
        "CPIA",
        period="2026-10",
        ends=date(2026, 10, 31),
        symbol="FRED:CPIAUCNS",
        changed_at=at("2026-11-12T14:00"),
    )
    release("cpi_us", date(2026, 12, 10), calendar="bls", starts_at=at("2026-12-10T13:30"))
    release("hicp", date(2026, 12, 18), starts_at=at("2026-12-18T10:00"), period="2026-11")
    release("cpi_uk", date(2026, 12, 16), calendar="ons", starts_at=at("2026-12-16T07:00"), period="2026-11")
    release("unemployment_eu", date(2027, 1, 8), status="provisional", moved_from=date(2027, 1, 7))
    release("production_eu", date(2026, 12, 15), status="cancelled")
    for name in calendars():
        ReleaseCalendar.objects.create(name=name, fetched_at=WEDNESDAY)


@pytest.fixture
def client():
    return signed_in()


@pytest.fixture
def text(client):
    """text(path, language) gives a page's HTML with its white space as one blank."""

    def get(path: str, language: str = "en") -> str:
        client.cookies["svc.lang"] = language
        response = client.get(path)
        assert response.status_code == 200
        return re.sub(r"\s+", " ", response.content.decode())

    return get


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_page_tells_eight_weeks_by_week(week, text):
    page = words(text("/agenda"))
    assert "Week of 14 December 2026" in page
    assert "Week of 4 January 2027" in page
    assert "Fri 18 Dec 10:00 UTC Inflation, euro area and members November 2026" in page
    assert "Thu 17 Dec 13:15 UTC ECB rate decision" in page


def test_the_page_tells_provisional_moved_cancelled_and_awaited_apart(week, text):
    page = words(text("/agenda"))
    assert "Unemployment, euro area and members provisional date · moved from 7 Jan 2027" in page
    assert "Industrial production, euro area cancelled" in page
    late = page[page.index("Overdue from before this week") : page.index("Week of")]
    assert "Thu 10 Dec 13:30 UTC Inflation, US awaited" in late
    assert re.search(r"Wed 16 Dec Inflation, UK November 2026 published", page)


def test_the_page_in_italian(week, text):
    page = words(text("/agenda", "it"))
    assert "Settimana di lunedì 14 dicembre 2026" in page
    assert "ven 18 dic 10:00 UTC Inflazione, area euro e singoli Paesi novembre 2026" in page
    assert "data provvisoria · prima previsto: 7 gen 2027" in page


def test_groups_and_regions_narrow_the_page_and_each_other(week, text):
    page = text("/agenda?group=central_banks&region=UK")
    assert "Bank of England rate decision" in page
    assert "ECB rate decision" not in page
    assert "Inflation, UK" not in words(page)
    assert 'href="?group=economy&amp;region=UK"' in page
    assert 'href="?region=IT&amp;group=central_banks"' in page
    assert "Inflation, euro area" in text("/agenda?group=nothing&region=nowhere")


def test_no_calendar_that_is_read_is_named_and_an_old_one_is(week, text):
    assert "Not up to date" not in text("/agenda")
    ReleaseCalendar.objects.filter(name="bls").update(
        error="403", error_at=WEDNESDAY, fetched_at=WEDNESDAY - timedelta(days=5)
    )
    assert "Not up to date: Bureau of Labor Statistics (last read on 11 Dec 2026)." in words(text("/agenda"))


def test_before_the_first_reading_only_decisions_are_known(text):
    page = words(text("/agenda"))
    assert "Fed rate decision" in page
    assert "Eurostat (not read yet)" in page


def test_nothing_on_the_page_forecasts_or_ranks(week, text):
    page = words(text("/agenda").split("<main", 1)[1].split("</main>", 1)[0]).lower()
    assert [word for word in ("consensus", "expected", "importance", "★", "previous") if word in page] == []


def test_the_box_tells_what_is_awaited_what_is_due_and_what_came(week):
    box = box_of(WEDNESDAY, "en")
    assert [(line.title, line.state) for line in box.due] == [
        ("Inflation, US", "awaited"),
        ("Bank of England rate decision", "due"),
        ("ECB rate decision", "due"),
        ("Bank of Japan rate decision", "due"),
        ("Inflation, euro area and members", "due"),
    ]
    assert [line.title for line in box.came] == ["Inflation, UK"]


def test_the_dashboard_has_the_box(week, text):
    html = text("/")
    box = words(html[html.index('id="agenda-title"') :])
    assert "The next seven days" in words(html)
    assert "Fri 18 Dec 10:00 UTC Inflation, euro area and members November 2026" in box
    assert "Recently published Wed 16 Dec Inflation, UK" in box
    assert '<local-time><time datetime="2026-12-18T10:00:00Z">10:00 UTC</time></local-time>' in html


def test_a_cached_page_outlives_a_release_by_a_quarter_of_an_hour_at_most():
    """Hours of publication are full, half or quarter hours; a page kept from before is not shown after."""
    kept = [
        lines.quarter_of_hour(at(f"2026-12-16T{clock}")) for clock in ("06:59", "07:00", "07:14", "07:15")
    ]
    assert kept == ["06:3", "07:0", "07:0", "07:1"]


def test_the_box_asks_as_much_for_many_releases_as_for_few(week):
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            box_of(WEDNESDAY, "en")
        return len(found)

    few = asked()
    for day in range(1, 20):
        release("gdp_eu", date(2026, 12, 16) + timedelta(days=day % 7), key=str(day))
    assert asked() == few == 3


def test_a_rows_own_page_says_what_is_next(week, text):
    page = words(text("/indicators/CPIE"))
    assert "Next due Fri 18 Dec 10:00 UTC : Inflation, euro area and members, November 2026" in page
    assert "Awaited" not in page
    late = words(text("/indicators/CPIA"))
    assert "Awaited Thu 10 Dec 13:30 UTC : Inflation, US" in late
    assert "Next due" not in late


def test_a_rows_own_page_is_not_cached_beyond_its_release(week, text):
    told = []
    for moment in ("2026-12-18T09:59", "2026-12-18T10:00"):
        with time_machine.travel(at(moment), tick=False):
            told.append("Awaited Fri 18 Dec" in words(text("/indicators/CPIE")))
    assert told == [False, True]


def test_a_row_without_a_calendar_says_nothing(week, text):
    figure("US10", period="2026-12-14", ends=date(2026, 12, 14), symbol="TREASURY:10Y")
    assert "Next due" not in text("/indicators/US10")


@pytest.fixture
def ics():
    """ics(language) asks for the calendar file by a reader's private link, without a session."""
    user = reader("calendar@example.org")
    feed_links.renew(user)

    def get(language: str = "en", **headers):
        address = f"/feeds/agenda/{language}.ics?token={feed_links.token_of(user)}"
        return Client().get(address, headers=headers)

    return get


def test_the_calendar_file_has_moments_in_utc_and_days(week, ics):
    response = ics()
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    events = {
        str(event["UID"]): event for event in icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    }
    inflation = events["eurostat hicp hicp 2026-12-18@127.0.0.1"]
    assert str(inflation["SUMMARY"]) == "Inflation, euro area and members (November 2026)"
    assert inflation["DTSTART"].dt == at("2026-12-18T10:00")
    assert (str(inflation["STATUS"]), str(inflation["TRANSP"])) == ("CONFIRMED", "TRANSPARENT")
    assert "Source: Eurostat" in str(inflation["DESCRIPTION"])
    assert events["BOJ 2026-12@127.0.0.1"]["DTSTART"].dt == date(2026, 12, 18)
    unemployment = next(event for event in events.values() if "Unemployment" in event["SUMMARY"])
    assert str(unemployment["STATUS"]) == "TENTATIVE"
    assert (
        next(str(event["STATUS"]) for event in events.values() if "production" in event["SUMMARY"])
        == "CANCELLED"
    )


def test_a_moved_release_is_the_same_event_of_the_calendar_file(week, ics):
    def inflation() -> icalendar.Event:
        events = icalendar.Calendar.from_ical(ics().content).walk("VEVENT")
        return next(event for event in events if "Inflation, euro area" in event["SUMMARY"])

    before = inflation()
    row = Release.objects.get(entry="hicp", day=date(2026, 12, 18))
    row.uid, row.sequence, row.day, row.key = row.identity, 1, date(2026, 12, 21), "hicp 2026-12-21"
    row.starts_at, row.changed_at = None, WEDNESDAY
    row.save()
    after = inflation()
    assert after["UID"] == before["UID"]
    assert (int(before["SEQUENCE"]), int(after["SEQUENCE"])) == (0, 1)
    assert after["DTSTAMP"].dt > before["DTSTAMP"].dt
    assert after["DTSTART"].dt == date(2026, 12, 21)


def test_the_calendar_file_is_in_the_language_of_its_address(week, ics):
    assert b"Decisione sui tassi della BCE" in ics("it").content


@pytest.mark.parametrize(("language", "words"), [("en", "Sample data: "), ("it", "Dati di esempio: ")])
def test_each_event_of_the_calendar_file_says_that_it_is_made_up(week, ics, language, words):
    origin.remember(origin.SAMPLES)
    answer = ics(language)
    events = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    assert events and all(words in str(event["DESCRIPTION"]).splitlines()[-1] for event in events)
    assert answer["Sample-Data"] == "true"


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_calendar_file_keeps_to_the_form_of_its_lines(week, ics, language):
    """RFC 5545, 3.1 and 3.6.1: CRLF, at most 75 octets, UTF-8 cut at no character, each event with stamp and id."""
    content = ics(language).content
    lines = content.split(b"\r\n")
    assert max(len(line) for line in lines) == 75
    assert [line for line in lines if b"\n" in line or b"\r" in line] == []
    assert [line for line in lines if not line.decode()] == [b""]
    names = [line.partition(":")[0].partition(";")[0] for line in content.decode().split("\r\n")]
    events = names.count("BEGIN") - 1
    assert (names.count("UID"), names.count("DTSTAMP"), names.count("DTSTART")) == (events, events, events)
    uids = [str(event["UID"]) for event in icalendar.Calendar.from_ical(content).walk("VEVENT")]
    assert len(set(uids)) == events


def test_the_calendar_file_escapes_what_ends_a_text(week, ics):
    unfolded = ics().content.decode().replace("\r\n ", "")
    assert (
        "DESCRIPTION:Inflation\\, US\\nCore inflation\\, US\\nSource: Bureau of Labor Statistics" in unfolded
    )


def test_the_calendar_file_is_the_same_bytes_until_something_changes(week, ics):
    first = ics()
    again = ics(**{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "private, no-store"
    release("gdp_eu", date(2026, 12, 22), changed_at=WEDNESDAY)
    assert ics()["ETag"] != first["ETag"]


def test_a_wrong_token_finds_no_calendar():
    assert Client().get("/feeds/agenda/en.ics?token=nothing").status_code == 404


def test_the_settings_show_the_calendars_address(client):
    feed_links.renew(User.objects.get())
    assert b"/feeds/agenda/en.ics?token=" in client.get("/settings").content


def test_lines_are_in_the_requested_language_whatever_is_active(week):
    with translation.override("it"):
        titles = [line.title for line in box_of(WEDNESDAY, "en").due]
    assert "ECB rate decision" in titles
