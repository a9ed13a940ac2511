"""Twenty concurrent deliveries of one event, and concurrent events of one subscription."""

import threading
from collections import Counter

import pytest
from django.db import connections
from django.test import Client

from accounts.models import User
from billing import checkout
from billing.models import BillingEvent, Consent, Subscription
from billing.plans import MONTHLY
from tests.billing.signing import event, post_primary, session, subscription

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
PARALLEL = 20


def all_at_once(bodies: list[dict]) -> list[tuple[int, str]]:
    together = threading.Barrier(len(bodies))
    answers: list[tuple[int, str]] = []

    def deliver(body: dict) -> None:
        client = Client()
        together.wait()
        try:
            response = post_primary(body, client=client)
            answers.append((response.status_code, response.json().get("status", "")))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=deliver, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_twenty_deliveries_of_one_event_are_handled_once(ada):
    answers = all_at_once(
        [event("checkout.session.completed", session(ada.pk), event_id="evt_one")] * PARALLEL
    )
    assert Counter(answers) == {(200, "ok"): 1, (200, "duplicate"): PARALLEL - 1}
    row = BillingEvent.objects.get()
    assert (row.attempts, User.objects.get().tier) == (1, "paid")


def test_events_of_one_subscription_at_once_end_in_the_newest_state(ada):
    bodies = [
        event(
            "customer.subscription.updated",
            subscription("active", metadata={"user_id": str(ada.pk)}),
            created=1000 + n,
        )
        for n in range(PARALLEL - 2)
    ]
    bodies += [event("checkout.session.completed", session(ada.pk), created=1000),
               event("customer.subscription.deleted", subscription("canceled"), created=5000)]  # fmt: skip
    answers = all_at_once(bodies)
    for body in bodies:  # retries what lost a race, as the processor would
        post_primary(body)
    assert {status for status, _ in answers} <= {200, 500}
    assert (Subscription.objects.get().status, User.objects.get().tier) == ("canceled", "free")


def test_an_order_pressed_several_times_at_once_is_one_purchase(ada, stripe_api):
    together = threading.Barrier(8)
    addresses: list[str] = []

    def press() -> None:
        together.wait()
        try:
            addresses.append(checkout.start(ada, MONTHLY, language="en"))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(addresses), len(set(addresses)), Consent.objects.count()) == (8, 1, 1)
