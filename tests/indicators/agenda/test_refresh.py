"""A reading keeps what the catalogue follows, notes moves, and leaves the last good set of a calendar that fails."""

import io
import re
from datetime import date, timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from briefing.core import origin
from briefing.core.models import DataOrigin, Job, StaffNotice
from briefing.core.outside import reachability
from briefing.core.work.jobs import KINDS
from briefing.core.work.retention import PURGES
from briefing.core.work.schedule import timetable
from indicators.agenda import refresh
from indicators.models import Release, ReleaseCalendar
from indicators.tasks import AllSourcesFailed, refresh_agenda
from tests.indicators.agenda.conftest import at, release
from tests.indicators.agenda.test_american_calendars import BIS
from tests.indicators.agenda.test_calendars import BLS, eurostat
from tests.indicators.conftest import NOW, closed_port

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _world():
    with time_machine.travel(NOW):
        yield


@pytest.fixture
def bis_alone(calendar_web):
    """Of all calendars the BIS's alone answers."""
    calendar_web.expect_request("/calendar_bis/BIS,BIS_REL_CAL,1.0/all").respond_with_data(BIS)
    calendar_web.expect_request(re.compile(".*")).respond_with_data("", status=404)


def kept(**filters):
    rows = Release.objects.filter(**filters).order_by("day", "entry")
    return [(row.entry, row.day, row.status, row.moved_from) for row in rows]


def test_what_the_catalogue_does_not_follow_is_not_stored(says):
    says(
        [
            eurostat("2026-12-18T11:00Z"),
            eurostat("2026-12-02T11:00Z", recordid=2, title="Tourism", datasetCodes="tour"),
        ]
    )
    report = refresh.refresh(NOW, only="eurostat")
    assert kept() == [("hicp", date(2026, 12, 18), "confirmed", None)]
    assert (report.requested, report.stored, report.failed) == (1, 1, {})


def test_a_second_reading_of_the_same_writes_nothing(says):
    says([eurostat("2026-12-18T11:00Z")], [eurostat("2026-12-18T11:00Z")])
    refresh.refresh(NOW, only="eurostat")
    report = refresh.refresh(NOW + timedelta(hours=6), only="eurostat")
    assert (report.stored, Release.objects.get().changed_at) == (0, NOW)


def test_a_day_that_moved_is_noted_and_stays_noted(says):
    says(*([eurostat(f"2026-12-{day}T11:00Z")] for day in (18, 21, 21)))
    for hours in (0, 6, 12):
        refresh.refresh(NOW + timedelta(hours=hours), only="eurostat")
    assert kept() == [("hicp", date(2026, 12, 21), "confirmed", date(2026, 12, 18))]


def test_a_day_that_moved_back_did_not_move(says):
    says(*([eurostat(f"2026-12-{day}T11:00Z")] for day in (18, 21, 18)))
    for hours in (0, 6, 12):
        refresh.refresh(NOW + timedelta(hours=hours), only="eurostat")
    assert kept()[0][3] == date(2026, 12, 21)  # the last day that was announced, so that nobody waits for it


def test_a_move_is_seen_where_a_calendars_names_hold_the_day(says):
    says({"events": [fed("10"), fed("3", "H.6 - Money")]}, {"events": [fed("17"), fed("3", "H.6 - Money")]})
    refresh.refresh(NOW, only="fed")
    report = refresh.refresh(NOW, only="fed")
    assert kept(entry="accounts_us") == [("accounts_us", date(2026, 12, 17), "confirmed", date(2026, 12, 10))]
    assert (report.moved, report.gone) == (1, 1)


def uids() -> list[tuple[str, int]]:
    return [(row.uid, row.sequence) for row in Release.objects.order_by("day")]


def test_a_move_keeps_the_uid_and_raises_the_sequence(says):
    """The names of the Federal Reserve's events hold their day."""
    says({"events": [fed("10")]}, {"events": [fed("17")]}, {"events": [fed("17")]})
    refresh.refresh(NOW, only="fed")
    ((uid, _first),) = uids()
    refresh.refresh(NOW + timedelta(hours=6), only="fed")
    assert uids() == [(uid, 1)]
    assert Release.objects.get().changed_at == NOW + timedelta(hours=6)
    refresh.refresh(NOW + timedelta(hours=12), only="fed")
    assert uids() == [(uid, 1)]


