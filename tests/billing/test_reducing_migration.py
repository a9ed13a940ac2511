"""The migration that reduces the payloads which older versions stored whole."""

import json

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts.models import Acknowledgement, User
from billing.models import Billing2Event, BillingEvent
from tests.billing.signing import event, polar_subscription, session
from tests.billing.test_deliveries import replayed

BEFORE, AFTER = "0001_initial", "0002_reduce_payloads"
HANDLED = "2026-11-01T00:00:00Z"


@pytest.fixture
def migrate(transactional_db):
    """migrate(name) brings billing to a migration; at the end it is at the newest again."""

    def to(name: str) -> None:
        MigrationExecutor(connection).migrate([("billing", name)])

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def ada(transactional_db) -> User:
    user = User.objects.create(email="ada@example.org")
    Acknowledgement.objects.create(user=user, version=1, lang="en")
    return user


def older(name: str, *, reader: int | None, said: int | str = "", **columns) -> None:
    """A row as the version before stored it."""
    body = event("checkout.session.completed", session(said, customer_email="ada@example.org"), event_id=name)
    BillingEvent.objects.create(
        event_id=name, event_type=body["type"], subscription_id="sub_1",
        **{"payload": json.dumps(body), "user_id": reader, "processed_at": HANDLED} | columns,
    )  # fmt: skip


def payload_of(name: str) -> str:
    return BillingEvent.objects.get(event_id=name).payload


def test_payload_of_a_reader_is_reduced_and_what_is_nobody_s_is_emptied(migrate, ada):
    migrate(BEFORE)
    older("evt_hers", reader=ada.pk)
    older("evt_nobodys", reader=None, said=ada.pk + 1)
    older("evt_text", reader=None, payload="Ada Lovelace", processed_at=None)
    older("evt_cut", reader=ada.pk, payload='{"id": "evt_cut", "customer_email": "ada@ex', payload_cut=True)
    migrate(AFTER)
    hers = payload_of("evt_hers")
    assert (json.loads(hers)["data"]["object"]["subscription"], "ada@" in hers) == ("sub_1", False)
    assert [payload_of(name) for name in ("evt_nobodys", "evt_text", "evt_cut")] == ["", "", ""]
    assert not BillingEvent.objects.filter(payload_cut=True).exists()


def test_what_waits_to_be_handled_can_be_after_it(migrate, ada):
    migrate(BEFORE)
    older("evt_waits", reader=None, said=ada.pk, processed_at=None)
    body = {"type": "subscription.active", "timestamp": HANDLED, "data": polar_subscription()}
    Billing2Event.objects.create(event_id="msg_1", event_type="subscription.active", payload=json.dumps(body))
    migrate(AFTER)
    assert replayed() == "2 deliveries replayed: 2 ok.\n"
    assert (User.objects.get().tier, "ada@" in Billing2Event.objects.get().payload) == ("paid", False)


def test_more_rows_than_a_batch_are_all_reduced_and_going_back_changes_nothing(migrate, ada):
    migrate(BEFORE)
    BillingEvent.objects.bulk_create(
        BillingEvent(event_id=f"evt_{number}", event_type="invoice.paid", user=ada, processed_at=HANDLED,
                     payload=json.dumps({"id": f"evt_{number}", "email": "ada@example.org"}))
        for number in range(1203)
    )  # fmt: skip
    migrate(AFTER)
    assert not BillingEvent.objects.filter(payload__contains="ada@").exists()
    migrate(BEFORE)
    assert payload_of("evt_1202") == '{"id":"evt_1202"}'
