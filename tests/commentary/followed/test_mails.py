"""Messages about followed figures: when, how often, and in which language."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core import mail

from accounts.models import Acknowledgement, User
from briefing.core import origin
from briefing.core.models import EmailSend
from commentary.followed import choices, events, mails, times
from commentary.followed.models import FigureEvent, FollowDelivery, FollowMail, PendingEvent
from tests.commentary.followed.cases import (
    NOON,
    arrives,
    at,
    delivery,
    follower,
    opened,
    send,
    states,
    yesterday,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon():
    with at(NOON):
        yield


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


@pytest.mark.parametrize(("lang", "words"), [("en", "Sample data"), ("it", "Dati di esempio")])
def test_samples_are_named_in_the_subject_and_both_parts(settings, lang, words):
    settings.SAMPLE_DATA = True
    follower(lang=lang)
    yesterday()
    arrives(value=4.5)
    origin.remember(origin.SAMPLES)
    send()
    message = mail.outbox[0]
    assert message.subject.startswith(f"{words}: ")
    assert all(f"{words}." in part for part in (message.body, message.alternatives[0][0]))


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


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "usually 10 bp); now given as 4.70%"), ("it", "di solito 10 pb); ora pubblicato come 4,70%")],
)
def test_what_was_revised_before_sending_is_told_as_it_stands_now(lang, told):
    follower(kinds=("out",), lang=lang)
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    arrives(value=4.7)
    send(datetime(2026, 11, 24, 7, 0, tzinfo=UTC))
    assert told in " ".join(mail.outbox[0].body.split())


def test_what_was_not_revised_has_one_value_though_a_newer_one_came():
    follower(kinds=("out",))
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    arrives(value=4.7, day=date(2026, 11, 24))
    send(datetime(2026, 11, 24, 7, 0, tzinfo=UTC))
    assert "4.70%, 24 November" in mail.outbox[0].body
    assert "now given as" not in mail.outbox[0].body


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


def test_an_unknown_zone_counts_as_utc():
    ada = follower(zone="Mars/Olympus")
    assert delivery(ada).zone == "UTC"