def test_an_hour_that_moved_raises_the_sequence_and_a_new_address_does_not(says):
    says([eurostat("2026-12-18T11:00Z")], [eurostat("2026-12-18T12:00Z")], [eurostat("2026-12-18T12:00Z")])
    for hours in (0, 6):
        refresh.refresh(NOW + timedelta(hours=hours), only="eurostat")
    Release.objects.update(url="https://example.org/old")
    refresh.refresh(NOW + timedelta(hours=12), only="eurostat")
    assert [sequence for _uid, sequence in uids()] == [1]


def test_the_uid_is_by_the_period_where_it_is_named(says):
    says([eurostat("2026-12-18T11:00Z", period="November 2026")])
    refresh.refresh(NOW, only="eurostat")
    assert uids() == [("eurostat hicp 2026-11", 0)]


def test_a_release_of_the_same_period_is_one_under_another_key_and_far_away(says):
    says(
        [eurostat("2026-12-18T11:00Z", period="November 2026")],
        [eurostat("2027-02-18T11:00Z", recordid=99, period="November 2026")],
    )
    for hours in (0, 6):
        refresh.refresh(NOW + timedelta(hours=hours), only="eurostat")
    assert (uids(), kept()[0][3]) == ([("eurostat hicp 2026-11", 1)], date(2026, 12, 18))


def test_a_second_release_of_a_period_has_a_uid_of_its_own(says):
    days = [("2026-12-02T11:00Z", 1), ("2026-12-18T11:00Z", 2)]
    says([eurostat(day, recordid=number, period="November 2026") for day, number in days])
    refresh.refresh(NOW, only="eurostat")
    assert uids() == [("eurostat hicp 2026-11", 0), ("eurostat hicp 2", 0)]


def fed(day: str, title: str = "Z.1 - Financial Accounts", month: str = "2026-12"):
    return {"title": title, "time": "12:00 p.m.", "month": month, "days": day}


def read_twice(says, before: list[dict[str, str]], after: list[dict[str, str]]) -> list[tuple[object, ...]]:
    """Day, earlier day and sequence of each release after both readings; the same UID is the same number."""
    says({"events": before}, {"events": after})
    names: dict[str, int] = {}
    for hours in (0, 6):
        refresh.refresh(NOW + timedelta(hours=hours), only="fed")
        for row in Release.objects.order_by("day"):
            names.setdefault(row.uid, len(names))
    rows = Release.objects.order_by("day")
    return [(f"{row.day:%m-%d}", names[row.uid], row.sequence, row.moved_from) for row in rows]


def test_a_move_of_weeks_is_followed_without_a_period(says):
    """As in a shutdown of the offices: 49 days, and the name of the event holds its day."""
    moved = read_twice(says, [fed("10")], [fed("28", month="2027-01")])
    assert moved == [("01-28", 0, 1, date(2026, 12, 10))]


def test_a_release_beyond_the_next_one_is_another(says):
    """A week left out of a weekly series, and a new week at the end of the calendar."""
    assert read_twice(says, [fed("3"), fed("10")], [fed("10"), fed("17")]) == [
        ("12-10", 1, 0, None),
        ("12-17", 2, 0, None),
    ]


def test_of_two_removed_releases_the_nearer_has_moved(says):
    before = [fed("10"), fed("10", month="2027-01")]
    assert read_twice(says, before, [fed("12", month="2027-01")]) == [("01-12", 1, 1, date(2027, 1, 10))]


def test_what_a_calendar_no_longer_names_goes_and_what_is_past_stays(says):
    release("hicp", date(2026, 11, 18), key="17a")
    release("hicp", date(2026, 12, 18), key="17b")
    says([eurostat("2027-01-20T11:00Z", recordid=18)])
    refresh.refresh(NOW, only="eurostat")
    assert [day for _entry, day, *_ in kept()] == [date(2026, 11, 18), date(2027, 1, 20)]


def test_a_cancelled_release_is_stored_as_cancelled(says):
    says(BLS.format(summer="20261112"))
    refresh.refresh(NOW, only="bls")
    assert kept(entry="jobs_us") == [("jobs_us", date(2026, 12, 10), "cancelled", None)]


def test_a_failure_keeps_the_last_good_set_and_its_age(says):
    says([eurostat("2026-12-18T11:00Z")])
    refresh.refresh(NOW, only="eurostat")
    says("", "<html>")
    report = refresh.refresh(NOW + timedelta(days=1), only="eurostat")
    calendar = ReleaseCalendar.objects.get()
    assert list(report.failed) == ["eurostat"]
    assert (calendar.fetched_at, calendar.error_at, bool(calendar.error)) == (
        NOW,
        NOW + timedelta(days=1),
        True,
    )
    assert len(kept()) == 1
    says([eurostat("2026-12-18T11:00Z")])
    refresh.refresh(NOW + timedelta(days=2), only="eurostat")
    calendar.refresh_from_db()
    assert (calendar.error, calendar.error_at) == ("", None)


