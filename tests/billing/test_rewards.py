"""Both halves of the referral reward: when they are earned, how they are applied, and only once."""

import json

import pytest
from django.test import Client

from accounts.models import Referral, User
from billing import rewards
from billing.plans import MONTHLY
from tests.billing.signing import pays, polar_subscription, send, send2, session, subscription
from tests.billing.working import work

pytestmark = pytest.mark.django_db


def state(referral: Referral) -> tuple[bool, bool]:
    referral.refresh_from_db()
    return referral.converted_at is not None, referral.credited_at is not None


def test_reward_falls_due_when_first_active_and_not_while_trialing(ada, referral):
    send("checkout.session.completed", session(ada.pk, payment_status="no_payment_required"), created=1000)
    send("customer.subscription.created", subscription("trialing", trial_end=4_000_000_000), created=1000)
    assert (state(referral), work("billing.reward")) == ((False, False), [])
    send("customer.subscription.updated", subscription("active"), created=2000)
    first = referral.converted_at
    assert state(referral) == (True, False)
    send("customer.subscription.updated", subscription("active"), created=3000)
    assert (state(referral), first) == ((True, False), None)
    assert work("billing.reward") == [("billing.reward", "done", "waits for the referrer's next checkout")]


def test_payment_at_the_secondary_counts_as_well(ada, referral):
    send2("subscription.active", polar_subscription())
    assert state(referral) == (True, False)


def test_checkout_that_links_an_active_subscription_counts(ada, referral):
    send("customer.subscription.created", subscription("active"))
    assert state(referral) == (False, False)
    send("checkout.session.completed", session(ada.pk))
    assert state(referral) == (True, False)


def test_running_subscription_of_the_referrer_gets_the_coupon_beside_what_it_has(
    ada, grace, referral, stripe_api
):
    stripe_api.subscribe(
        "sub_g", customer="cus_g", discounts=[{"id": "di_kept", "source": {"coupon": "SUMMER"}}]
    )
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    assert work("billing.reward") == [("billing.reward", "done", "applied")]
    assert state(referral) == (True, True)
    asked = stripe_api.asked("POST", "/v1/subscriptions/sub_g")
    assert asked == [
        {
            "discounts": {"0": {"discount": "di_kept"}, "1": {"coupon": "HALF"}},
            "metadata": {"reward_id": str(referral.pk)},
        }
    ]
    assert [entry["id"] for entry in stripe_api.subscriptions["sub_g"]["discounts"]] == ["di_kept", "di_HALF"]


def test_annual_referrer_gets_the_equal_for_the_year(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_g", customer="cus_g", items={"data": [{"price": {"id": "price_year"}}]})
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    work("billing.reward")
    assert stripe_api.asked("POST", "/v1/subscriptions/sub_g")[0]["discounts"] == {"0": {"coupon": "EIGHTH"}}


def test_failed_call_is_tried_again_and_never_fails_the_webhook(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_g", customer="cus_g")
    pays(grace, "sub_g", "cus_g")
    stripe_api.broken = True
    pays(ada)
    ((_, status, outcome),) = work("billing.reward")
    assert (status, "processor did not do it" in outcome, state(referral)) == ("new", True, (True, False))
    stripe_api.broken = False
    assert [job[1:] for job in work("billing.reward")] == [("done", "applied")]
    assert state(referral) == (True, True)


def test_answer_that_was_lost_is_not_applied_twice(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_g", customer="cus_g", metadata={"reward_id": str(referral.pk)})
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    assert [job[2] for job in work("billing.reward")] == ["was already applied"]
    assert (state(referral), stripe_api.asked("POST", "/v1/subscriptions/sub_g")) == ((True, True), [])


def test_second_reward_waits_until_the_first_has_run(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_g", customer="cus_g", discounts=[{"id": "di_1", "source": {"coupon": "HALF"}}])
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    assert [job[2] for job in work("billing.reward")] == ["waits: another reward is running"]
    stripe_api.subscriptions["sub_g"]["discounts"] = []
    assert rewards.grant_waiting() == "1 applied"
    assert state(referral) == (True, True)


def test_missing_coupon_leaves_the_reward_owed(ada, grace, referral, stripe_api, settings):
    settings.BILLING_REFERRAL_COUPON = ""
    stripe_api.subscribe("sub_g", customer="cus_g")
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    assert [job[2] for job in work("billing.reward")] == ["waits: no coupon is set up"]
    assert state(referral) == (True, False)


def test_referrer_without_a_subscription_gets_it_at_the_next_checkout(ada, grace, referral, stripe_api):
    pays(ada)
    work("billing.reward")
    client = Client()
    client.force_login(grace)
    client.post(
        "/api/billing/checkout",
        json.dumps({"cadence": "monthly", "consent": True}),
        content_type="application/json",
    )
    asked = stripe_api.asked("POST", "/v1/checkout/sessions")[0]
    assert (asked["discounts"], asked["metadata"]["reward_id"]) == (
        {"0": {"coupon": "HALF"}},
        str(referral.pk),
    )
    assert state(referral) == (True, False)
    send(
        "checkout.session.completed",
        session(grace.pk, subscription="sub_g", customer="cus_g", metadata=asked["metadata"]),
    )
    assert state(referral) == (True, True)


def test_checkout_uses_the_oldest_of_several_rewards(grace, referral):
    _later, earlier = (
        Referral.objects.create(
            referrer=grace,
            referred=User.objects.create(email=f"{day}@example.org"),
            converted_at=f"2026-11-{day}T12:00Z",
        )
        for day in (20, 10)
    )
    assert rewards.for_checkout(grace, MONTHLY) == ("HALF", earlier)


def test_lapsed_referral_gives_the_referred_reader_no_coupon(ada, referral):
    assert rewards.for_checkout(ada, MONTHLY) == ("HALF", None)
    Referral.objects.update(lapsed_at="2026-11-20T12:00Z")
    assert rewards.for_checkout(ada, MONTHLY) == ("", None)


def test_reward_of_another_reader_is_not_spent(ada, grace, referral):
    pays(ada)
    send("checkout.session.completed", session(ada.pk, metadata={"reward_id": str(referral.pk)}))
    assert state(referral) == (True, False)
