"""One reward for a household: addresses and cards of referrers and referred readers."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import data, referrals
from accounts.models import Acknowledgement, Referral, User
from billing import rewards
from billing.models import Subscription
from tests.billing.signing import send, session, subscription
from tests.billing.test_reversals import coupons, reason, refund
from tests.billing.test_rewards import pays
from tests.billing.working import work

pytestmark = pytest.mark.django_db


CARD = {"id": "pm_1", "card": {"fingerprint": "Xt5EWLLDS7FJjR1c"}}


@pytest.fixture
def referral(ada, grace, settings, stripe_api) -> Referral:
    """Grace referred Ada; both coupons are configured."""
    settings.BILLING_REFERRAL_COUPON, settings.BILLING_REFERRAL_COUPON_ANNUAL = "HALF", "EIGHTH"
    stripe_api.coupons |= {"HALF", "EIGHTH"}
    return Referral.objects.create(referrer=grace, referred=ada)


@pytest.fixture
def owed(referral, ada, stripe_api) -> Referral:
    """Ada pays; Grace has no subscription for the reward."""
    stripe_api.subscribe("sub_1")
    pays(ada)
    assert work("billing.reward")[0][2] == "waits for the referrer's next checkout"
    return referral


@pytest.fixture
def running(referral, ada, grace, stripe_api) -> Referral:
    """Ada pays, and Grace's subscription has the discount in addition to one of its own."""
    stripe_api.subscribe("sub_1")
    stripe_api.subscribe(
        "sub_g", customer="cus_g", discounts=[{"id": "di_own", "source": {"coupon": "SUMMER"}}]
    )
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    assert work("billing.reward")[0][2] == "applied"
    return referral


def test_settings_count_what_was_taken_back_nowhere(grace, running):
    assert (referrals.counts(grace).converted, referrals.counts(grace).active_credits) == (1, 1)
    refund()
    assert referrals.counts(grace) == referrals.ReferralCounts(pending=0, converted=0, active_credits=0)
    assert data.export(grace)["invitations"][0]["lapse_reason"] == "refunded"


def member(email: str, referrer: User) -> User:
    user = User.objects.create(email=email)
    Acknowledgement.objects.create(user=user, version=1, lang="en")
    Referral.objects.create(referrer=referrer, referred=user)
    return user


@pytest.mark.parametrize("email", ["grace+one@example.org", "Grace+two+three@example.org"])
def test_reader_at_the_referrer_s_own_address_earns_nothing_and_pays_in_full(
    grace, referral, stripe_api, email
):
    user = member(email, grace)
    client = Client()
    client.force_login(user)
    order = json.dumps({"cadence": "monthly", "consent": True})
    client.post("/api/billing/checkout", order, content_type="application/json")
    assert "discounts" not in stripe_api.asked("POST", "/v1/checkout/sessions")[0]
    pays(user, "sub_2", "cus_2")
    assert (reason(user.referral), work("billing.reward"), rewards.pending(grace)) == ("household", [], None)


def test_one_household_earns_one_reward(grace, ada, owed, stripe_api):
    second, stranger = member("ada+second@example.org", grace), member("adam@example.org", grace)
    pays(second, "sub_2", "cus_2")
    pays(stranger, "sub_3", "cus_3")
    assert (reason(second.referral), reason(stranger.referral), reason(owed)) == ("household", "", "")


def test_household_whose_reward_was_taken_back_may_earn_one(grace, ada, owed, stripe_api):
    refund()
    second = member("ada+second@example.org", grace)
    pays(second, "sub_2", "cus_2")
    assert reason(second.referral) == ""


def test_same_card_as_the_referrer_s_earns_nothing(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_1", default_payment_method=CARD)
    stripe_api.subscribe("sub_g", customer="cus_g", default_payment_method=CARD)
    pays(grace, "sub_g", "cus_g")
    pays(ada)
    work("billing.reward")
    assert (reason(referral), coupons(stripe_api)) == ("household", [])
    assert "Xt5E" not in str(list(Subscription.objects.values()))


def test_one_card_earns_one_reward(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_1", default_payment_method=CARD)
    stripe_api.subscribe("sub_2", customer="cus_2", default_payment_method=CARD)
    pays(ada)
    work("billing.reward")
    second = member("other@example.net", grace)
    pays(second, "sub_2", "cus_2")
    work("billing.reward")
    assert (reason(referral), reason(second.referral)) == ("", "household")


def test_other_cards_and_unknown_ones_are_other_households(ada, grace, referral, stripe_api):
    stripe_api.subscribe("sub_1", default_payment_method=CARD)
    stripe_api.subscribe("sub_2", customer="cus_2", default_payment_method="pm_2")
    stripe_api.subscribe("sub_3", customer="cus_3", default_payment_method={"card": {"fingerprint": "other"}})
    pays(ada)
    work("billing.reward")
    for number in (2, 3):
        user = member(f"reader{number}@example.net", grace)
        pays(user, f"sub_{number}", f"cus_{number}")
        work("billing.reward")
        assert reason(user.referral) == ""


def test_card_of_a_referrer_who_subscribes_later_is_compared_then(ada, grace, owed, stripe_api):
    Subscription.objects.filter(subscription_id="sub_1").update(card_hash=None)
    stripe_api.subscribe("sub_1", default_payment_method=CARD)
    stripe_api.subscribe("sub_g", customer="cus_g", default_payment_method=CARD, metadata={"reward_id": str(owed.pk)},
                         discounts=[{"id": "di_HALF", "source": {"coupon": "HALF"}}])  # fmt: skip
    send("checkout.session.completed",
         session(grace.pk, subscription="sub_g", customer="cus_g", metadata={"reward_id": str(owed.pk)}))  # fmt: skip
    assert [job[2] for job in work("billing.household")] == ["the same household"]
    assert [job[2] for job in work("billing.take_back")] == ["discount removed"]
    assert (reason(owed), coupons(stripe_api)) == ("household", [])


def test_card_is_forgotten_with_the_account(ada, running, stripe_api):
    Subscription.objects.update(card_hash="x" * 64)
    data.delete(User.objects.get(pk=ada.pk))
    assert Subscription.objects.get(subscription_id="sub_1").card_hash is None


@pytest.mark.parametrize(("seen_days_ago", "expected"), [(401, "ended"), (0, "")])
def test_reward_of_an_older_version_depends_on_what_ran_when_it_was_earned(
    ada, owed, seen_days_ago, expected
):
    now = timezone.now()
    Referral.objects.update(earned_with="", converted_at=now - timedelta(days=400))
    Subscription.objects.update(first_seen_at=now - timedelta(days=seen_days_ago))
    told = int((now - timedelta(days=399)).timestamp()) if seen_days_ago else None
    send(
        "customer.subscription.deleted",
        subscription("canceled", metadata={"user_id": str(ada.pk)}, ended_at=told),
    )
    assert reason(owed) == expected
