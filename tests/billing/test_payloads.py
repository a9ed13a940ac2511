"""A body is stored whole for 30 days, then reduced to what replays need, without the customer's identity."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError
from django.db.models.signals import post_save
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts import data
from accounts.models import User
from billing import payloads, tasks  # noqa: F401  tasks registers the purge
from billing.models import Billing2Event, BillingEvent, Processor
from billing.processors import polar, stripe
from briefing.core.work.retention import PURGES
from tests.billing.signing import (
    event,
    polar_subscription,
    post_primary,
    send,
    send2,
    session,
    stripe_header,
    subscription,
)
from tests.billing.test_deliveries import Wall, lose_payloads, replayed

PERSON = {"email": "ada@example.org", "name": "Ada Lovelace", "phone": "+39 333", "ip_address": "198.51.100.7",
          "address": {"line1": "12 St James's Square", "city": "London", "postal_code": "SW1Y"}}  # fmt: skip
# In the processors' usual places and in unexpected ones.
PRIMARY_BODIES = {
    "checkout.session.completed": session(7, customer_details=PERSON, customer_email="ada@example.org",
        collected_information={"individual_name": "Ada Lovelace"}, custom_fields=[PERSON],
        metadata={"user_id": "7", "consent_id": "3", "reward_id": "2", "name": "Ada Lovelace"}),
    "customer.subscription.updated": subscription("trialing", trial_end=1_900_000_000, description="Ada Lovelace",
        customer={"id": "cus_1", **PERSON}, metadata={"user_id": "7", **PERSON}, latest_invoice=PERSON),
    "invoice.paid": {"id": "in_1", "customer": "cus_1", "amount_paid": 700, "currency": "gbp", "customer_name": "Ada",
        "customer_email": "ada@example.org", "customer_address": PERSON["address"], "lines": [PERSON],
        "parent": {"subscription_details": {"subscription": "sub_1", "metadata": PERSON}}},
    "charge.refunded": {"id": "ch_1", "customer": "cus_1", "billing_details": PERSON, "receipt_email": "ada@example.org",
        "amount": 700, "amount_refunded": 700, "refunded": True, "created": 1_700_000_000},
    "charge.dispute.created": {"id": "dp_1", "charge": "ch_1", "created": 1_700_000_000, "amount": 700,
        "evidence": {"customer_name": "Ada Lovelace", "customer_email_address": "ada@example.org"}},
    "customer.subscription.deleted": subscription("canceled", ended_at=1_700_000_000, customer={"id": "cus_1", **PERSON}),
    "customer.updated": {"id": "cus_1", "object": "customer", **PERSON},
}  # fmt: skip
SECONDARY_BODIES = {
    "subscription.active": polar_subscription(
        customer={"id": "c3d4-customer", "external_id": "7", **PERSON}, user=PERSON, metadata=PERSON,
        custom_field_data=PERSON, customer_cancellation_comment="Ada Lovelace"),
    "order.paid": {"id": "o1", "subscription_id": "a1b2-sub", "customer": PERSON, "billing_name": "Ada Lovelace",
        "billing_address": PERSON["address"], "total_amount": 700, "currency": "gbp"},
    "order.refunded": {"id": "o1", "subscription_id": "a1b2-sub", "status": "refunded", "customer": PERSON,
        "created_at": "2026-11-20T10:00:00Z"},
    "refund.created": {"id": "r1", "order_id": "o1", "amount": 700, "comment": "Ada Lovelace"},
    "customer.state_changed": {"id": "c3d4-customer", **PERSON},
}  # fmt: skip
TRACES = ("Ada", "ada@", "198.51", "James", "London", "SW1Y", "+39 333")
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["sub_1", "7", "active", "unpaid", "setup", "2026-11-20T10:00:00Z", "ada@example.org"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["id", "user_id"]), inner),
    max_leaves=4,
)  # fmt: skip


def traces(text: str) -> list[str]:
    return [trace for trace in TRACES if trace in text]


@pytest.mark.parametrize("kind", PRIMARY_BODIES)
def test_primary_body_keeps_what_handling_takes_and_nothing_personal(kind):
    raw = json.dumps(event(kind, PRIMARY_BODIES[kind])).encode()
    kept = payloads.reduced(Processor.PRIMARY, raw)
    assert (traces(kept), stripe.parse(kept.encode())) == ([], stripe.parse(raw))


@pytest.mark.parametrize("kind", SECONDARY_BODIES)
def test_secondary_body_keeps_what_handling_takes_and_nothing_personal(kind):
    raw = json.dumps(
        {"type": kind, "timestamp": "2026-11-20T10:00:00Z", "data": SECONDARY_BODIES[kind]}
    ).encode()
    kept = payloads.reduced(Processor.SECONDARY, raw)
    assert traces(kept) == []
    assert polar.parse(kept.encode(), "msg_1") == replace(polar.parse(raw, "msg_1"), email="")


def test_address_in_the_place_of_an_id_is_not_stored():
    found = session("ada@example.org", customer="ada@example.org", metadata={"user_id": "ada.lovelace"})
    kept = payloads.reduced(
        Processor.PRIMARY, json.dumps(event("checkout.session.completed", found)).encode()
    )
    assert traces(kept.lower()) == []


@given(kind=st.sampled_from(list(PRIMARY_BODIES)), parts=st.dictionaries(
    st.sampled_from(["customer", "subscription", "mode", "payment_status", "status", "trial_end", "metadata", "parent"]),
    values, max_size=4))  # fmt: skip
def test_any_primary_body_means_the_same_after_it_was_reduced(kind, parts):
    raw = json.dumps(event(kind, PRIMARY_BODIES[kind] | parts, created=1_700_000_000)).encode()
    before, after = stripe.parse(raw), stripe.parse(payloads.reduced(Processor.PRIMARY, raw).encode())
    assert (after.kind, after.status, after.trial_end, after.at) == (
        before.kind, before.status.replace("ada@example.org", ""), before.trial_end, before.at,
    )  # fmt: skip


def test_longest_body_stays_below_16_kib():
    word = "x" * 64
    found = dict.fromkeys(
        [*payloads.SUBSCRIPTION, *payloads.INVOICE, *payloads.CHECKOUT, *payloads.CHARGE], word
    )
    found |= {
        "metadata": dict.fromkeys(("user_id", "consent_id", "reward_id", *map(str, range(2000))), "9" * 18)
    }
    for kind in PRIMARY_BODIES:
        raw = json.dumps(event(kind, found, event_id="x" * 255)).encode()
        assert len(raw) > 16 * 1024 > 2048 > len(payloads.reduced(Processor.PRIMARY, raw))


def later(days: int):
    return time_machine.travel(timezone.now() + timedelta(days=days), tick=False)


def reduced_now() -> int:
    return PURGES["raw payloads of deliveries"](timezone.now())


@pytest.mark.parametrize("body", [b"a" * 16_384, b"a" * 16_385, b"a" * 16_383 + "\u00e8".encode(), "\u20ac".encode() * 9_000, b"\xff" * 20_000, b"a\0b"])  # fmt: skip
def test_text_of_a_body_is_at_most_16_kib_of_whole_characters_without_nul(body):
    text, was_cut = payloads.cut(body)
    assert (len(text.encode()) <= 16_384, "\0" in text, was_cut) == (True, False, text.encode() != body)
    assert text[:5_000] == body[:16_384].decode("utf-8", "replace").replace("\0", "\ufffd")[:5_000]


@pytest.mark.django_db
def test_delivery_stores_the_body_as_it_came(ada):
    body = PRIMARY_BODIES["checkout.session.completed"] | {"client_reference_id": str(ada.pk)}
    raw = json.dumps(event("checkout.session.completed", body)).encode()
    post_primary(raw)
    send2("subscription.active", SECONDARY_BODIES["subscription.active"])
    assert (BillingEvent.objects.get().payload, BillingEvent.objects.get().payload_cut) == (
        raw.decode(),
        False,
    )
    assert json.loads(Billing2Event.objects.get().payload)["data"] == SECONDARY_BODIES["subscription.active"]


@pytest.mark.django_db
def test_long_body_is_cut_to_16_kib_and_says_so(ada):
    send("customer.updated", {"id": "cus_1", "description": "\u00e8" * 20_000})
    row = BillingEvent.objects.get()
    assert (len(row.payload), row.payload_cut) == (16_384, True)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["subscription.active", "order.paid"])
def test_delivery_that_matches_no_reader_keeps_its_body_for_thirty_days(db, kind):
    assert send2(kind, SECONDARY_BODIES[kind] | {"customer": PERSON}).status_code == 200
    with later(29):
        assert reduced_now() == 0
    assert traces(Billing2Event.objects.get().payload) != []
    with later(31):
        assert (reduced_now(), reduced_now()) == (1, 0)
    row = Billing2Event.objects.get()
    assert (row.payload != "", row.payload_reduced, traces(row.payload)) == (True, True, [])


@pytest.mark.django_db
def test_signed_text_that_is_no_event_goes_after_thirty_days(db):
    raw = b"Ada Lovelace, ada@example.org"
    assert post_primary(raw, stripe_header(raw)).status_code == 400
    row = BillingEvent.objects.get()
    assert (row.payload, row.error) == (raw.decode(), "the body is not JSON")
    with later(31):
        assert reduced_now() == 1
    assert BillingEvent.objects.get().payload == ""


@pytest.mark.django_db
def test_more_rows_than_a_batch_are_all_reduced(ada):
    raw = json.dumps(event("customer.updated", PRIMARY_BODIES["customer.updated"]))
    BillingEvent.objects.bulk_create(BillingEvent(event_id=f"evt_{n}", payload=raw) for n in range(1_001))
    with later(31):
        assert reduced_now() == 1_001
    assert not BillingEvent.objects.filter(payload__contains="ada@").exists()


@pytest.mark.django_db
def test_deleted_reader_leaves_reduced_payloads_alone_and_later_deliveries_are_reduced_at_once(
    ada, stripe_api
):
    stripe_api.subscribe("sub_1")
    body = PRIMARY_BODIES["customer.subscription.updated"] | {"metadata": {"user_id": str(ada.pk)}}
    send(
        "customer.created", PRIMARY_BODIES["customer.updated"], event_id="evt_nobodys"
    )  # no reader matched yet
    send("customer.subscription.updated", body, event_id="evt_before")
    with Wall():
        send("customer.subscription.updated", body, event_id="evt_failed")
    data.delete(User.objects.get())
    for name in ("evt_after", "evt_failed"):
        assert send("customer.subscription.updated", body, event_id=name).json() == {"status": "ignored"}
    send("charge.refunded", PRIMARY_BODIES["charge.refunded"], event_id="evt_refund")
    rows = BillingEvent.objects.all()
    assert {(row.event_id, row.payload != "", row.user, tuple(traces(row.payload))) for row in rows} == {
        (name, True, None, ())
        for name in ("evt_nobodys", "evt_before", "evt_failed", "evt_after", "evt_refund")
    }
    assert traces("".join(str(row) for row in BillingEvent.objects.values())) == []


@pytest.mark.django_db
def test_deletion_leaves_the_deliveries_of_others_alone(ada, grace):
    send("customer.updated", {"id": "cus_9", "email": "grace@example.org"})
    data.delete(ada)
    assert "grace@example.org" in BillingEvent.objects.get().payload


@pytest.mark.django_db
def test_error_on_a_delivery_quotes_no_row(ada):
    def fail(sender, **kwargs) -> None:
        raise IntegrityError(
            "duplicate key\nDETAIL:  Failing row contains (1, ada@example.org, Ada Lovelace)."
        )

    post_save.connect(fail, sender=User)
    try:
        send("checkout.session.completed", session(ada.pk))
    finally:
        post_save.disconnect(fail, sender=User)
    assert BillingEvent.objects.get().error == "IntegrityError: duplicate key"


@pytest.mark.django_db
def test_reader_whom_an_address_led_to_is_found_again_without_it(ada):
    with Wall():
        send2("subscription.active", polar_subscription())
    with later(31):
        assert reduced_now() == 1
    assert "ada@" not in Billing2Event.objects.get().payload
    assert replayed() == "1 deliveries replayed: 1 ok.\n"
    assert User.objects.get().tier == "paid"


@pytest.mark.django_db
def test_payloads_go_after_ninety_days(ada):
    with time_machine.travel("2026-08-25T00:00:00Z", tick=False) as clock:
        send("invoice.paid", {"id": "in_2", "customer": "cus_1"})
        clock.shift(timedelta(days=89))
        send("invoice.paid", {"id": "in_3", "customer": "cus_1"})
        assert PURGES["payloads of deliveries"](timezone.now()) == 0
        clock.shift(timedelta(days=2))
        assert PURGES["payloads of deliveries"](timezone.now()) == 1
    kept = BillingEvent.objects.order_by("received_at").values_list("payload", flat=True)
    assert ["in_3" in text for text in kept] == [False, True]
    assert BillingEvent.objects.count() == 2


@pytest.mark.django_db
def test_export_of_a_reader_holds_what_is_stored(ada):
    found = SECONDARY_BODIES["subscription.active"] | {"customer": {"external_id": str(ada.pk), **PERSON}}
    send2("subscription.active", found)
    (exported,) = data.export(ada)["billing"]["deliveries"]
    assert json.loads(exported["payload"])["data"] == found
    lose_payloads()
    assert data.export(ada)["billing"]["deliveries"][0]["payload"] == ""
