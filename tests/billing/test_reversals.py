"""Revoked referral rewards: the reasons, the time limits, and removal of the discount exactly once."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import data
from accounts.models import Referral, User
from billing import reversals, rewards
from tests.billing.signing import pays, polar_subscription, send, send2, session, subscription
from tests.billing.working import work

pytestmark = pytest.mark.django_db


def refund(**columns) -> None:
    charge = {"id": "ch_1", "object": "charge", "customer": "cus_1", "amount": 700, "amount_refunded": 700}
    send("charge.refunded", charge | {"refunded": True, "created": int(timezone.now().timestamp())} | columns)


def disputed(stripe_api, customer: str | None = "cus_1") -> None:
    made = int(timezone.now().timestamp())
    stripe_api.charges["ch_1"] = {"id": "ch_1", "object": "charge", "customer": customer, "created": made}
    send("charge.dispute.created", {"id": "dp_1", "object": "dispute", "charge": "ch_1", "amount": 700})
    work("billing.dispute")


def withdrawn(user: User) -> None:
    client = Client()
    client.force_login(user)
    client.post("/settings/withdraw")


def ended(user: User) -> None:
    found = subscription("canceled", metadata={"user_id": str(user.pk)})
    send("customer.subscription.deleted", found)


def reason(referral: Referral) -> str:
    referral.refresh_from_db()
    return referral.lapse_reason


def coupons(stripe_api, name: str = "sub_g") -> list[str]:
    return [entry["source"]["coupon"] for entry in stripe_api.subscriptions[name]["discounts"]]


WAYS = {
    "refunded": lambda ada, stripe_api: refund(),
    "disputed": lambda ada, stripe_api: disputed(stripe_api),
    "withdrawn": lambda ada, stripe_api: withdrawn(ada),
    "ended": lambda ada, stripe_api: ended(ada),
}


@pytest.mark.parametrize("way", WAYS)
def test_owed_reward_lapses(ada, grace, owed, stripe_api, way):
    WAYS[way](ada, stripe_api)
    assert (reason(owed), rewards.pending(grace)) == (way, None)
    work("billing.take_back")
    assert rewards.grant_waiting() == ""
    stripe_api.subscribe("sub_g", customer="cus_g")
    pays(grace, "sub_g", "cus_g")
    assert (rewards.grant_waiting(), coupons(stripe_api)) == ("", [])


@pytest.mark.parametrize("way", WAYS)
def test_discount_of_a_running_reward_is_removed_and_others_stay(ada, running, stripe_api, way):
    assert coupons(stripe_api) == ["SUMMER", "HALF"]
    WAYS[way](ada, stripe_api)
    assert [job[1:] for job in work("billing.take_back")] == [("done", "discount removed")]
    assert (reason(running), coupons(stripe_api)) == (way, ["SUMMER"])
    assert running.taken_back_at is not None


def test_last_discount_of_a_subscription_is_removed_too(ada, running, stripe_api):
    stripe_api.subscriptions["sub_g"]["discounts"].pop(0)
    refund()
    work("billing.take_back")
    assert coupons(stripe_api) == []


def test_discount_is_removed_once(ada, running, stripe_api):
    refund()
    work("billing.take_back")
    stripe_api.coupons.add("HALF")
    stripe_api.subscriptions["sub_g"]["discounts"] = [
        {"id": "di_2", "source": {"coupon": "HALF"}}
    ]  # a discount from staff
    refund(id="ch_1")
    ended(ada)
    work("billing.take_back")
    assert (reversals.revoke_waiting(), coupons(stripe_api)) == ("", ["HALF"])
    # A job that died after its work runs again.
    assert reversals.revoke_discount(f"{running.pk}:sub_g") == "was taken back before"
    assert coupons(stripe_api) == ["HALF"]


def test_failed_call_to_the_processor_is_retried(running, stripe_api):
    refund()
    stripe_api.broken = True
    ((_, state, outcome),) = work("billing.take_back")
    assert (state, "did not do it" in outcome, running.taken_back_at) == ("new", True, None)
    assert reversals.revoke_waiting() == "1 failed to be taken back"
    stripe_api.broken = False
    assert [job[1:] for job in work("billing.take_back")] == [("done", "discount removed")]
    assert coupons(stripe_api) == ["SUMMER"]


def test_nightly_round_removes_what_a_job_could_not(running, stripe_api, settings):
    refund()
    settings.BILLING_API_KEY = ""
    assert work("billing.take_back")[0][1] == "dead"
    settings.BILLING_API_KEY = "sk_test_fake"
    assert reversals.revoke_waiting() == "1 discount removed"
    assert (coupons(stripe_api), reversals.revoke_waiting()) == (["SUMMER"], "")


def test_discount_of_another_reward_stays(running, stripe_api):
    stripe_api.subscriptions["sub_g"]["metadata"]["reward_id"] = (
        "999"  # the first expired, a second was applied
    )
    refund()
    work("billing.take_back")
    assert coupons(stripe_api) == ["SUMMER", "HALF"]


@pytest.mark.parametrize("found", [{"status": "canceled"}, None])
def test_subscription_of_the_referrer_that_is_gone_needs_nothing(running, stripe_api, found):
    stripe_api.subscriptions.pop("sub_g") if found is None else stripe_api.subscriptions["sub_g"].update(
        found
    )
    refund()
    assert [job[1:] for job in work("billing.take_back")] == [("done", "nothing of it ran")]


def test_refund_in_part_takes_nothing_back(owed):
    refund(refunded=False, amount_refunded=300)
    assert reason(owed) == ""


def test_refund_or_dispute_of_a_later_payment_takes_nothing_back(owed, stripe_api):
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        refund()
        disputed(stripe_api)
    assert reason(owed) == ""


def test_late_refund_of_the_first_payment_takes_it_back(owed):
    made = int(timezone.now().timestamp())
    with time_machine.travel(timezone.now() + timedelta(days=60), tick=False):
        refund(created=made)
    assert reason(owed) == "refunded"


def test_end_after_the_withdrawal_period_takes_nothing_back(ada, owed):
    with time_machine.travel(timezone.now() + timedelta(days=16), tick=False):
        ended(ada)
    assert reason(owed) == ""


def test_end_within_the_period_that_is_delivered_late_revokes_it(ada, owed):
    told = int(timezone.now().timestamp())
    with time_machine.travel(timezone.now() + timedelta(days=20), tick=False):
        found = subscription("canceled", metadata={"user_id": str(ada.pk)}, ended_at=told)
        send("customer.subscription.deleted", found)
    assert reason(owed) == "ended"


def test_end_of_another_subscription_takes_nothing_back(ada, owed):
    send("checkout.session.completed", session(ada.pk, subscription="sub_2"))
    send("customer.subscription.deleted", subscription("canceled", id="sub_2"))
    assert reason(owed) == ""


def test_refund_that_comes_before_the_first_active_event_leaves_no_reward(ada, grace, referral):
    send("checkout.session.completed", session(ada.pk, payment_status="unpaid"))
    refund()
    pays(ada)
    assert (reason(referral), referral.converted_at is not None, rewards.pending(grace)) == (
        "refunded",
        True,
        None,
    )
    assert work("billing.reward") == []


def test_payment_at_the_secondary_is_reversed_as_well(ada, grace, referral):
    send2("subscription.active", polar_subscription())
    order = {"id": "o1", "subscription_id": "a1b2-sub", "customer_id": "c3d4-customer", "created_at": "2026-11-20T10:00:00Z"}  # fmt: skip
    send2("order.updated", order | {"status": "partially_refunded"})
    send2("order.refunded", order | {"status": "refunded", "subscription_id": "another"})
    assert reason(referral) == ""
    send2("order.refunded", order | {"status": "refunded"})
    assert (reason(referral), rewards.pending(grace)) == ("refunded", None)


def test_refund_of_the_secondary_that_names_its_subscription_counts(ada, referral):
    send2("subscription.active", polar_subscription())
    refunded = {
        "id": "r1",
        "subscription_id": "a1b2-sub",
        "customer_id": "c3d4-customer",
        "status": "pending",
    }
    send2("refund.created", refunded)
    assert reason(referral) == ""
    send2("refund.updated", refunded | {"status": "succeeded"})
    assert reason(referral) == "refunded"


def test_dispute_without_a_customer_or_of_a_stranger_is_no_reader_s(owed, stripe_api):
    disputed(stripe_api, customer=None)
    assert reason(owed) == ""


def test_dispute_is_not_looked_up_where_nobody_was_invited(ada, stripe_api):
    send("charge.dispute.created", {"id": "dp_1", "charge": "ch_1"})
    assert (work("billing.dispute"), stripe_api.requests) == ([], [])


def test_reward_in_a_checkout_that_was_open_is_taken_back_after_it(ada, grace, owed, stripe_api):
    client = Client()
    client.force_login(grace)
    order = json.dumps({"cadence": "monthly", "consent": True})
    client.post("/api/billing/checkout", order, content_type="application/json")
    asked = stripe_api.asked("POST", "/v1/checkout/sessions")[0]
    assert asked["subscription_data"]["metadata"]["reward_id"] == str(owed.pk)
    refund()
    work("billing.take_back")
    stripe_api.subscribe("sub_g", customer="cus_g", metadata=asked["subscription_data"]["metadata"],
                         discounts=[{"id": "di_HALF", "source": {"coupon": "HALF"}}])  # fmt: skip
    send("checkout.session.completed",
         session(grace.pk, subscription="sub_g", customer="cus_g", metadata=asked["metadata"]))  # fmt: skip
    assert [job[2] for job in work("billing.take_back")] == ["discount removed"]
    assert coupons(stripe_api) == []


def test_reward_that_lapses_while_it_is_applied_is_taken_back(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_g", customer="cus_g")
    pays(grace, "sub_g", "cus_g")
    pays(ada)

    def refund_meanwhile(execute, sql, params, many, context):
        """Lapses the reward just before this process records that it was applied."""
        if "credited_to" in sql and sql.startswith("UPDATE") and reason(referral) == "":
            now = timezone.now()
            Referral.objects.update(lapsed_at=now, lapse_reason="refunded", taken_back_at=now)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refund_meanwhile):
        assert [job[2] for job in work("billing.reward")] == ["discount removed"]
    assert coupons(stripe_api) == []


def test_job_that_died_after_it_applied_the_reward_leaves_no_discount(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_g", customer="cus_g", metadata={"reward_id": str(referral.pk)},
                         discounts=[{"id": "di_HALF", "source": {"coupon": "HALF"}}])  # fmt: skip
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    refund()
    assert [job[2] for job in work("billing.reward")] == ["discount removed"]
    assert coupons(stripe_api) == []


def test_referred_reader_who_leaves_within_the_period_takes_the_discount_along(ada, running, stripe_api):
    data.delete(User.objects.get(pk=ada.pk))
    assert (Referral.objects.count(), work("billing.take_back")[0][2]) == (0, "discount removed")
    assert coupons(stripe_api) == ["SUMMER"]


def test_referred_reader_who_leaves_after_the_period_does_not(ada, running, stripe_api):
    with time_machine.travel(timezone.now() + timedelta(days=16), tick=False):
        data.delete(User.objects.get(pk=ada.pk))
    assert (work("billing.take_back"), coupons(stripe_api)) == ([], ["SUMMER", "HALF"])
