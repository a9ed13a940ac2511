"""Billing configured as by an operator, against a loopback fake of the processor."""

from collections.abc import Iterator

import pytest

from accounts.models import Referral, User
from tests.accounts.readers import reader
from tests.billing import fake_stripe
from tests.billing.signing import BARE_SECRET, PRIMARY_SECRET, pays
from tests.billing.working import work


@pytest.fixture(autouse=True)
def billing_settings(settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    settings.BILLING_API_KEY = "sk_test_fake"
    settings.BILLING_WEBHOOK_SECRET = PRIMARY_SECRET
    settings.BILLING_PRICE_MONTHLY = "price_month"
    settings.BILLING_PRICE_ANNUAL = "price_year"
    settings.BILLING_REFERRAL_COUPON = ""
    settings.BILLING_REFERRAL_COUPON_ANNUAL = ""
    settings.BILLING2_WEBHOOK_SECRET = f"whsec_{BARE_SECRET}"
    return settings


@pytest.fixture
def stripe_api(settings) -> Iterator[fake_stripe.FakeStripe]:
    server = fake_stripe.serve(fake_stripe.FakeStripe())
    fake = next(server)
    settings.BILLING_API_BASE = fake.url
    yield fake
    server.close()


@pytest.fixture
def ada(db) -> User:
    return reader("ada@example.org")


@pytest.fixture
def grace(db) -> User:
    return reader("grace@example.org", lang="it")


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
