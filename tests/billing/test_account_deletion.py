"""Account deletion cancels the subscription first, and changes nothing if that fails."""

from collections.abc import Callable, Iterator

import pytest

from accounts import data
from accounts.models import User
from billing.models import Billing2Event, BillingEvent, Consent, Subscription
from tests.billing.signing import polar_subscription, send, send2, session, subscription
from tests.billing.working import work

pytestmark = pytest.mark.django_db


def test_running_subscription_is_cancelled_before_the_account_goes(ada, stripe_api):
    stripe_api.subscribe("sub_1")
    send("checkout.session.completed", session(ada.pk, customer_email="ada@example.org"))
    data.delete(ada)
    assert (stripe_api.subscriptions["sub_1"]["status"], User.objects.count()) == ("canceled", 0)
    row = BillingEvent.objects.get()
    assert (row.payload_reduced, row.user, row.event_type) == (True, None, "checkout.session.completed")
    assert ("cus_1" in row.payload, "ada@" in row.payload) == (True, False)
    # The cancellation's event matches no reader, and is acknowledged.
    assert send("customer.subscription.deleted", subscription("canceled")).status_code == 200
    assert BillingEvent.objects.order_by("-pk")[0].error == "no matching user"


def test_subscription_that_had_ended_there_is_no_obstacle(ada, stripe_api):
    User.objects.update(tier="paid", billing_subscription_id="sub_gone")
    ada.refresh_from_db()
    data.delete(ada)
    assert User.objects.count() == 0


def test_failed_cancellation_keeps_the_account_and_says_so(ada, stripe_api):
    send("checkout.session.completed", session(ada.pk))
    stripe_api.broken = True
    ada.refresh_from_db()
    with pytest.raises(data.DeletionRefused, match="could not be cancelled at the payment processor"):
        data.delete(ada)
    ada.refresh_from_db()
    assert (ada.tier, BillingEvent.objects.get().payload != "") == ("paid", True)


def test_live_subscription_of_the_secondary_keeps_the_account_with_link_and_steps(ada, stripe_api):
    stripe_api.subscribe("sub_1")
    send("checkout.session.completed", session(ada.pk))
    send2("subscription.active", polar_subscription())
    with pytest.raises(data.DeletionRefused, match=r"https://polar\.sh/purchases.*choose Cancel"):
        data.delete(User.objects.get())
    assert (stripe_api.subscriptions["sub_1"]["status"], User.objects.count()) == ("active", 1)
    send2("subscription.revoked", polar_subscription("canceled"), at="2026-11-20T11:00:00Z")
    data.delete(User.objects.get())
    assert (User.objects.count(), "ada@" in Billing2Event.objects.order_by("pk")[0].payload) == (0, False)


@pytest.fixture
def meanwhile() -> Iterator[Callable[[Callable[[], object]], None]]:
    """Has a delivery arrive after the processor was asked to cancel, and before the account goes."""
    before = len(data.ERASERS)
    yield lambda deliver: data.ERASERS.append(lambda _user: deliver())
    del data.ERASERS[before:]


def test_a_checkout_completed_meanwhile_is_cancelled_by_a_job(ada, stripe_api, meanwhile):
    stripe_api.subscribe("sub_1")
    meanwhile(lambda: send("checkout.session.completed", session(ada.pk)))
    data.delete(ada)
    assert (stripe_api.subscriptions["sub_1"]["status"], User.objects.count()) == ("active", 0)
    assert work() == [("billing.deletion_cancel", "done", "cancelled, or had ended")]
    assert stripe_api.subscriptions["sub_1"]["status"] == "canceled"


def test_a_subscription_of_the_secondary_begun_meanwhile_keeps_the_account(ada, stripe_api, meanwhile):
    meanwhile(lambda: send2("subscription.active", polar_subscription()))
    with pytest.raises(data.DeletionRefused, match=r"https://polar\.sh/purchases"):
        data.delete(ada)
    assert User.objects.get().tier == "paid"


def test_free_reader_goes_without_a_call(ada, stripe_api):
    data.delete(ada)
    assert (stripe_api.requests, User.objects.count()) == ([], 0)


def test_consent_stays_as_evidence_without_its_reader(ada, stripe_api):
    Consent.objects.create(
        user=ada, cadence="monthly", price="7.00", currency="GBP", text_version=1, language="en"
    )
    data.delete(ada)
    assert Consent.objects.get().user is None


def test_export_holds_what_billing_has(ada, stripe_api):
    Consent.objects.create(
        user=ada, cadence="monthly", price="7.00", currency="GBP", text_version=1, language="en"
    )
    send("checkout.session.completed", session(ada.pk))
    found = data.export(User.objects.get())["billing"]
    assert [(row["subscription"], row["status"]) for row in found["subscriptions"]] == [("sub_1", "active")]
    assert [(row["plan"], row["price"]) for row in found["consents"]] == [("monthly", "7.00")]
    assert [(row["type"], "cus_1" in row["payload"]) for row in found["deliveries"]] == [
        ("checkout.session.completed", True)
    ]
    assert (found["withdrawals"], Subscription.objects.count()) == ([], 1)
