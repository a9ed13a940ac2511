"""Sending of digests: failures, slots, periods that were missed."""

import json
import threading
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connections

from accounts import data
from briefing.core.models import EmailSend, Job
from briefing.core.outside.mail import MailError
from briefing.core.work import jobs
from briefing.core.work.retention import purge_all
from commentary import tasks
from commentary.digests import delivery
from commentary.digests.models import Digest
from tests.commentary.digests import NOW, PERIOD, WEEK, morning, record, send_all, subscriber
from tests.commentary.test_digest import opened, states
from tests.smtp import SmtpServer, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]


@pytest.fixture
def server(settings):
    """A real mail server on loopback."""
    with SmtpServer() as server:
        use(settings, server.port)
        yield server


def slot_job(kind: str, slot: str) -> Job:
    return Job(kind=f"commentary.digest_{kind}", key=slot)


def test_nothing_new_is_skipped_and_recorded():
    subscriber()
    assert send_all() == ["skipped: nothing_new"]
    assert (states(), mail.outbox) == ([("skipped", "nothing_new")], [])


def test_the_same_period_is_sent_once_however_often_it_is_opened():
    morning()
    subscriber()
    send_all()
    Job.objects.all().delete()
    assert send_all() == []
    assert (len(mail.outbox), EmailSend.objects.count(), Digest.objects.count()) == (1, 1, 1)


def test_the_next_period_is_another_message():
    morning()
    ada = subscriber()
    send_all()
    Digest.objects.update(period="2026-11-20")
    Job.objects.all().delete()
    assert send_all() == ["sent"]
    assert EmailSend.objects.filter(user=ada).count() == 2


def test_a_worker_killed_between_record_and_send_leaves_it_unsent():
    pk = opened()
    record(Digest.objects.get(pk=pk))  # and here the power goes
    assert delivery.deliver(pk, NOW) == "nothing to send"
    assert (states(), mail.outbox, EmailSend.objects.count()) == ([("recorded", "")], [], 1)


def test_a_refusal_for_now_leaves_it_waiting_and_unrecorded(settings):
    pk = opened()
    with SmtpServer(recipient_reply=450) as server:
        use(settings, server.port)
        with pytest.raises(MailError):
            delivery.deliver(pk, NOW)
    assert (states(), EmailSend.objects.count()) == ([("waiting", "")], 0)
    with SmtpServer() as server:
        use(settings, server.port)
        assert delivery.deliver(pk, NOW) == "sent"
    assert (len(server.messages), states(), EmailSend.objects.count()) == (1, [("sent", "")], 1)


def test_a_server_that_is_away_leaves_it_waiting(settings):
    pk = opened()
    use(settings, 1)
    with pytest.raises(MailError):
        delivery.deliver(pk, NOW)
    assert (states(), EmailSend.objects.count()) == ([("waiting", "")], 0)


def test_a_refusal_for_good_ends_it_with_its_reason(settings):
    pk = opened()
    with SmtpServer(recipient_reply=550) as server:
        use(settings, server.port)
        jobs.run(Job.objects.get(kind=delivery.JOB).pk)
    assert (states(), EmailSend.objects.count()) == ([("failed", "refused")], 0)
    assert (Job.objects.get().state, delivery.deliver(pk, NOW)) == ("dead", "nothing to send")


def test_a_connection_that_breaks_over_the_message_is_not_repeated(settings):
    pk = opened()
    with SmtpServer(breaks_after_data=True) as server:
        use(settings, server.port)
        assert "may have left" in delivery.deliver(pk, NOW)
    assert (len(server.messages), states(), EmailSend.objects.count()) == (1, [("recorded", "")], 1)
    assert delivery.deliver(pk, NOW) == "nothing to send"


def test_a_server_that_stays_down_is_retried_until_the_period_is_over(settings):
    opened()
    use(settings, 1)
    outcomes = []
    with time_machine.travel(NOW, tick=False) as clock:
        while job := Job.objects.filter(kind=delivery.JOB, state="new").first():
            clock.move_to(job.not_before)
            jobs.run(job.pk)
            outcomes.append(Job.objects.get(pk=job.pk).outcome)
    assert states() == [("skipped", "too_late")]
    assert outcomes[-1] == "skipped: too_late"
    assert 8 <= sum("asked again in half an hour" in outcome for outcome in outcomes) <= 12
    assert Job.objects.exclude(state="done").count() == EmailSend.objects.count() == 0


