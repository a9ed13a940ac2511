"""Alerts: once when a fault begins, once when it ends, ten a day at most; and the dead man's switch."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone
from werkzeug import Response

from accounts.models import User
from briefing import alerts, tasks  # noqa: F401  tasks register the work
from briefing.core.models import Job, ServiceFault
from briefing.core.work import heartbeat, jobs
from tests.accounts.readers import reader

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
ROLES = ("web", "worker", "urgent", "clock")


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(START, tick=False) as travel:
        yield travel


@pytest.fixture
def staff() -> User:
    reader("ada@example.org")
    return reader("staff@example.org", is_staff=True, staff_role="admin")


def all_alive() -> None:
    for role in ROLES:
        heartbeat.beat(role)


def look() -> list[str]:
    """A watch and the messages that it asked for: their subjects."""
    mail.outbox.clear()
    alerts.watch(timezone.now())
    for job in Job.objects.filter(kind=alerts.MAIL, state="new"):
        jobs.run(job.pk)
    return [message.subject for message in mail.outbox]


def fail(kind: str = "news.ingest") -> Job:
    return Job.objects.create(kind=kind, key=str(timezone.now()), state="dead", finished_at=timezone.now())


def test_a_fault_is_reported_once_and_its_end_once(staff, clock):
    all_alive()
    failed = fail()
    told = []
    for minute, state in ((0, "dead"), (10, "dead"), (20, "done"), (30, "done")):
        clock.move_to(START + timedelta(minutes=minute))
        all_alive()
        Job.objects.filter(pk=failed.pk).update(state=state)
        told.append(look())
    assert told == [["Market Briefing: 1 new fault"], [], ["Market Briefing: 1 fault resolved"], []]
    assert ServiceFault.objects.count() == 0


def test_a_message_says_what_to_do_and_goes_to_staff_alone(staff):
    all_alive()
    fail()
    look()
    (message,) = mail.outbox
    assert message.to == ["staff@example.org"]
    assert (
        "- news.ingest: 1 permanently failed, the last 0 s ago. Read the outcome, mend the cause"
        in message.body
    )
    assert "&" not in message.body
    assert "@" not in message.body.replace("Market Briefing", "")


def test_it_is_written_in_the_readers_language(staff):
    User.objects.filter(pk=staff.pk).update(lang="it")
    all_alive()
    fail()
    assert look() == ["Market Briefing: 1 nuovo guasto"]


def test_a_warning_is_not_reported(staff):
    all_alive()
    Job.objects.create(kind="billing.confirm", key="1", outcome="the mail server refused: X", attempts=1)
    assert look() == []


def test_ten_messages_a_day_at_most_and_the_rest_later(staff, clock):
    sent = 0
    for hour in range(14):
        clock.move_to(START + timedelta(hours=hour))
        all_alive()
        fail(f"kind.{hour}")
        sent += len(look())
    assert sent == alerts.MOST_A_DAY
    untold = ServiceFault.objects.filter(told_at=None).count()
    clock.move_to(START + timedelta(hours=24, minutes=30))
    all_alive()
    assert (untold, len(look())) == (4, 1)
    assert "kind.13" in mail.outbox[0].body


def test_a_fault_that_ended_before_its_report_is_not_reported():
    failed = fail()
    all_alive()
    alerts.watch(timezone.now())  # there is no staff
    Job.objects.filter(pk=failed.pk).update(state="done")
    reader("staff@example.org", is_staff=True)
    assert look() == []


def test_a_refusing_mail_server_is_retried_without_a_second_mail(staff, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    all_alive()
    fail()
    look()
    assert Job.objects.get(kind=alerts.MAIL).state == "new"
    assert look() == []
    assert Job.objects.filter(kind=alerts.MAIL).count() == 1


def test_who_is_no_longer_staff_hears_nothing(staff):
    all_alive()
    fail()
    alerts.watch(timezone.now())
    User.objects.update(is_staff=False)
    jobs.run(Job.objects.get(kind=alerts.MAIL).pk)
    assert (mail.outbox, Job.objects.get(kind=alerts.MAIL).outcome) == ([], "no longer staff")


@pytest.mark.parametrize(("status", "said"), [(200, "answered 200"), (500, "answered 500")])
def test_heartbeat_url_is_requested_after_a_good_check(httpserver, settings, status, said):
    httpserver.expect_oneshot_request("/beat/1", method="GET").respond_with_data("ok", status=status)
    settings.HEARTBEAT_URL = httpserver.url_for("/beat/1")
    all_alive()
    assert said in alerts.watch(timezone.now())


def test_heartbeat_url_is_not_requested_while_a_process_is_missing(httpserver, settings):
    asked: list[str] = []
    httpserver.expect_request("/beat/1").respond_with_handler(lambda request: asked.append("x") or Response())
    settings.HEARTBEAT_URL = httpserver.url_for("/beat/1")
    heartbeat.beat("web")
    assert ("was not asked" in alerts.watch(timezone.now()), asked) == (True, [])


def test_heartbeat_url_that_is_away_stops_nothing(settings):
    settings.HEARTBEAT_URL = "http://127.0.0.1:1/beat"
    all_alive()
    assert "could not be asked" in alerts.watch(timezone.now())


def test_the_watch_forgets_processes_that_are_silent_for_an_hour(clock):
    all_alive()
    clock.move_to(START + timedelta(minutes=61))
    heartbeat.beat("web")
    alerts.watch(timezone.now())
    assert heartbeat.Heartbeat.objects.count() == 1
