"""Messages about followed figures: when, how often, in which language, never twice."""

import json
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from accounts import data
from accounts.models import Acknowledgement, User
from briefing.core import origin
from briefing.core.mail import MailError
from briefing.core.models import EmailSend, Job
from briefing.core.retention import purge_all
from commentary.followed import choices, events, mails, times
from commentary.followed.models import FigureEvent, Follow, FollowDelivery, FollowMail, PendingEvent
from tests.commentary.followed.cases import NOON, arrives, at, delivery, follower, send, yesterday
from tests.smtp import SmtpServer, use

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon():
    with at(NOON):
        yield


def states() -> list[tuple[str, str]]:
    return list(FollowMail.objects.order_by("pk").values_list("state", "reason"))


def opened(**columns: object) -> FollowMail:
    """A message that waits, about one figure."""
    follower(**columns)
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    mails.open_mails(NOON)
    return FollowMail.objects.get()


def test_a_figure_that_is_out_is_sent_within_the_scan_and_recorded():
    ada = follower()
    yesterday()
    arrives(value=4.5)
    assert send() == ["sent"]
    (message,) = mail.outbox
    assert message.to == ["ada@example.org"]
    assert message.subject == "Yield on 10-year US government bonds: out, unusual for it"
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message.extra_headers["Digital-Source-Type"].endswith("/algorithmicMedia")
    row = EmailSend.objects.get()
    assert (row.user, row.kind, states()) == (ada, "followed", [("sent", "")])


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("out", "4.50%", "10-year")), ("it", ("uscito", "4,50%", "dieci anni"))]
)
def test_both_parts_are_in_the_readers_language(lang, words):
    follower(lang=lang)
    yesterday()
    arrives(value=4.5)
    send()
    for part in (mail.outbox[0].body, mail.outbox[0].alternatives[0][0]):
        assert [word for word in words if word not in part] == []
        assert "/indicators/US10" in part


def test_samples_are_named_in_both_parts(settings):
    settings.SAMPLE_DATA = True
    follower()
    yesterday()
    arrives(value=4.5)
    origin.remember(origin.SAMPLES)
    send()
    assert all("Sample data." in part for part in (mail.outbox[0].body, mail.outbox[0].alternatives[0][0]))


def test_once_a_day_and_the_next_morning_the_rest():
    follower()
    yesterday()
    arrives(value=4.5)
    send()
    arrives(value=4.7)
    assert send(NOON + timedelta(hours=2)) == ["sent"]
    assert len(mail.outbox) == 1
    send(datetime(2026, 11, 24, 6, 50, tzinfo=UTC))  # 7:50 in Rome
    assert len(mail.outbox) == 1
    send(datetime(2026, 11, 24, 7, 0, tzinfo=UTC))
    assert len(mail.outbox) == 2
    assert mail.outbox[1].subject.endswith(": revised")


def test_an_hourly_reader_gets_one_in_each_hour():
    follower(mail="hourly")
    yesterday()
    arrives(value=4.5)
    send()
    for minutes, value, count in ((30, 4.7, 1), (60, 4.9, 2)):
        arrives(value=value)
        send(NOON + timedelta(minutes=minutes))
        assert len(mail.outbox) == count


@pytest.mark.parametrize(
    ("zone", "moment", "slot"),
    [
        ("Europe/Rome", "2026-11-23T06:59:59Z", ""),
        ("Europe/Rome", "2026-11-23T07:00:00Z", "2026-11-23"),
        ("Europe/Rome", "2026-11-23T19:59:59Z", "2026-11-23"),
        ("Europe/Rome", "2026-11-23T20:00:00Z", ""),
        ("Europe/Rome", "2026-10-25T06:30:00Z", ""),  # the night the clocks go back
        ("Europe/Rome", "2026-10-24T06:30:00Z", "2026-10-24"),
        ("America/New_York", "2026-03-08T11:59:00Z", ""),  # the night the clocks go forward
        ("America/New_York", "2026-03-08T12:00:00Z", "2026-03-08"),
        ("Pacific/Apia", "2026-11-23T19:00:00Z", "2026-11-24"),
        ("Pacific/Apia", "2026-11-23T11:00:00Z", ""),
        ("Asia/Kathmandu", "2026-11-23T02:15:00Z", "2026-11-23"),
        ("Mars/Olympus", "2026-11-23T07:59:00Z", ""),
    ],
)
def test_slots_of_the_day(zone, moment, slot):
    assert times.slot("daily", zone, datetime.fromisoformat(moment)) == slot


