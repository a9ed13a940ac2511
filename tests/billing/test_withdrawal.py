"""The withdrawal function and its confirmations on a durable medium."""

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from billing.models import Consent, Subscription, Withdrawal
from tests.billing.signing import polar_subscription, send, send2, session
from tests.billing.working import work

pytestmark = pytest.mark.django_db


@pytest.fixture
def subscriber(ada, stripe_api) -> Client:
    stripe_api.subscribe("sub_1")
    consent = Consent.objects.create(
        user=ada,
        cadence="annual",
        price="70.00",
        currency="GBP",
        trial_days=14,
        text_version=1,
        language="it",
    )
    send("checkout.session.completed", session(ada.pk, metadata={"consent_id": str(consent.pk)}))
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ada)
    return client


def page(client: Client, path: str = "/settings/withdraw") -> str:
    return " ".join(client.get(path).content.decode().split())


def test_confirmation_goes_out_once_after_completion_in_the_language_of_the_consent(subscriber, ada):
    consent = Consent.objects.get()
    assert (consent.completed_at is not None, consent.subscription.subscription_id) == (True, "sub_1")
    assert work("billing.confirm") == [("billing.confirm", "done", "confirmation sent")]
    message = mail.outbox[-1]
    assert (message.to, message.extra_headers["Content-Language"]) == (["ada@example.org"], "it")
    assert "70\u00a0£" in message.body
    assert timezone.now().strftime("%Y") in message.body
    assert "http://127.0.0.1:8000/settings/withdraw" in message.body
    send(
        "checkout.session.async_payment_succeeded", session(ada.pk, metadata={"consent_id": str(consent.pk)})
    )
    assert work("billing.confirm") == []


def test_consent_of_another_reader_is_not_completed(subscriber, grace):
    other = Consent.objects.create(
        user=grace, cadence="monthly", price="7.00", currency="GBP", text_version=1, language="en"
    )
    send("checkout.session.completed", session(None, metadata={"consent_id": str(other.pk)}))
    other.refresh_from_db()
    assert other.completed_at is None


def test_withdrawal_takes_two_steps_and_gives_a_receipt_with_date_and_time(subscriber, stripe_api):
    assert "Withdraw from contract here" in page(subscriber, "/settings")
    assert "Confirm withdrawal" in page(subscriber)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        subscriber.post("/settings/withdraw")
    row = Withdrawal.objects.get()
    outcomes = [(kind, outcome) for kind, _, outcome in work("billing.withdrawal")]
    assert outcomes == [
        ("billing.withdrawal_receipt", "receipt sent"),
        ("billing.withdrawal_cancel", "cancelled"),
    ]
    body = mail.outbox[-1].body
    assert row.declared_at.strftime("%H:%M UTC") in body
    assert "number sub_1" in body
    row.refresh_from_db()
    assert (row.receipt_sent_at is not None, row.cancelled_at is not None, row.settled_at) == (
        True,
        True,
        None,
    )
    assert stripe_api.subscriptions["sub_1"]["status"] == "canceled"
    assert "Your withdrawal was received" in page(subscriber)


def test_second_withdrawal_changes_nothing(subscriber):
    subscriber.post("/settings/withdraw")
    subscriber.post("/settings/withdraw")
    assert Withdrawal.objects.count() == 1
    assert len(work("billing.withdrawal_receipt")) == 1


def test_cancellation_that_fails_is_tried_again(subscriber, stripe_api):
    subscriber.post("/settings/withdraw")
    stripe_api.broken = True
    assert [job[1] for job in work("billing.withdrawal_cancel")] == ["new"]
    stripe_api.broken = False
    assert [job[2] for job in work("billing.withdrawal_cancel")] == ["cancelled"]


def test_period_ends_after_fourteen_days(subscriber):
    Consent.objects.update(completed_at=timezone.now() - timedelta(days=15))
    assert "The period for withdrawing ended on" in page(subscriber)
    assert subscriber.post("/settings/withdraw").status_code == 409
    assert (Withdrawal.objects.count(), "Withdraw from contract here" in page(subscriber, "/settings")) == (
        0,
        False,
    )


def test_last_day_counts_whole(subscriber):
    Consent.objects.update(completed_at=timezone.now() - timedelta(days=14))
    assert "Confirm withdrawal" in page(subscriber)


def test_cancellation_that_can_never_work_is_given_up_where_staff_see_it(subscriber, settings):
    subscriber.post("/settings/withdraw")
    settings.BILLING_API_KEY = ""
    said = "BILLING_API_KEY is empty: the processor cannot be asked. Set it in .env."
    assert work("billing.withdrawal_cancel") == [("billing.withdrawal_cancel", "dead", said)]


def test_nobody_withdraws_from_nothing(ada):
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ada)
    assert "You have no contract" in page(client)
    assert client.post("/settings/withdraw").status_code == 409
    assert Client().get("/settings/withdraw").status_code == 303


def test_contract_of_the_secondary_is_withdrawn_without_a_call(ada, stripe_api):
    send2("subscription.active", polar_subscription())
    client = Client()
    client.force_login(ada)
    client.post("/settings/withdraw")
    assert [kind for kind, _, _ in work("billing.withdrawal")] == ["billing.withdrawal_receipt"]
    assert (Withdrawal.objects.get().subscription, stripe_api.requests) == (Subscription.objects.get(), [])


@pytest.fixture
def twice(subscriber, ada, stripe_api) -> Client:
    """A second open checkout was also paid, by another customer."""
    stripe_api.subscribe("sub_2", customer="cus_2")
    send("checkout.session.completed", session(ada.pk, subscription="sub_2", customer="cus_2"))
    return subscriber


def test_settings_say_that_two_subscriptions_run(subscriber, ada):
    words = "2 subscriptions are running on your account, and each of them is charged"
    assert words not in page(subscriber, "/settings")
    send("checkout.session.completed", session(ada.pk, subscription="sub_2"))
    shown = page(subscriber, "/settings")
    assert (words in shown, "Number sub_1" in shown, "Number sub_2" in shown) == (True, True, True)
    assert shown.count("Withdraw from contract here") == 1


def test_each_of_two_contracts_is_withdrawn_from_by_itself(twice, stripe_api):
    first, second = Subscription.objects.order_by("pk")
    shown = page(twice)
    assert [f'name="contract" value="{row.pk}"' in shown for row in (first, second)] == [True, True]
    twice.post("/settings/withdraw", {"contract": first.pk})
    assert Withdrawal.objects.get().subscription == first
    shown = page(twice)
    assert ("Contract sub_1" in shown, f'value="{second.pk}"' in shown) == (True, True)
    twice.post("/settings/withdraw", {"contract": second.pk})
    work("billing.withdrawal")
    assert {name: found["status"] for name, found in stripe_api.subscriptions.items()} == {
        "sub_1": "canceled",
        "sub_2": "canceled",
    }


@pytest.mark.parametrize("named", ["", "0", "x", "999999"])
def test_with_two_contracts_a_form_that_names_neither_withdraws_from_nothing(twice, named):
    assert twice.post("/settings/withdraw", {"contract": named}).status_code == 409
    assert Withdrawal.objects.count() == 0


def test_contract_of_another_reader_is_not_withdrawn_from(subscriber, grace):
    other = Subscription.objects.create(
        processor="billing", subscription_id="sub_g", status="active", user=grace
    )
    assert subscriber.post("/settings/withdraw", {"contract": other.pk}).status_code == 409
    assert Withdrawal.objects.count() == 0
