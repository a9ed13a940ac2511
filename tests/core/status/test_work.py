"""The status of pipelines, jobs and processes."""

import socket
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from celery.schedules import crontab
from django.utils import timezone

from briefing.core import heartbeat, jobs, schedule
from briefing.core.models import Heartbeat, Job
from briefing.core.status import Level, ServiceStatus, StatusLine, look

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
OK, WARNING, ERROR = Level.OK, Level.WARNING, Level.ERROR


@pytest.fixture(autouse=True)
def _noon():
    with time_machine.travel(NOON, tick=False):
        yield


def seen(status: ServiceStatus, key: str) -> StatusLine:
    (line,) = [line for section in status.sections for line in section.lines if line.key == key]
    return line


def done(kind: str, ago: timedelta, **columns: object) -> None:
    at = timezone.now() - ago
    Job.objects.create(
        kind=kind, key=str(at), **{"state": "done", "finished_at": at, "created_at": at} | columns
    )


@pytest.mark.parametrize(
    ("minutes", "level"),
    [(20, OK), (45, OK), (60, WARNING), (75, ERROR)],  # slots at :10, :30 and :50; 45 minutes of patience
)
def test_a_pipeline_is_late_by_the_slots_it_missed(minutes, level):
    done("news.ingest", timedelta(minutes=minutes))
    line = seen(look(NOON), "pipeline:news.ingest")
    assert (line.level, bool(line.todo)) == (level, level != OK)
    assert "next at 2026-11-23 12:10 UTC" in line.text


def test_a_new_installation_has_missed_nothing():
    assert look(NOON).section("Pipelines").level == OK


def test_a_weekly_pipeline_is_late_when_its_slot_was_missed_days_ago():
    done(
        "commentary.digest_weekly", timedelta(days=7)
    )  # on Monday the 16th; the slot of Sunday the 22nd did not run
    with time_machine.travel(NOON + timedelta(days=2), tick=False):
        assert seen(look(timezone.now()), "pipeline:commentary.digest_weekly").level == WARNING


@pytest.mark.parametrize(
    ("ago", "level"),
    [(timedelta(hours=2), ERROR), (timedelta(days=3), WARNING), (timedelta(days=20), OK)],
)
def test_failed_jobs_by_kind_fade_with_time(ago, level):
    done("news.describe", ago, state="dead")
    line = seen(look(NOON), "failed:news.describe")
    assert (line.level, line.failed_kind) == (level, "news.describe")


def test_a_message_that_a_mailbox_refused_is_the_mails_matter():
    done("commentary.send_digest", timedelta(hours=2), state="dead", outcome="the mail server refused: X")
    status = look(NOON)
    assert seen(status, "failed:commentary.send_digest").level == OK
    assert seen(status, "mail:failing").level == WARNING


@pytest.mark.parametrize(("minutes", "level"), [(1, OK), (6, WARNING), (16, ERROR)])
def test_the_oldest_waiting_job(minutes, level):
    since = NOON - timedelta(minutes=minutes)
    Job.objects.create(kind="news.ingest", key="a", not_before=since, created_at=since - timedelta(hours=1))
    Job.objects.create(
        kind="briefing.purge", key="a slot of this night", not_before=NOON - timedelta(hours=9)
    )
    Job.objects.create(kind="news.ingest", key="b", not_before=NOON + timedelta(hours=1))
    line = seen(look(NOON), "jobs:waiting")
    assert (line.level, "news.ingest" in line.text) == (level, True)


@pytest.mark.parametrize(("minutes", "level"), [(10, OK), (50, ERROR)])
def test_the_longest_running_job(minutes, level):
    columns = {"state": "running", "lease_until": NOON + timedelta(minutes=1)}
    Job.objects.create(kind="news.ingest", key="a", woken_at=NOON - timedelta(minutes=minutes), **columns)
    Job.objects.create(kind="lease", key="b", woken_at=NOON - timedelta(hours=9), **columns)
    line = seen(look(NOON), "jobs:running")
    assert (line.level, "news.ingest" in line.text) == (level, True)


def test_each_role_that_is_not_alive_is_an_error():
    for role in ("web", "worker", "clock"):
        heartbeat.beat(role)
    faults = look(NOON).section("Processes").faults
    assert [line.key for line in faults] == ["process:urgent"]


def test_a_process_has_role_host_version_and_heartbeat(settings):
    settings.SERVICE_VERSION = "7.1"
    heartbeat.beat("web")
    row = Heartbeat.objects.get()
    (text,) = [line.text for line in look(NOON).section("Processes").lines if line.key == "heartbeat:web"]
    assert text.startswith(f"web on {row.host}, process {row.pid}, version 7.1, started ")
    assert text.endswith("heard 0 s ago.")


def test_a_dead_process_is_named_for_an_hour():
    heartbeat.beat("web")
    Heartbeat.objects.update(beat_at=NOON - timedelta(minutes=59))
    assert any("silent, last heard 59 min ago" in line.text for line in look(NOON).section("Processes").lines)
    Heartbeat.objects.update(beat_at=NOON - timedelta(minutes=61))
    assert not any(line.key == "heartbeat:web" for line in look(NOON).section("Processes").lines)
    assert (heartbeat.forget_silent(NOON), Heartbeat.objects.count()) == (1, 0)


def test_processes_of_two_versions_are_named(settings):
    for role, version in (("web", "7.1"), ("worker", "7.2")):
        settings.SERVICE_VERSION = version
        heartbeat.beat(role)
    line = seen(look(NOON), "process:versions")
    assert (line.level, "7.1, 7.2" in line.text) == (WARNING, True)


def test_hosts_with_other_secrets_are_named(settings):
    settings.PRODUCTION = True
    for host, secret in (("web1", "a" * 50), ("web2", "a" * 50), ("work1", "b" * 50)):
        settings.SECRET_KEY = secret
        heartbeat.settings_hash.cache_clear()
        heartbeat.beat(f"web-{host}")
        Heartbeat.objects.filter(role=f"web-{host}").update(host=host)
        if host == "web2":
            assert not [
                line for line in look(NOON).section("Processes").lines if line.key == "process:settings"
            ]
    heartbeat.settings_hash.cache_clear()
    line = seen(look(NOON), "process:settings")
    assert (line.level, line.text.split(": ")[1]) == (WARNING, "web1, web2; work1.")


def test_a_broker_that_takes_connections_and_says_nothing(settings):
    assert not [line for line in look(NOON).section("Processes").lines if line.key == "broker"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMBEDDED = False
        settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        line = seen(look(NOON), "broker")
    assert (line.level, "TimeoutError" in line.text) == (ERROR, True)


def test_next_slot_is_the_first_minute_that_is_named():
    slots = schedule.timetable()["commentary.digest_daily"]
    saturday = datetime(2026, 11, 21, 7, 0, tzinfo=UTC)
    assert schedule.next_slot(slots, saturday) == datetime(2026, 11, 23, 6, 30, tzinfo=UTC)
    assert (
        schedule.next_slot(crontab(minute="0", hour="0", day_of_month="1", month_of_year="6"), NOON) is None
    )


def test_a_kind_that_nobody_handles_is_seen_when_it_fails():
    Job.objects.create(kind="newer.kind", key="1", created_at=NOON - timedelta(days=2))
    jobs.run(Job.objects.get().pk)
    assert seen(look(NOON), "failed:newer.kind").level == ERROR
