"""Several subscriptions and customers of one reader, whatever the order of their events."""

import pytest
from django.test import Client

from accounts.models import User
from tests.billing.orders import results
from tests.billing.signing import event, polar_subscription, post_primary, send, send2, session, subscription


@pytest.mark.django_db
def test_older_event_changes_nothing(ada):
    send(
        "customer.subscription.updated",
        subscription("active", metadata={"user_id": str(ada.pk)}),
        created=2000,
    )
    response = send("customer.subscription.updated", subscription("unpaid"), created=1999)
    assert response.json() == {"status": "ignored"}
    ada.refresh_from_db()
    assert ada.tier == "paid"


@pytest.mark.django_db
def test_end_of_another_subscription_does_not_end_the_current_one(ada):
    send("checkout.session.completed", session(ada.pk))
    send("customer.subscription.deleted", subscription("canceled", id="sub_old"))
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_subscription_id) == ("paid", "sub_1")


@pytest.mark.django_db
def test_current_subscription_known_from_the_columns_alone_stays_until_it_ends(ada):
    User.objects.update(tier="paid", billing_customer_id="cus_1", billing_subscription_id="sub_1")
    send("customer.subscription.deleted", subscription("canceled", id="sub_old"))
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_subscription_id) == ("paid", "sub_1")
    send("customer.subscription.deleted", subscription("canceled"))
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_subscription_id) == ("free", None)


@pytest.mark.django_db
def test_ids_are_never_taken_from_another_reader(ada, grace):
    User.objects.filter(pk=grace.pk).update(
        billing_customer_id="cus_1", tier="paid", billing_subscription_id="sub_g"
    )
    before = User.objects.values().get(pk=grace.pk)
    assert send("checkout.session.completed", session(ada.pk)).json() == {"status": "ok"}
    send("customer.subscription.updated", subscription("active"))
    send("customer.subscription.deleted", subscription("canceled"))
    assert User.objects.values().get(pk=grace.pk) == before
    ada.refresh_from_db()
    assert (ada.tier, ada.billing_customer_id) == ("free", None)


@pytest.mark.django_db
def test_customer_with_an_event_of_an_older_shape_is_read(ada):
    """Expanded objects, a period on the subscription itself, no metadata."""
    User.objects.filter(pk=ada.pk).update(billing_customer_id="cus_1")
    old = {
        "id": "sub_1",
        "customer": {"id": "cus_1"},
        "status": "active",
        "current_period_end": 1,
        "discount": None,
    }
    assert post_primary(
        event("customer.subscription.created", old) | {"api_version": "2022-11-15"}
    ).json() == {"status": "ok"}
    ada.refresh_from_db()
    assert ada.tier == "paid"


Event = tuple[str, str | None, int]


def in_november(day: int) -> str:
    return f"2026-11-{day:02}T10:00:00Z"


def secondary(name: str, status: str | None, day: int) -> None:
    send2(f"subscription.{name}", polar_subscription(status, modified_at=in_november(day)))


def tiers(earlier: list[Event], last: list[Event], user: User) -> dict[str | None, set[str]]:
    """By the last event's status, the tiers after all orders of the earlier events with it."""

    def tier() -> str:
        user.refresh_from_db()
        return user.tier

    found = results([[*earlier, one] for one in last], lambda event: secondary(*event), tier)
    assert [len(orders) for orders in found] == [24] * len(last)
    return {one[1]: set(orders.values()) for one, orders in zip(last, found, strict=True)}


@pytest.mark.django_db
def test_change_after_the_end_gives_nothing_back_in_any_order(ada):
    earlier = [("active", "active", 1), ("updated", "past_due", 5), ("revoked", "past_due", 5)]
    statuses = ["past_due", "unpaid", "canceled", "paused", "incomplete", "novel"]
    found = tiers(earlier, [("updated", status, 8) for status in statuses], ada)
    assert found == {status: {"free"} for status in statuses}


@pytest.mark.django_db
def test_subscription_that_resumes_after_its_end_gives_access_in_any_order(ada):
    earlier = [("active", "active", 1), ("revoked", "past_due", 5), ("updated", "past_due", 9)]
    statuses = ["active", "trialing", None]
    found = tiers(earlier, [("updated", status, 8) for status in statuses], ada)
    assert found == {status: {"paid"} for status in statuses}


@pytest.mark.django_db
def test_denial_after_the_end_outlives_an_older_event_that_comes_late(ada):
    for one in (("revoked", "unpaid", 5), ("updated", "canceled", 8), ("active", "active", 6)):
        secondary(*one)
    ada.refresh_from_db()
    assert ada.tier == "free"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("event_name", "status", "tier"), [("paused", "paused", "free"), ("resumed", "active", "paid")]
)
def test_event_of_a_pause_counts_by_its_own_status(ada, event_name, status, tier):
    send("checkout.session.completed", session(ada.pk), created=1000)
    send("customer.subscription.updated", subscription("active"), created=1000)
    assert send(f"customer.subscription.{event_name}", subscription(status), created=2000).json() == {
        "status": "ok"
    }
    ada.refresh_from_db()
    assert ada.tier == tier


def columns(user: User) -> tuple[str | None, ...]:
    user.refresh_from_db()
    return (
        user.billing_customer_id,
        user.billing_subscription_id,
        user.billing2_customer_id,
        user.billing2_subscription_id,
    )


@pytest.mark.django_db
def test_columns_of_two_customers_speak_of_the_subscription_that_counts(ada):
    send("checkout.session.completed", session(ada.pk))
    send("checkout.session.completed", session(ada.pk, customer="cus_2", subscription="sub_2"))
    send("customer.subscription.updated", subscription("active", id="sub_2", customer="cus_2"))
    assert columns(ada)[:2] == ("cus_1", "sub_1")
    send("customer.subscription.deleted", subscription("canceled"))
    assert columns(ada)[:2] == ("cus_2", "sub_2")
    send("customer.subscription.deleted", subscription("canceled", id="sub_2", customer="cus_2"))
    assert columns(ada)[:2] == ("cus_2", None)


@pytest.mark.django_db
def test_stranger_s_payment_with_a_reader_s_number_opens_no_stranger_s_portal(ada, stripe_api):
    stripe_api.customers |= {"cus_1", "cus_stranger"}
    send("checkout.session.completed", session(ada.pk))
    paid = session(ada.pk, customer="cus_stranger", subscription="sub_stranger", payment_link="plink_1")
    send("checkout.session.completed", paid)
    client = Client()
    client.force_login(ada)
    assert client.post("/api/billing/portal").status_code == 200
    assert [params["customer"] for params in stripe_api.asked("POST", "/v1/billing_portal/sessions")] == [
        "cus_1"
    ]


@pytest.mark.django_db
def test_columns_of_the_secondary_speak_of_one_subscription_too(ada):
    send2("subscription.active", polar_subscription(id="s1", customer_id="c1"))
    send2("subscription.active", polar_subscription(id="s2", customer_id="c2"))
    assert columns(ada)[2:] == ("c1", "s1")
    send2("subscription.revoked", polar_subscription("canceled", id="s1", customer_id="c1"))
    assert columns(ada)[2:] == ("c2", "s2")


@pytest.mark.django_db
def test_subscription_whose_customer_is_another_reader_s_names_none(ada, grace):
    User.objects.filter(pk=grace.pk).update(billing_customer_id="cus_2")
    send("checkout.session.completed", session(ada.pk))
    send("customer.subscription.deleted", subscription("canceled"))
    send("checkout.session.completed", session(ada.pk, customer="cus_2", subscription="sub_2"))
    assert columns(ada)[:2] == (None, "sub_2")
