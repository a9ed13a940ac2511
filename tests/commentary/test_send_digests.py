"""`manage.py send_digests`."""

from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from briefing.core.models import EmailSend, Job
from briefing.core.work import jobs
from commentary.digests import delivery
from commentary.digests.models import Digest
from tests.commentary.digests import NOW, PERIOD, morning, send_all, subscriber
from tests.smtp import SmtpServer, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("send_digests", *arguments, stdout=out)
    return out.getvalue()


def test_both_kinds_are_sent_by_hand():
    morning()
    subscriber("a@example.org")
    subscriber("b@example.org", digest_opt_in="weekly")
    assert command() == "daily 2026-11-23: 1 sent\nweekly 2026-W47: 1 sent\n"
    assert [message.to for message in mail.outbox] == [["a@example.org"], ["b@example.org"]]


def test_one_kind_alone():
    morning()
    subscriber()
    assert command("--kind", "weekly") == "weekly 2026-W47: no digest is due\n"
    assert mail.outbox == []


def test_who_has_it_gets_no_second_one_from_either_side():
    morning()
    subscriber()
    command("--kind", "daily")
    assert command("--kind", "daily") == "daily 2026-11-23: no digest is due\n"
    assert (send_all(), len(mail.outbox)) == ([], 1)


def test_what_the_worker_has_before_it_is_not_sent_again():
    morning()
    subscriber()
    delivery.open_period(PERIOD, NOW)
    command("--kind", "daily")
    jobs.run(Job.objects.get().pk)
    assert (Job.objects.get().outcome, len(mail.outbox)) == ("nothing to send", 1)


def test_by_hand_no_job_is_made_that_the_worker_would_find_too_late():
    morning()
    subscriber()
    command("--kind", "daily", "--now", "2026-11-20T07:00Z")
    assert (Digest.objects.get().state, Job.objects.count()) == ("sent", 0)


def test_a_dry_run_shows_the_texts_and_writes_nothing():
    morning()
    subscriber()
    said = command("--dry-run", "--kind", "daily")
    assert said.startswith("daily 2026-11-23: 1 readers chose it\n")
    assert "=== en NOVICE: The morning, 23 November: Long rates stood higher" in said
    assert "=== it NOVICE: Il mattino, 23 novembre: Tassi lunghi più alti" in said
    assert "example.org" not in said.replace("https://ecb.example", "")
    assert (mail.outbox, Digest.objects.count(), Job.objects.count(), EmailSend.objects.count()) == (
        [],
        0,
        0,
        0,
    )


def test_a_dry_run_says_when_there_is_nothing_new():
    assert "=== en NOVICE: nothing new, so nothing would be sent" in command("--dry-run", "--kind", "daily")


def test_another_time_means_its_period():
    subscriber()
    assert "daily 2026-11-20: too late" not in command("--now", "2026-11-20T07:00", "--kind", "daily")
    assert Digest.objects.get().period == "2026-11-20"


def test_a_period_that_is_over_is_not_sent():
    subscriber()
    assert (
        command("--now", "2026-11-20T19:00Z", "--kind", "daily")
        == "daily 2026-11-20: too late, nothing is sent\n"
    )
    assert "but too late to be sent" in command("--dry-run", "--now", "2026-11-20T19:00Z", "--kind", "daily")


@pytest.mark.parametrize("now", ["tomorrow", "2026-13-01T00:00", "2026-11-24T07:00Z"])
def test_an_unusable_time_is_refused(now):
    with pytest.raises(CommandError):
        command("--now", now)


def test_the_future_may_be_looked_at():
    assert "daily 2026-11-24" in command("--dry-run", "--now", "2026-11-24T07:00Z", "--kind", "daily")


def test_a_refused_message_is_reported_and_waits_for_its_job(settings):
    morning()
    subscriber()
    with SmtpServer(recipient_reply=450) as server:
        use(settings, server.port)
        assert command("--kind", "daily").startswith("daily 2026-11-23: 1 the mail server refused")
    assert (Digest.objects.get().state, Job.objects.get().state) == ("waiting", "new")