def test_a_calendar_that_fails_stops_none_of_the_others(bis_alone):
    report = refresh.refresh(NOW)
    assert (report.requested, len(report.failed), len(kept(calendar="bis"))) == (6, 5, 2)


@pytest.mark.parametrize(
    "dates, error",
    [
        (5, "TypeError"),
        (["0001-01-01T00:00:00+14:00"], "OverflowError"),
        (["9999-12-31T23:59:59-12:00"], "OverflowError"),
    ],
)
def test_a_calendar_whose_answer_breaks_its_reader_stops_none_of_the_others(calendar_web, dates, error):
    answer = {"Gross Domestic Product": {"release_dates": dates}}
    calendar_web.expect_request("/calendar_bea/release_dates.json").respond_with_json(answer)
    calendar_web.expect_request("/calendar_bis/BIS,BIS_REL_CAL,1.0/all").respond_with_data(BIS)
    calendar_web.expect_request(re.compile(".*")).respond_with_data("", status=404)
    report = refresh.refresh(NOW)
    assert (report.requested, len(report.failed), len(kept(calendar="bis"))) == (6, 5, 2)
    assert "bea" in report.reached
    assert f"could not be read ({error}: " in ReleaseCalendar.objects.get(name="bea").error


def test_a_fault_of_the_database_is_no_calendars_own(bis_alone):
    def refuse(execute, sql, params, many, context):
        if sql.startswith('INSERT INTO "indicators_release" '):
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse), pytest.raises(OperationalError):
        refresh.refresh(NOW, only="bis")
    assert ReleaseCalendar.objects.get(name="bis").error == ""


def test_data_of_the_other_kind_are_no_calendars_own(bis_alone):
    DataOrigin.objects.create(origin=origin.SAMPLES)
    with pytest.raises(origin.MixedData):
        refresh.refresh(NOW, only="bis")
    assert ReleaseCalendar.objects.get(name="bis").error == ""


def test_staff_hear_of_a_bank_without_further_days(says):
    says([eurostat("2027-12-18T11:00Z")])
    refresh.refresh(at("2027-11-01T12:00"), only="eurostat")
    notices = StaffNotice.objects.filter(kind="agenda.decisions").order_by("subject")
    assert [notice.subject for notice in notices] == ["BOC", "BOE", "BOJ", "FOMC", "RBA", "SNB"]


def test_the_job_stands_in_the_timetable_twice_a_day():
    assert KINDS["indicators.agenda"].handler is refresh_agenda
    assert (timetable()["indicators.agenda"].hour, timetable()["indicators.agenda"].minute) == ({5, 11}, {22})


def test_the_job_says_what_it_did(bis_alone):
    line = refresh_agenda(Job(kind="indicators.agenda", key="2026-11-21T11:22Z"))
    assert line.startswith("6 calendars asked, 5 failed; 2 releases new or changed")


def test_the_job_fails_only_where_no_calendar_answers(calendar_web):
    calendar_web.expect_request(re.compile(".*")).respond_with_data("", status=404)
    with pytest.raises(AllSourcesFailed, match="6 calendars asked, 6 failed"):
        refresh_agenda(Job(kind="indicators.agenda", key="2026-11-21T05:22Z"))


def test_the_command_reads_and_says_what_failed(bis_alone):
    out = io.StringIO()
    call_command("refresh_agenda", stdout=out, stderr=out)
    assert "bea: " in out.getvalue()
    assert "2 releases new" in out.getvalue()
    with pytest.raises(CommandError, match="No calendar answered"):
        call_command("refresh_agenda", "--calendar", "bea", stdout=out, stderr=out)


def test_releases_of_long_ago_are_deleted():
    release("hicp", NOW.date() - timedelta(days=121))
    release("hicp", NOW.date() - timedelta(days=119))
    assert PURGES["releases that are past"](NOW) == 1
    assert len(kept()) == 1


def test_calendars_that_nobody_answers_for_are_the_network(calendar_web, settings):
    settings.SOURCE_BASE_URLS = dict.fromkeys(settings.SOURCE_BASE_URLS, f"http://127.0.0.1:{closed_port()}")
    settings.OUTBOUND_ALLOWED_HOSTS = [settings.SOURCE_BASE_URLS["CALENDAR_BLS"].removeprefix("http://")]
    report = refresh.refresh(at("2026-11-26T12:00"))
    assert (report.reached, len(report.unreached)) == (set(), 6)
    assert reachability.outage().text.startswith("The network is away: none of 6 publishers of calendars")
