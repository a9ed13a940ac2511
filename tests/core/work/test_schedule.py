"""Scheduled slots: which is due, only once, also after an outage."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery.schedules import crontab
from django.db import connections
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from briefing.core.models import Job, StaffNotice
from briefing.core.work import schedule
from briefing.tasks import tick

NEWS = crontab(minute="10,30,50")


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        ("2026-11-21T12:10:00Z", "2026-11-21T12:10Z"),
        ("2026-11-21T12:29:59Z", "2026-11-21T12:10Z"),
        ("2026-11-21T00:05:00Z", "2026-11-20T23:50Z"),
        ("2027-03-28T01:30:00Z", "2027-03-28T01:30Z"),
        ("2026-10-25T01:12:00+01:00", "2026-10-25T00:10Z"),
    ],
)
def test_newest_slot(now: str, slot: str):
    found = schedule.newest_slot(NEWS, datetime.fromisoformat(now))
    assert found is not None
    assert schedule.slot_key(found) == slot


def test_newest_slot_of_a_weekly_entry_outside_the_look_back_is_none():
    assert (
        schedule.newest_slot(
            crontab(minute="0", hour="17", day_of_week="0"), datetime(2026, 11, 20, tzinfo=UTC)
        )
        is None
    )


def test_slot_of_sunday_is_found():
    weekly = crontab(minute="0", hour="17", day_of_week="0")
    found = schedule.newest_slot(weekly, datetime(2026, 11, 22, 18, tzinfo=UTC))
    assert found == datetime(2026, 11, 22, 17, tzinfo=UTC)


def test_next_slot_is_after_the_minute_of_a_slot():
    found = schedule.next_slot(NEWS, datetime(2026, 11, 21, 12, 10, tzinfo=UTC))
    assert found == datetime(2026, 11, 21, 12, 30, tzinfo=UTC)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "moment", "slot"),
    [
        ("commentary.generate", "2026-11-21T13:06:59Z", "2026-11-21T12:07Z"),
        ("commentary.generate", "2026-11-21T18:40:00+05:30", "2026-11-21T13:07Z"),
        ("commentary.log", "2026-11-21T00:06:00Z", "2026-11-20T18:07Z"),
        ("commentary.log", "2026-11-21T12:07:00Z", "2026-11-21T12:07Z"),
        ("commentary.digest_daily", "2026-11-23T06:29:00Z", "2026-11-20T06:30Z"),
        ("commentary.digest_weekly", "2026-11-22T16:59:00Z", "2026-11-15T17:00Z"),
        ("nobody's", "2026-11-22T16:59:30Z", "2026-11-22T16:59Z"),
    ],
)
def test_slot_at_is_the_last_one_of_the_row(kind, moment, slot):
    assert schedule.slot_key(schedule.slot_at(kind, datetime.fromisoformat(moment))) == slot


@pytest.mark.django_db
def test_slot_of_a_job_is_its_own_and_by_hand_the_last():
    with time_machine.travel("2026-11-21T15:30:00Z", tick=False):
        keys = ("2026-11-21T13:07Z", "first fill")
        slots = [schedule.slot_of(Job(kind="commentary.generate", key=key)) for key in keys]
    assert [schedule.slot_key(slot) for slot in slots] == ["2026-11-21T13:07Z", "2026-11-21T15:07Z"]


@pytest.mark.django_db
def test_slot_is_found_while_the_row_is_switched_off():
    PeriodicTask.objects.update(enabled=False)
    found = schedule.slot_at("commentary.generate", datetime(2026, 11, 21, 13, 30, tzinfo=UTC))
    assert schedule.slot_key(found) == "2026-11-21T13:07Z"


@pytest.mark.django_db
def test_slot_is_opened_once():
    now = datetime(2026, 11, 21, 12, 12, tzinfo=UTC)
    assert [schedule.open_slot("news.ingest", NEWS, now) for _ in range(2)] == [True, False]
    assert Job.objects.get().key == "2026-11-21T12:10Z"


@pytest.mark.django_db
def test_after_an_outage_the_newest_slot_is_done_and_older_ones_skipped():
    start = datetime(2026, 11, 21, 12, 12, tzinfo=UTC)
    schedule.open_slot("news.ingest", NEWS, start)
    schedule.open_slot("news.ingest", NEWS, start + timedelta(hours=26))
    assert list(Job.objects.order_by("key").values_list("key", "state")) == [
        ("2026-11-21T12:10Z", "skipped"),
        ("2026-11-22T14:10Z", "new"),
    ]


@pytest.mark.django_db
def test_running_slot_is_not_skipped():
    start = datetime(2026, 11, 21, 12, 12, tzinfo=UTC)
    schedule.open_slot("news.ingest", NEWS, start)
    Job.objects.update(state="running")
    schedule.open_slot("news.ingest", NEWS, start + timedelta(minutes=20))
    assert sorted(Job.objects.values_list("state", flat=True)) == ["new", "running"]


@pytest.mark.django_db
def test_slot_missed_by_five_hours_is_opened_by_the_tick(settings):
    settings.CELERY_BROKER_URL = "memory://"
    with time_machine.travel("2026-11-21T03:41:00Z", tick=False) as clock:
        schedule.open_slot("briefing.purge", schedule.timetable()["briefing.purge"])
        clock.shift(timedelta(hours=29))
        tick.apply()
        purges = Job.objects.filter(kind="briefing.purge").order_by("key").values_list("key", "state")
        assert list(purges) == [("2026-11-21T03:40Z", "skipped"), ("2026-11-22T03:40Z", "new")]


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_two_clocks_make_one_row():
    now = datetime(2026, 11, 21, 12, 12, tzinfo=UTC)
    opened: list[bool] = []

    def clock() -> None:
        opened.append(schedule.open_slot("news.ingest", NEWS, now))
        connections.close_all()

    threads = [threading.Thread(target=clock) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(opened), Job.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_what_staff_change_is_what_the_tick_opens(settings):
    settings.CELERY_BROKER_URL = "memory://"
    hourly = CrontabSchedule.objects.create(minute="25", timezone="Europe/Rome")
    PeriodicTask.objects.filter(name="news.ingest").update(crontab=hourly)
    with time_machine.travel("2026-11-21T12:26:00Z", tick=False):
        tick.apply()
    assert Job.objects.get(kind="news.ingest").key == "2026-11-21T12:25Z"


@pytest.mark.django_db
def test_slot_is_meant_in_the_time_zone_of_its_row():
    early = CrontabSchedule.objects.create(minute="30", hour="6", timezone="Europe/Rome")
    PeriodicTask.objects.filter(name="commentary.digest_daily").update(crontab=early)
    slots = schedule.timetable()["commentary.digest_daily"]
    assert schedule.newest_slot(slots, datetime(2026, 11, 23, 7, tzinfo=UTC)) == datetime(
        2026, 11, 23, 5, 30, tzinfo=UTC
    )
    assert schedule.newest_slot(slots, datetime(2026, 7, 6, 7, tzinfo=UTC)) == datetime(
        2026, 7, 6, 4, 30, tzinfo=UTC
    )


@pytest.mark.django_db
def test_kind_that_staff_switch_off_is_not_opened(settings):
    settings.CELERY_BROKER_URL = "memory://"
    PeriodicTask.objects.filter(name="news.ingest").update(enabled=False)
    tick.apply()
    assert not Job.objects.filter(kind="news.ingest").exists()
    assert Job.objects.filter(kind="indicators.refresh").exists()


@pytest.mark.parametrize(("times", "said"), [
    ({"minute": "*/5"}, "ten minutes"),
    ({"minute": "2,55"}, "ten minutes"),  # across the full hour
    ({"minute": "0", "day_of_month": "31", "month_of_year": "2"}, "There is no such date"),
])  # fmt: skip
def test_times_that_cannot_be_used_are_named(times: dict[str, str], said: str):
    assert said in str(schedule.problem(CrontabSchedule(**times)))


@pytest.mark.parametrize(
    "times", [{"minute": "7"}, {"minute": "10,30,50"}, {"minute": "0", "day_of_month": "29"}]
)
def test_times_that_can_be_used_have_no_problem(times: dict[str, str]):
    assert schedule.problem(CrontabSchedule(**times)) is None


@pytest.mark.django_db
def test_times_of_the_first_timetable_can_be_used():
    rows = PeriodicTask.objects.filter(task=schedule.TASK).select_related("crontab")
    assert [schedule.problem(row.crontab) for row in rows] == [None] * len(rows)


@pytest.mark.django_db
def test_unreadable_row_stops_no_other_and_is_reported():
    never = CrontabSchedule.objects.create(minute="0", day_of_month="31", month_of_year="2")
    PeriodicTask.objects.filter(name="news.ingest").update(crontab=never)
    assert set(schedule.timetable()) == set(PeriodicTask.objects.values_list("name", flat=True)) - {
        "news.ingest"
    }
    assert StaffNotice.objects.get().subject == "news.ingest"
