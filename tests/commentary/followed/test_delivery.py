"""Delivery of messages about followed figures: failures, kills, workers at once, retention."""

import json
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from accounts import data
from accounts.models import User
from briefing.core.models import EmailSend, Job
from briefing.core.outside.mail import MailError
from briefing.core.work.retention import purge_all
from commentary.followed import events, mails
from commentary.followed.models import FigureEvent, Follow, FollowDelivery, FollowMail, PendingEvent
from commentary.mailing import sending
from tests.commentary.followed.cases import NOON, arrives, at, follower, opened, send, states, yesterday
from tests.smtp import SmtpServer, use

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon():
    with at(NOON):
        yield


def test_a_reader_deleted_between_gets_nothing():
    row = opened()
    data.delete(User.objects.get())
    assert mails.deliver(row.pk, NOON) == "nothing to send"
    assert [model.objects.count() for model in (Follow, FollowDelivery, FollowMail, PendingEvent)] == [0] * 4


def test_a_reader_deleted_while_the_message_is_rendered_gets_nothing(monkeypatch):
    row = opened()
    real = sending.record

    def record(*args):
        User.objects.all().delete()
        return real(*args)

    monkeypatch.setattr(sending, "record", record)
    assert mails.deliver(row.pk, NOON) == "nothing to send"
    assert mail.outbox == []


def test_a_changed_address_is_read_again_before_the_message_leaves(monkeypatch):
    row = opened()
    real = sending.record

    def record(*args):
        User.objects.update(email="new@example.org")
        return real(*args)

    with monkeypatch.context() as patched:
        patched.setattr(sending, "record", record)
        with pytest.raises(MailError):
            mails.deliver(row.pk, NOON)
    assert mails.deliver(row.pk, NOON) == "sent"
    assert [message.to for message in mail.outbox] == [["new@example.org"]]


@pytest.fixture
def server(settings):
    with SmtpServer() as server:
        use(settings, server.port)
        yield server


def test_a_refusal_for_now_is_tried_again_and_sent_once(settings):
    row = opened()
    with SmtpServer(recipient_reply=451) as server:
        use(settings, server.port)
        with pytest.raises(MailError):
            mails.deliver(row.pk, NOON)
    assert (states(), EmailSend.objects.count()) == ([("waiting", "")], 0)
    with SmtpServer() as server:
        use(settings, server.port)
        assert [mails.deliver(row.pk, NOON) for _ in range(2)] == ["sent", "nothing to send"]
        assert len(server.messages) == 1


def test_a_permanent_refusal_ends_it(settings):
    row = opened()
    with SmtpServer(recipient_reply=550) as server:
        use(settings, server.port)
        with pytest.raises(MailError):
            mails.deliver(row.pk, NOON)
    assert states() == [("failed", "refused")]


def test_a_connection_that_breaks_over_the_message_is_not_repeated(settings):
    row = opened()
    with SmtpServer(breaks_after_data=True) as server:
        use(settings, server.port)
        assert "may have left" in mails.deliver(row.pk, NOON)
        assert mails.deliver(row.pk, NOON) == "nothing to send"
        assert len(server.messages) == 1
    assert (states(), send(NOON + timedelta(days=1))) == ([("recorded", "")], ["nothing to send"])


@pytest.mark.parametrize("step", ["scan", "open rows", "enqueue", "before record", "after record"])
def test_a_kill_between_the_steps_neither_loses_nor_doubles(step, monkeypatch, server):
    follower()
    yesterday()
    arrives(value=4.5)

    def killed(*args, **kwargs):
        raise SystemExit

    with monkeypatch.context() as dying:
        if step == "open rows":
            dying.setattr(mails, "_recent_slots", killed)
        elif step == "enqueue":
            dying.setattr(sending, "enqueue", killed)
        elif step == "before record":
            dying.setattr(sending, "record", killed)
        elif step == "after record":
            dying.setattr(sending, "_finish", killed)
        elif step == "scan":
            dying.setattr(events, "_store", killed)
        with pytest.raises(SystemExit):
            events.scan(NOON)
            mails.open_mails(NOON)
            mails.deliver(FollowMail.objects.get().pk, NOON)
    for minutes in (10, 20):
        send(NOON + timedelta(minutes=minutes))
    assert len(server.messages) == 1


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_one_message(server):
    follower()
    yesterday()
    arrives(value=4.5)
    start = threading.Barrier(4)

    def work() -> None:
        try:
            start.wait()
            events.scan(NOON)
            mails.open_mails(NOON)
            for pk in FollowMail.objects.values_list("pk", flat=True):
                mails.deliver(pk, NOON)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert (len(server.messages), FigureEvent.objects.count(), states()) == (1, 2, [("sent", "")])


def many(number: int, codes: list[str]) -> None:
    """Readers who follow each of these figures."""
    users = User.objects.bulk_create(User(email=f"{n}@example.org") for n in range(number))
    before = NOON - timedelta(days=1)
    Follow.objects.bulk_create(
        [Follow(user=user, subject=code, kind="out", created_at=before) for user in users for code in codes],
        batch_size=2000,
    )
    FollowDelivery.objects.bulk_create([FollowDelivery(user=user, zone="Europe/Rome") for user in users])


def queries(number: int, codes: list[str]) -> int:
    many(number, codes)
    for code in codes:
        yesterday(code)
        arrives(code, value=4.02)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        events.scan(NOON)
        mails.open_mails(NOON)
    assert PendingEvent.objects.count() == number * len(codes)
    assert FollowMail.objects.count() == Job.objects.filter(kind=mails.JOB).count() == number
    return len(seen)


def test_the_queries_grow_with_figures_and_batches_not_with_readers():
    few = queries(5, ["US10", "EA10"])
    for model in (PendingEvent, FollowMail, FigureEvent, Job, User):
        model.objects.all().delete()
    # SQLite takes at most 999 values in a statement.
    assert queries(400, ["US10", "EA10"]) <= few + 10


def test_export_and_retention():
    ada = follower()
    yesterday()
    arrives(value=4.5)
    send()
    exported = json.loads(json.dumps(data.export(ada)))["followed"]
    assert exported["delivery"] == {"mail": "daily", "zone": "Europe/Rome"}
    assert [row["kind"] for row in exported["figures"]] == ["out", "revised", "unusual"]
    assert [row["state"] for row in exported["messages"]] == ["sent"]
    purge_all(NOON + timedelta(days=89))
    assert FollowMail.objects.count() == 1
    purge_all(NOON + timedelta(days=91))
    assert [model.objects.count() for model in (FollowMail, FigureEvent, PendingEvent)] == [0, 0, 0]
    assert Follow.objects.count() == 3


def test_what_could_not_be_sent_for_a_week_is_dropped():
    opened()
    purge_all(NOON + timedelta(days=6))
    assert PendingEvent.objects.count() == 2
    purge_all(NOON + timedelta(days=8))
    assert PendingEvent.objects.count() == 0
