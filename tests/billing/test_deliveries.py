"""Deliveries are stored and processed once: failures, crashes, repeats, replays."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.models.signals import post_save

from accounts.models import User
from billing import deliveries
from billing.models import Billing2Event, BillingEvent, Subscription
from briefing.core.models import Job
from tests.billing.signing import (
    event,
    polar_subscription,
    post_primary,
    post_secondary,
    send,
    send2,
    session,
    stripe_header,
    subscription,
)

pytestmark = pytest.mark.django_db


class Wall:
    """Makes the database refuse readers, as a broken constraint or a full disk would."""

    def __call__(self, sender, **kwargs) -> None:
        raise RuntimeError("no room for readers")

    def __enter__(self) -> None:
        post_save.connect(self, sender=User)

    def __exit__(self, *args: object) -> None:
        post_save.disconnect(self, sender=User)


def replayed(*ids: str) -> str:
    from io import StringIO

    out = StringIO()
    call_command("replay_deliveries", *ids, stdout=out)
    return out.getvalue()


def test_failing_handler_leaves_nothing_but_the_error_and_the_next_delivery_is_handled(ada):
    with Wall():
        response = send("checkout.session.completed", session(ada.pk), event_id="evt_x")
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")
    row = BillingEvent.objects.get()
    assert (row.processed_at, row.error, row.attempts) == (None, "RuntimeError: no room for readers", 1)
    assert (Subscription.objects.count(), Job.objects.count()) == (0, 0)
    assert send("checkout.session.completed", session(ada.pk), event_id="evt_x").json() == {"status": "ok"}
    row.refresh_from_db()
    ada.refresh_from_db()
    assert (row.error, row.attempts, row.processed_at is not None, ada.tier) == ("", 2, True, "paid")
    assert BillingEvent.objects.count() == 1


def test_crash_between_insert_and_commit_loses_nothing(ada):
    """A process killed in the handler leaves only the row."""
    body = event("checkout.session.completed", session(ada.pk), event_id="evt_x")
    BillingEvent.objects.create(event_id="evt_x", event_type=body["type"], payload=json.dumps(body))
    assert post_primary(body).json() == {"status": "ok"}
    assert post_primary(body).json() == {"status": "duplicate"}
    assert User.objects.get().tier == "paid"


def test_same_id_at_the_two_processors_is_no_duplicate(ada):
    send("invoice.paid", {"id": "in_1"}, event_id="same")
    assert send2("order.paid", {"id": "o"}, webhook_id="same").json() == {"status": "ok"}


def test_retry_of_the_secondary_has_the_same_id_and_another_time(ada):
    raw = json.dumps({"type": "subscription.active", "data": polar_subscription()}).encode()
    assert post_secondary(raw, webhook_id="msg_1").json() == {"status": "ok"}
    assert post_secondary(raw, webhook_id="msg_1").json() == {"status": "duplicate"}


def test_delivery_costs_few_queries(ada, django_assert_max_num_queries):
    send("checkout.session.completed", session(ada.pk))
    with django_assert_max_num_queries(21):
        send("customer.subscription.updated", subscription("active"))


def test_replay_handles_what_was_never_handled(ada):
    with Wall():
        send("checkout.session.completed", session(ada.pk), event_id="evt_x")
    assert replayed() == "1 deliveries replayed: 1 ok.\n"
    assert User.objects.get().tier == "paid"
    assert replayed() == "0 deliveries replayed.\n"


def test_replay_of_a_named_delivery_handles_it_again(ada):
    send("checkout.session.completed", session(ada.pk), event_id="evt_x")
    User.objects.update(tier="free", billing_subscription_id=None)
    assert replayed("evt_x") == "1 deliveries replayed: 1 ok.\n"
    assert User.objects.get().tier == "paid"


def test_replay_says_what_still_fails(ada):
    with Wall():
        send("checkout.session.completed", session(ada.pk), event_id="evt_x")
        assert "RuntimeError: no room for readers\n1 deliveries replayed: 1 failed." in replayed()
    raw = b"not json"
    post_primary(raw, stripe_header(raw))
    assert "the body is not JSON\n2 deliveries replayed: 1 malformed, 1 ok." in replayed()


def test_replay_of_an_unknown_id_is_one_line():
    with pytest.raises(CommandError, match="no delivery with the id evt_nobody"):
        replayed("evt_nobody")


def lose_payloads() -> None:
    """Empties the payloads, as the retention does after 90 days."""
    for ledger in deliveries.LEDGERS.values():
        ledger.objects.update(payload="")


def test_replay_without_a_payload_asks_the_primary_for_the_subscription(ada, stripe_api):
    stripe_api.subscribe(
        "sub_1", status="trialing", trial_end=4_000_000_000, metadata={"user_id": str(ada.pk)}
    )
    with Wall():
        send("checkout.session.completed", session(ada.pk), event_id="evt_x")
    lose_payloads()
    assert replayed() == "1 deliveries replayed: 1 ok.\n"
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_trial_end_at.year) == ("paid", 2096)


def test_replay_of_a_cut_payload_asks_too(ada, stripe_api):
    stripe_api.subscribe("sub_1", metadata={"user_id": str(ada.pk)})
    with Wall():
        long = subscription("active", metadata={"user_id": str(ada.pk)}, description="x" * 20_000)
        send("customer.subscription.updated", long)
    assert replayed() == "1 deliveries replayed: 1 ok.\n"
    assert User.objects.get().tier == "paid"


def test_replay_without_a_payload_fails_while_the_processor_is_down(ada, stripe_api):
    stripe_api.broken = True
    with Wall():
        send("checkout.session.completed", session(ada.pk), event_id="evt_x")
    lose_payloads()
    assert "1 failed" in replayed()
    assert BillingEvent.objects.get().processed_at is None


def test_replay_without_a_payload_of_the_secondary_asks_for_redelivery(ada):
    with Wall():
        send2("subscription.active", polar_subscription())
    lose_payloads()
    assert "ask the secondary processor to send it again" in replayed()
    assert Billing2Event.objects.get().processed_at is None


def test_replay_of_an_audit_delivery_without_a_payload_only_closes_it(ada):
    send("charge.refunded", {"id": "ch_1", "customer": "cus_1"}, event_id="evt_x")
    BillingEvent.objects.update(processed_at=None, payload="")
    assert replayed() == "1 deliveries replayed: 1 ignored.\n"


def test_tables_are_the_specified_ones():
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
    assert {"billing_events", "billing2_events"} <= set(names)
