"""Who gets a digest, when not, and that nobody gets it twice."""

import pytest
from django.core import mail

from accounts import data
from accounts.models import Acknowledgement, User
from briefing.core.models import EmailSend
from briefing.core.outside.mail import MailError
from commentary.digests import delivery
from commentary.digests.models import Digest
from commentary.mailing.sending import Stopped
from tests.accounts.readers import reader
from tests.commentary.digests import NOW, PERIOD, morning, record, send_all, subscriber

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]


def states() -> list[tuple[str, str]]:
    return list(Digest.objects.order_by("pk").values_list("state", "reason"))


def opened() -> int:
    """Opens the period for one subscriber; the id of the row."""
    morning()
    subscriber()
    delivery.open_period(PERIOD, NOW)
    return Digest.objects.get().pk


def test_who_chose_it_gets_it_and_it_is_recorded():
    morning()
    ada = subscriber()
    assert send_all() == ["sent"]
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    row = EmailSend.objects.get()
    assert (row.user, row.kind, row.sent_at) == (ada, "digest_daily", NOW)
    assert (states(), Digest.objects.get().email_send) == ([("sent", "")], row)


def test_who_did_not_choose_it_or_is_not_active_gets_no_row():
    morning()
    reader("off@example.org")
    subscriber("weekly@example.org", digest_opt_in="weekly")
    subscriber("gone@example.org", is_active=False)
    assert (send_all(), states(), mail.outbox) == ([], [], [])


def test_a_free_reader_gets_it_where_subscriptions_are_on(settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    morning()
    subscriber(tier="free")
    assert send_all() == ["sent"]


def test_each_gets_it_in_the_own_language_and_tone():
    morning()
    subscriber("a@example.org", lang="it")
    subscriber("b@example.org", digest_tone="PRO")  # no longer generated: the first tone stands in
    assert send_all() == ["sent", "sent"]
    assert [message.subject for message in mail.outbox] == [
        "Il mattino, 23 novembre: Tassi lunghi più alti",
        "The morning, 23 November: Long rates stood higher",
    ]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"digest_opt_in": "off"}, "not_wanted"),
        ({"digest_opt_in": "weekly"}, "not_wanted"),
        ({"is_active": False}, "inactive"),
    ],
)
def test_a_change_after_the_rows_were_made_counts(change, reason):
    pk = opened()
    User.objects.update(**change)
    assert delivery.deliver(pk, NOW) == f"skipped: {reason}"
    assert (states(), mail.outbox, EmailSend.objects.count()) == ([("skipped", reason)], [], 0)


def test_a_change_in_the_last_moment_counts():
    pk = opened()
    row = Digest.objects.get(pk=pk)
    User.objects.update(digest_opt_in="off")
    with pytest.raises(Stopped) as stopped:
        record(row)
    assert (stopped.value.reason, EmailSend.objects.count()) == ("not_wanted", 0)


@pytest.mark.parametrize(
    "change",
    [
        {"email": "new@example.org", "normalised_email": "new@example.org"},
        {"settings_json": {"rules_only": True}},
    ],
)
def test_address_or_texts_that_change_while_it_is_written_are_waited_for(change):
    pk = opened()
    row = Digest.objects.select_related("user").get(pk=pk)
    User.objects.update(**change)
    with pytest.raises(MailError):
        record(row)
    assert (states(), EmailSend.objects.count()) == ([("waiting", "")], 0)
    assert delivery.deliver(pk, NOW) == "sent"
    assert [message.to for message in mail.outbox] == [[User.objects.get().email]]


def test_who_has_not_accepted_the_current_statements_gets_none():
    pk = opened()
    Acknowledgement.objects.all().delete()
    assert delivery.deliver(pk, NOW) == "skipped: not_accepted"


def test_a_reader_deleted_in_between_gets_none():
    pk = opened()
    row = Digest.objects.get(pk=pk)
    data.delete(User.objects.get())
    assert (delivery.deliver(pk, NOW), mail.outbox, states()) == ("nothing to send", [], [])
    with pytest.raises(Stopped):
        record(row)
    assert EmailSend.objects.count() == 0
