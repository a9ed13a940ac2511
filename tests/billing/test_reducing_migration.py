"""Migrations of stored payloads: 0002 reduces them, 0003 marks them as reduced, and its way back reduces new ones."""

import json
from typing import Any

import pytest

from accounts.models import User
from billing.models import Billing2Event, BillingEvent, Subscription
from tests import migrating
from tests.accounts.readers import reader
from tests.billing.signing import event, polar_subscription, send, session
from tests.billing.test_deliveries import replayed
from tests.migrating import newest_afterwards  # noqa: F401

pytestmark = pytest.mark.usefixtures("newest_afterwards")
BEFORE, REDUCED, NEWEST = "0001_initial", "0002_reduce_payloads", "0003_raw_payloads"
HANDLED = "2026-11-01T00:00:00Z"


def migrate(name: str) -> Any:
    return migrating.to("billing", name)


@pytest.fixture
def ada(transactional_db) -> User:
    return reader("ada@example.org")


def older(apps, name: str, *, reader: int | None, said: int | str = "", **columns) -> None:
    """Stores a row as the previous version did."""
    body = event("checkout.session.completed", session(said, customer_email="ada@example.org"), event_id=name)
    apps.get_model("billing", "BillingEvent").objects.create(
        event_id=name, event_type=body["type"], subscription_id="sub_1",
        **{"payload": json.dumps(body), "user_id": reader, "processed_at": HANDLED} | columns,
    )  # fmt: skip


def payload_of(apps, name: str) -> str:
    return apps.get_model("billing", "BillingEvent").objects.get(event_id=name).payload


def test_payload_of_a_reader_is_reduced_and_what_is_nobody_s_is_emptied(ada):
    apps = migrate(BEFORE)
    older(apps, "evt_hers", reader=ada.pk)
    older(apps, "evt_nobodys", reader=None, said=ada.pk + 1)
    older(apps, "evt_text", reader=None, payload="Ada Lovelace", processed_at=None)
    older(
        apps,
        "evt_cut",
        reader=ada.pk,
        payload='{"id": "evt_cut", "customer_email": "ada@ex',
        payload_cut=True,
    )
    apps = migrate(REDUCED)
    hers = payload_of(apps, "evt_hers")
    assert (json.loads(hers)["data"]["object"]["subscription"], "ada@" in hers) == ("sub_1", False)
    assert [payload_of(apps, name) for name in ("evt_nobodys", "evt_text", "evt_cut")] == ["", "", ""]
    assert not apps.get_model("billing", "BillingEvent").objects.filter(payload_cut=True).exists()


def test_what_waits_to_be_handled_can_be_after_it(ada):
    apps = migrate(BEFORE)
    older(apps, "evt_waits", reader=None, said=ada.pk, processed_at=None)
    body = {"type": "subscription.active", "timestamp": HANDLED, "data": polar_subscription()}
    apps.get_model("billing", "Billing2Event").objects.create(
        event_id="msg_1", event_type="subscription.active", payload=json.dumps(body)
    )
    migrate(NEWEST)
    assert replayed() == "2 deliveries replayed: 2 ok.\n"
    assert (User.objects.get().tier, "ada@" in Billing2Event.objects.get().payload) == ("paid", False)


def test_more_rows_than_a_batch_are_all_reduced_and_going_back_changes_nothing(ada):
    rows = migrate(BEFORE).get_model("billing", "BillingEvent")
    rows.objects.bulk_create(
        rows(event_id=f"evt_{number}", event_type="invoice.paid", user_id=ada.pk, processed_at=HANDLED,
             payload=json.dumps({"id": f"evt_{number}", "email": "ada@example.org"}))
        for number in range(1203)
    )  # fmt: skip
    apps = migrate(REDUCED)
    assert not apps.get_model("billing", "BillingEvent").objects.filter(payload__contains="ada@").exists()
    assert payload_of(migrate(BEFORE), "evt_1202") == '{"id":"evt_1202"}'


def test_older_rows_are_marked_as_reduced_and_their_access_as_granted(ada):
    apps = migrate(REDUCED)
    older(apps, "evt_1", reader=ada.pk, payload='{"id":"evt_1"}')
    subscriptions = apps.get_model("billing", "Subscription").objects
    for name, status in (("sub_1", "active"), ("sub_2", "past_due")):
        subscriptions.create(processor="billing2", subscription_id=name, status=status, newest_at=HANDLED)
    migrate(NEWEST)
    assert BillingEvent.objects.get().payload_reduced
    granted = Subscription.objects.order_by("subscription_id").values_list("granted_at", flat=True)
    assert [found is not None for found in granted] == [True, False]


def test_going_back_reduces_what_is_raw(ada):
    send("checkout.session.completed", session(ada.pk, customer_email="ada@example.org"), event_id="evt_1")
    found = json.loads(payload_of(migrate(REDUCED), "evt_1"))
    assert (found["data"]["object"]["subscription"], "ada@" in json.dumps(found)) == ("sub_1", False)
