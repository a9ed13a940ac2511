"""Matching of events to readers, in the order of decision 8.5."""

import pytest

from accounts.models import User
from billing.models import Billing2Event, BillingEvent, Subscription
from tests.billing.signing import polar_subscription, send, send2, session, subscription

pytestmark = pytest.mark.django_db


def paid() -> set[str]:
    return set(User.objects.filter(tier="paid").values_list("email", flat=True))


def test_client_reference_comes_before_customer(ada, grace):
    User.objects.filter(pk=grace.pk).update(billing_customer_id="cus_1")
    send("checkout.session.completed", session(ada.pk))
    assert paid() == {"ada@example.org"}


def test_customer_comes_before_metadata(ada, grace):
    User.objects.filter(pk=grace.pk).update(billing_customer_id="cus_1")
    send("customer.subscription.created", subscription(metadata={"user_id": str(ada.pk)}))
    assert paid() == {"grace@example.org"}


def test_metadata_names_the_reader_before_the_checkout_does(ada):
    send("customer.subscription.created", subscription(metadata={"user_id": str(ada.pk)}))
    assert paid() == {"ada@example.org"}


@pytest.mark.parametrize("reference", ["999999", "x", "", "-1", "1e3", "٣", "9" * 30, None, {"a": 1}])
def test_no_match_is_recorded_and_acknowledged(ada, reference):
    response = send("checkout.session.completed", session(None, client_reference_id=reference, customer=None))
    row = BillingEvent.objects.get()
    assert (response.status_code, row.error, row.processed_at is not None) == (200, "no matching user", True)
    assert paid() == set()


def test_unmatched_subscription_is_linked_when_the_checkout_names_its_reader(ada):
    send("customer.subscription.created", subscription("trialing", trial_end=4_000_000_000))
    assert Subscription.objects.get().user is None
    send("checkout.session.completed", session(ada.pk))
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_trial_end_at.year) == ("paid", 2096)


def test_secondary_matches_customer_then_external_id_then_email(ada, grace):
    columns = {"id": "c3d4-customer", "external_id": str(ada.pk), "email": "GRACE@example.org"}
    send2("subscription.active", polar_subscription(id="s1", customer=columns))
    assert paid() == {"ada@example.org"}
    User.objects.filter(pk=ada.pk).update(billing2_customer_id=None)
    Subscription.objects.all().delete()
    User.objects.update(tier="free", billing2_subscription_id=None)
    send2("subscription.active", polar_subscription(id="s2", customer=columns | {"external_id": None}))
    assert paid() == {"grace@example.org"}
    send2("subscription.active", polar_subscription(id="s3", customer={"email": "ada@example.org"}))
    assert paid() == {"grace@example.org"}  # the customer is linked now


def test_secondary_without_a_match_is_recorded(ada):
    send2("subscription.active", polar_subscription(customer={"email": None}))
    assert (Billing2Event.objects.get().error, paid()) == ("no matching user", set())


@pytest.mark.parametrize("email", ["a\x00b@example.org", "\ud800@example.org", "x" * 300, 5, ["a"]])
def test_odd_email_matches_nobody_and_breaks_nothing(ada, email):
    assert send2("subscription.active", polar_subscription(customer={"email": email})).status_code == 200
    assert paid() == set()
