"""Each row of the state table as a signed delivery."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from billing.models import Billing2Event, BillingEvent, Subscription
from tests.billing.signing import polar_subscription, send, send2, session, subscription

pytestmark = pytest.mark.django_db
COLUMNS = (
    "tier",
    "billing_customer_id",
    "billing_subscription_id",
    "billing2_customer_id",
    "billing2_subscription_id",
)
FREE = ("free", None, None, None, None)
PAID = ("paid", "cus_1", "sub_1", None, None)
LEFT = ("free", "cus_1", None, None, None)
PAID2 = ("paid", None, None, "c3d4-customer", "a1b2-sub")
LEFT2 = ("free", None, None, "c3d4-customer", None)


def columns(user: User) -> tuple[str | None, ...]:
    return User.objects.values_list(*COLUMNS).get(pk=user.pk)


def pay(user: User, status: str = "active", **more) -> None:
    assert send("checkout.session.completed", session(user.pk), created=1000).json() == {"status": "ok"}
    assert send("customer.subscription.updated", subscription(status, **more), created=1001).json() == {
        "status": "ok"
    }


def test_checkout_completed_makes_paid_and_stores_the_ids(ada):
    response = send("checkout.session.completed", session(ada.pk))
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert columns(ada) == PAID
    row = BillingEvent.objects.get()
    assert (row.event_type, row.error, row.outcome, row.user, row.processed_at is not None) == (
        "checkout.session.completed", "", "ok", ada, True,
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["customer.subscription.created", "customer.subscription.updated"])
@pytest.mark.parametrize("status", ["active", "trialing", "past_due"])
def test_subscription_that_gives_access_makes_paid(ada, kind, status):
    User.objects.update(billing_customer_id="cus_1")
    assert send(kind, subscription(status)).json() == {"status": "ok"}
    assert columns(ada) == PAID


def test_trial_end_is_stored_while_trialing_and_cleared_when_active(ada):
    end = int((timezone.now() + timedelta(days=14)).timestamp())
    pay(ada, "trialing", trial_end=end)
    ada.refresh_from_db()
    assert ada.billing_trial_end_at == datetime.fromtimestamp(end, UTC)
    # The processor leaves the past trial's end on the object: the status decides.
    send("customer.subscription.updated", subscription("active", trial_end=end), created=1002)
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_trial_end_at) == ("paid", None)


def test_deleted_subscription_makes_free_and_keeps_the_customer(ada):
    pay(ada, "trialing", trial_end=4_000_000_000)
    assert send("customer.subscription.deleted", subscription("canceled"), created=1002).json() == {
        "status": "ok"
    }
    ada.refresh_from_db()
    assert (columns(ada), ada.billing_trial_end_at) == (LEFT, None)


@pytest.mark.parametrize("status", ["unpaid", "canceled", "incomplete_expired", "paused"])
def test_status_that_ends_access_makes_free(ada, status):
    pay(ada)
    send("customer.subscription.updated", subscription(status), created=1002)
    assert columns(ada) == LEFT


@pytest.mark.parametrize("status", ["incomplete", "something_new", None])
def test_status_that_says_nothing_certain_neither_gives_nor_ends(ada, status):
    User.objects.update(billing_customer_id="cus_1")
    send("customer.subscription.created", subscription(status), created=900)
    assert columns(ada) == ("free", "cus_1", None, None, None)
    pay(ada)
    assert send("customer.subscription.updated", subscription(status), created=1002).json() == {
        "status": "ignored"
    }
    assert columns(ada) == PAID


def test_status_that_says_nothing_certain_takes_no_access_that_was_given_otherwise(ada):
    User.objects.update(tier="paid")
    send("customer.subscription.created", subscription("incomplete", metadata={"user_id": str(ada.pk)}))
    assert (columns(ada)[0], Subscription.objects.get().user) == ("paid", ada)


def test_paused_subscription_can_come_back_but_a_cancelled_one_cannot(ada):
    pay(ada)
    send("customer.subscription.updated", subscription("paused"), created=1002)
    send("customer.subscription.updated", subscription("active"), created=1003)
    assert columns(ada) == PAID
    send("customer.subscription.deleted", subscription("canceled"), created=1004)
    assert send("customer.subscription.updated", subscription("active"), created=1005).json() == {
        "status": "ignored"
    }
    assert columns(ada) == LEFT


def test_unpaid_checkout_stores_the_ids_and_waits_for_the_money(ada):
    assert send("checkout.session.completed", session(ada.pk, payment_status="unpaid")).json() == {
        "status": "ok"
    }
    assert columns(ada) == ("free", "cus_1", "sub_1", None, None)
    send("checkout.session.async_payment_succeeded", session(ada.pk))
    assert columns(ada) == PAID


def test_late_checkout_of_an_ended_subscription_only_links(ada):
    send("customer.subscription.deleted", subscription("canceled"))
    send("checkout.session.completed", session(ada.pk))
    assert columns(ada)[0] == "free"
    assert Subscription.objects.get().user == ada


def test_checkout_that_sells_no_subscription_changes_nothing(ada):
    send("checkout.session.completed", session(ada.pk, mode="payment", subscription=None))
    assert columns(ada) == FREE


@pytest.mark.parametrize(
    "kind", ["invoice.paid", "invoice.failed", "invoice.payment_failed", "charge.refunded"]
)
def test_audit_events_of_the_primary_change_nothing(ada, kind):
    pay(ada)
    response = send(
        kind, {"id": "in_1", "customer": "cus_1", "subscription": "sub_1", "status": "void"}, created=1003
    )
    assert (response.status_code, response.json(), columns(ada)) == (200, {"status": "ok"}, PAID)
    row = BillingEvent.objects.get(event_type=kind)
    assert (row.error, row.user, row.subscription_id) == ("", ada, "sub_1")


def test_unknown_event_is_acknowledged_and_recorded(ada):
    assert send("radar.early_fraud_warning.created", {"id": "x"}).json() == {"status": "ignored"}
    assert send2("benefit.created", {"id": "x"}).json() == {"status": "ignored"}
    assert (BillingEvent.objects.get().outcome, Billing2Event.objects.get().outcome) == ("ignored", "ignored")
    assert columns(ada) == FREE


@pytest.mark.parametrize("kind", ["created", "active", "updated", "uncanceled"])
@pytest.mark.parametrize("status", ["active", "trialing", "past_due", "brand_new", None])
def test_secondary_events_give_access(ada, kind, status):
    send2(f"subscription.{kind}", polar_subscription(status))
    assert columns(ada) == PAID2


@pytest.mark.parametrize("kind", ["created", "active", "updated", "uncanceled"])
@pytest.mark.parametrize("status", ["incomplete", "incomplete_expired", "unpaid", "paused", "canceled"])
def test_secondary_events_give_no_access_with_a_status_that_denies(ada, kind, status):
    send2(f"subscription.{kind}", polar_subscription(status))
    assert (columns(ada)[0], columns(ada)[4]) == ("free", None)


@pytest.mark.parametrize("status", ["canceled", "unpaid", "active", None])
def test_revoked_makes_free_and_keeps_the_customer(ada, status):
    send2("subscription.active", polar_subscription(modified_at="2026-11-20T10:00:00Z"))
    assert columns(ada) == PAID2
    send2("subscription.revoked", polar_subscription(status, modified_at="2026-11-20T10:00:01Z"))
    assert columns(ada) == LEFT2
    User.objects.update(email="moved@example.org")
    send2("subscription.created", polar_subscription(id="e5-new", modified_at="2026-11-21T10:00:00Z"))
    assert columns(ada) == ("paid", None, None, "c3d4-customer", "e5-new")


@pytest.mark.parametrize(
    "kind",
    [
        "subscription.canceled",
        "subscription.past_due",
        "order.created",
        "order.paid",
        "order.refunded",
        "refund.created",
    ],
)
def test_audit_events_of_the_secondary_change_nothing(ada, kind):
    send2("subscription.active", polar_subscription())
    data = polar_subscription("canceled", modified_at="2026-12-01T10:00:00Z") | {
        "subscription_id": "a1b2-sub"
    }
    assert send2(kind, data).json() == {"status": "ok"}
    assert columns(ada) == PAID2


def test_secondary_event_without_times_never_blocks(ada):
    bare = {"id": "a1b2-sub", "customer_id": "c3d4-customer", "customer": {"email": "ADA@example.org"}}
    for kind, tier in (("active", "paid"), ("revoked", "free"), ("active", "paid")):
        send2(f"subscription.{kind}", bare, at="")
        assert columns(ada)[0] == tier


def test_replayed_id_is_a_duplicate_and_not_handled_again(ada):
    send("checkout.session.completed", session(ada.pk), event_id="evt_same")
    User.objects.update(tier="free")
    again = send("checkout.session.completed", session(ada.pk), event_id="evt_same")
    assert (again.status_code, again.json(), columns(ada)[0]) == (200, {"status": "duplicate"}, "free")
    assert BillingEvent.objects.get().attempts == 1


def test_second_processor_keeps_access_when_the_first_ends(ada):
    pay(ada)
    send2("subscription.active", polar_subscription())
    send("customer.subscription.deleted", subscription("canceled"), created=1002)
    assert columns(ada) == ("paid", "cus_1", None, "c3d4-customer", "a1b2-sub")
    send2("subscription.revoked", polar_subscription("canceled"), at="2026-11-20T11:00:00Z")
    assert columns(ada)[0] == "free"