def test_a_message_opened_in_the_evening_is_not_sent_at_night_but_in_the_morning():
    row = opened()
    night = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    assert mails.deliver(row.pk, night) == "skipped: too_late"
    send(datetime(2026, 11, 24, 7, 0, tzinfo=UTC))
    assert len(mail.outbox) == 1


def test_an_old_message_that_wakes_on_another_day_leaves_its_events_to_that_day():
    row = opened()
    morning = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)
    assert mails.deliver(row.pk, morning) == "skipped: too_late"
    send(morning)
    assert (len(mail.outbox), states()) == (1, [("skipped", "too_late"), ("sent", "")])


def test_what_was_withdrawn_before_sending_is_left_out_and_the_day_stays_free():
    row = opened()
    FigureEvent.objects.update(day=datetime(2027, 1, 1).date())
    assert mails.deliver(row.pk, NOON) == "nothing new"
    assert (FollowMail.objects.count(), PendingEvent.objects.count()) == (0, 0)
    arrives(value=4.9)
    send(NOON + timedelta(minutes=20))
    assert len(mail.outbox) == 1


def test_a_reader_deleted_between_gets_nothing():
    row = opened()
    data.delete(User.objects.get())
    assert mails.deliver(row.pk, NOON) == "nothing to send"
    assert [model.objects.count() for model in (Follow, FollowDelivery, FollowMail, PendingEvent)] == [0] * 4


def test_a_reader_deleted_while_the_message_is_rendered_gets_nothing(monkeypatch):
    row = opened()
    real = mails._record

    def record(*args):
        User.objects.all().delete()
        return real(*args)

    monkeypatch.setattr(mails, "_record", record)
    assert mails.deliver(row.pk, NOON) == "nothing to send"
    assert mail.outbox == []


def test_a_changed_address_is_read_again_before_the_message_leaves(monkeypatch):
    row = opened()
    real = mails._record

    def record(*args):
        User.objects.update(email="new@example.org")
        return real(*args)

    with monkeypatch.context() as patched:
        patched.setattr(mails, "_record", record)
        with pytest.raises(MailError):
            mails.deliver(row.pk, NOON)
    assert mails.deliver(row.pk, NOON) == "sent"
    assert [message.to for message in mail.outbox] == [["new@example.org"]]


@pytest.mark.parametrize("why", ["not_wanted", "inactive", "not_accepted"])
def test_who_must_not_get_it_gets_nothing(why):
    row = opened()
    if why == "not_wanted":
        FollowDelivery.objects.update(mail="off")
    elif why == "inactive":
        User.objects.update(is_active=False)
    else:
        Acknowledgement.objects.all().delete()
    assert mails.deliver(row.pk, NOON) == f"skipped: {why}"
    assert mail.outbox == []


def test_switching_mail_off_drops_what_waits_and_the_feed_keeps_it():
    ada = follower()
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    choices.set_delivery(ada, "off", "Europe/Rome")
    choices.set_delivery(ada, "daily", "Europe/Rome")
    assert (send(), FigureEvent.objects.count()) == ([], 2)


def test_a_figure_stopped_before_sending_is_not_sent():
    ada = follower()
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    choices.follow_figure(ada, "US10", ["unusual"])
    send()
    assert mail.outbox[0].subject.endswith(": unusual for it")


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
            dying.setattr(mails, "_enqueue_waiting", killed)
        elif step == "before record":
            dying.setattr(mails, "_record", killed)
        elif step == "after record":
            dying.setattr(mails, "_finish", killed)
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


def test_an_unknown_zone_counts_as_utc():
    ada = follower(zone="Mars/Olympus")
    assert delivery(ada).zone == "UTC"