def test_one_failure_holds_up_nobody(settings):
    morning()
    for name in "abc":
        subscriber(f"{name}@example.org")
    with SmtpServer(refuses="b@example.org") as server:
        use(settings, server.port)
        send_all()
    assert len(server.messages) == 2
    assert [state for state, _reason in states()] == ["sent", "failed", "sent"]


def test_jobs_hold_ids_alone_and_are_spread_over_time():
    morning()
    for number in range(8):
        subscriber(f"{number}@example.org")
    delivery.open_period(PERIOD, NOW)
    rows = Job.objects.filter(kind=delivery.JOB).order_by("pk")
    assert "example.org" not in json.dumps(list(rows.values("key", "payload")))
    assert [row.not_before - NOW for row in rows][-1] == timedelta(seconds=1.75)


def test_the_slot_opens_its_period():
    morning()
    subscriber()
    assert tasks.open_daily(slot_job("daily", "2026-11-23T06:30Z")) == "daily digest of 2026-11-23: 1 to send"
    assert Job.objects.filter(kind=delivery.JOB).count() == 1


def test_a_second_run_of_a_slot_goes_on_where_the_first_stopped():
    subscriber("a@example.org")
    delivery.open_period(PERIOD, NOW)
    subscriber("b@example.org")
    assert delivery.open_period(PERIOD, NOW) == Job.objects.filter(kind=delivery.JOB).count() == 2


@pytest.mark.parametrize(
    ("kind", "slot", "now", "said"),
    [
        ("daily", "2026-11-23T06:30Z", "2026-11-23T12:00", "1 to send"),
        ("daily", "2026-11-23T06:30Z", "2026-11-23T13:00", "too late"),
        ("weekly", "2026-11-22T17:00Z", "2026-11-23T10:00", "1 to send"),
        ("weekly", "2026-11-22T17:00Z", "2026-11-23T12:00", "too late"),
    ],
)
def test_after_an_outage_it_catches_up_while_it_makes_sense(kind, slot, now, said):
    subscriber(digest_opt_in=kind)
    opener = {"daily": tasks.open_daily, "weekly": tasks.open_weekly}[kind]
    with time_machine.travel(datetime.fromisoformat(now).replace(tzinfo=UTC), tick=False):
        assert opener(slot_job(kind, slot)).endswith(said)


def test_a_job_that_comes_too_late_sends_nothing():
    pk = opened()
    assert delivery.deliver(pk, NOW + timedelta(hours=6)) == "skipped: too_late"


def test_the_weekly_one_has_its_own_words_and_kind():
    morning()
    subscriber(digest_opt_in="weekly")
    assert send_all(NOW, WEEK) == ["sent"]
    assert mail.outbox[0].subject == "The week, 22 November: Long rates stood higher"
    assert EmailSend.objects.get().kind == "digest_weekly"


def test_the_export_has_the_digests():
    morning()
    ada = subscriber()
    send_all()
    assert data.export(ada)["digests"] == [
        {"kind": "daily", "period": "2026-11-23", "state": "sent", "reason": "",
         "created_at": "2026-11-23T06:31:00Z", "finished_at": "2026-11-23T06:31:00Z"}
    ]  # fmt: skip


def test_rows_are_deleted_after_90_days():
    opened()
    Digest.objects.update(created_at=NOW - timedelta(days=90))
    assert purge_all(NOW)["digests"] == 0
    Digest.objects.update(created_at=NOW - timedelta(days=90, seconds=1))
    assert purge_all(NOW)["digests"] == 1


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_many_workers_and_two_beats_send_it_once(server):
    morning()
    for name in "ab":
        subscriber(f"{name}@example.org")
    together = threading.Barrier(6)

    def work() -> None:
        together.wait()
        try:
            delivery.open_period(PERIOD, NOW)
            for pk in list(Digest.objects.values_list("pk", flat=True)):
                delivery.deliver(pk, NOW)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(server.messages), EmailSend.objects.count(), Digest.objects.count()) == (2, 2, 2)
    assert states() == [("sent", ""), ("sent", "")]
