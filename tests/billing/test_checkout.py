"""Checkout and portal, against a fake with the processor's validation."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Referral, User
from billing import tasks
from billing.models import Consent, Subscription
from tests.billing.signing import send, session, subscription

pytestmark = pytest.mark.django_db
PATH, MADE = "/api/billing/checkout", ("POST", "/v1/checkout/sessions")


@pytest.fixture
def reader(ada) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def order(client: Client, cadence: str = "monthly", **body):
    data = {"cadence": cadence, "consent": True} | body
    return client.post(PATH, json.dumps(data), content_type="application/json")


def test_monthly_checkout_request_has_what_it_needs(reader, ada, stripe_api):
    response = order(reader)
    assert (response.status_code, response.json()) == (200, {"url": "https://pay.example/cs_1"})
    consent = Consent.objects.get()
    names = {"user_id": str(ada.pk), "consent_id": str(consent.pk)}
    assert stripe_api.asked(*MADE) == [{
        "mode": "subscription", "line_items": {"0": {"price": "price_month", "quantity": "1"}},
        "client_reference_id": str(ada.pk), "customer_email": "ada@example.org", "allow_promotion_codes": "true",
        "payment_method_collection": "always", "locale": "en", "metadata": names, "subscription_data": {"metadata": names},
        "success_url": "http://127.0.0.1:8000/pricing/done", "cancel_url": "http://127.0.0.1:8000/pricing/cancelled",
    }]  # fmt: skip


def test_annual_checkout_has_a_trial_and_asks_for_a_card(reader, stripe_api):
    order(reader, "annual")
    asked = stripe_api.asked(*MADE)[0]
    assert (asked["subscription_data"]["trial_period_days"], asked["payment_method_collection"]) == (
        "14",
        "always",
    )
    assert asked["line_items"]["0"]["price"] == "price_year"


def test_consent_is_recorded_as_it_was_shown(reader, ada, stripe_api):
    reader.get("/pricing?lang=it")
    order(reader, "annual")
    row = Consent.objects.get()
    assert (row.user, row.cadence, str(row.price), row.currency, row.trial_days, row.text_version, row.language) == (
        ada, "annual", "70.00", "GBP", 14, 1, "it",
    )  # fmt: skip


def test_known_customer_is_used_again(reader, stripe_api):
    stripe_api.customers.add("cus_1")
    User.objects.update(billing_customer_id="cus_1")
    order(reader)
    asked = stripe_api.asked(*MADE)[0]
    assert (asked["customer"], "customer_email" in asked) == ("cus_1", False)


def test_customer_that_the_processor_forgot_is_replaced_by_the_address(reader, stripe_api):
    User.objects.update(billing_customer_id="cus_gone")
    assert order(reader).status_code == 200
    assert stripe_api.asked(*MADE)[-1]["customer_email"] == "ada@example.org"


def test_second_press_means_the_same_purchase(reader, stripe_api):
    assert order(reader).json() == order(reader).json()
    assert (Consent.objects.count(), len(stripe_api.keys)) == (1, 1)


@pytest.mark.parametrize(
    "body", [{"consent": False}, {"consent": "true"}, {"consent": None}, {"cadence": "weekly"}, {"more": 1}]
)
def test_order_that_is_not_as_it_must_be_is_400(reader, stripe_api, body):
    response = order(reader, **body)
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")
    assert (stripe_api.requests, Consent.objects.count()) == ([], 0)


def test_running_subscription_is_409(reader, ada, stripe_api):
    send("checkout.session.completed", session(ada.pk))
    assert (order(reader).status_code, order(reader).json()["code"]) == (409, "conflict")
    assert stripe_api.requests == []


def test_ended_subscription_can_be_followed_by_another(reader, ada, stripe_api):
    stripe_api.customers.add("cus_1")
    send("checkout.session.completed", session(ada.pk), created=1000)
    send("customer.subscription.deleted", subscription("canceled"), created=1001)
    assert order(reader).status_code == 200


def test_one_trial_for_each_reader(reader, ada, stripe_api):
    Subscription.objects.create(
        processor="billing2", subscription_id="s", user=ada, status="canceled", trialed=True
    )
    order(reader, "annual")
    assert "trial_period_days" not in stripe_api.asked(*MADE)[0]["subscription_data"]
    assert Consent.objects.get().trial_days == 0


@pytest.mark.parametrize("trouble", ["broken", "away", "no key", "price"])
def test_failure_of_the_processor_is_502_and_nothing_is_stored(reader, stripe_api, settings, trouble):
    if trouble == "broken":
        stripe_api.broken = True
    elif trouble == "away":
        settings.BILLING_API_BASE = "http://127.0.0.1:9"
    elif trouble == "no key":
        settings.BILLING_API_KEY = ""
    else:
        stripe_api.prices.clear()
    response = order(reader)
    assert (response.status_code, response.json()["code"]) == (502, "processor_failed")
    assert "sk_test" not in response.content.decode()
    assert Consent.objects.count() == 0


def test_referred_reader_gets_the_coupon_and_no_promotion_field(reader, ada, grace, stripe_api, settings):
    settings.BILLING_REFERRAL_COUPON, settings.BILLING_REFERRAL_COUPON_ANNUAL = "HALF", "EIGHTH"
    stripe_api.coupons |= {"HALF", "EIGHTH"}
    Referral.objects.create(referrer=grace, referred=ada)
    for cadence, coupon in (("monthly", "HALF"), ("annual", "EIGHTH")):
        assert order(reader, cadence).status_code == 200
        asked = stripe_api.asked(*MADE)[-1]
        assert (asked["discounts"], "allow_promotion_codes" in asked) == ({"0": {"coupon": coupon}}, False)


@pytest.mark.parametrize("coupon", ["", "DELETED"])
def test_missing_coupon_never_fails_a_checkout(reader, ada, grace, stripe_api, settings, coupon):
    settings.BILLING_REFERRAL_COUPON = coupon
    Referral.objects.create(referrer=grace, referred=ada)
    assert order(reader).status_code == 200
    assert stripe_api.asked(*MADE)[-1]["allow_promotion_codes"] == "true"


def test_flag_comes_before_sign_in(settings, stripe_api):
    assert order(Client()).status_code == 401
    settings.SUBSCRIPTIONS_ENABLED = False
    for path in (PATH, "/api/billing/portal"):
        response = Client().post(path, "{}", content_type="application/json")
        assert (response.status_code, response.json()["code"]) == (404, "feature_disabled")


def test_token_has_no_row_to_pay_for(settings, stripe_api):
    settings.SERVICE_TOKEN = "t" * 40
    for path in (PATH, "/api/billing/portal"):
        response = Client().post(
            path, "{}", content_type="application/json", headers={"Authorization": "Bearer " + "t" * 40}
        )
        assert (response.status_code, response.json()["code"]) == (403, "user_required")


def test_session_needs_its_csrf_token(ada, stripe_api):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert order(client).status_code == 403


def test_portal_is_404_until_there_is_a_customer(reader, stripe_api):
    response = reader.post("/api/billing/portal")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_portal_answers_an_address(reader, stripe_api):
    stripe_api.customers.add("cus_1")
    User.objects.update(billing_customer_id="cus_1")
    assert reader.post("/api/billing/portal").json() == {"url": "https://billing.example/p/session"}
    asked = stripe_api.asked("POST", "/v1/billing_portal/sessions")
    assert asked == [{"customer": "cus_1", "return_url": "http://127.0.0.1:8000/settings", "locale": "en"}]
    stripe_api.broken = True
    assert reader.post("/api/billing/portal").status_code == 502


def test_status_tells_when_access_is_there(reader, ada):
    assert reader.get("/api/billing/status").json() == {"active": False, "source": "none"}
    send("checkout.session.completed", session(ada.pk))
    assert reader.get("/api/billing/status").json() == {"active": True, "source": "subscription"}


def test_fake_refuses_unknown_and_contradictory_parameters(stripe_api):
    from tests.billing.fake_stripe import Refused

    fine = {"mode": "subscription", "success_url": "http://x", "line_items": {"0": {"price": "price_month"}}}
    stripe_api._checkout(fine)
    for wrong in ({"payment_method_types": {"0": "card"}}, {"subscription_data": {"trial_days": "1"}},
                  {"customer": "cus_1", "customer_email": "a@b"}, {"mode": "payment"}, {"consent_collection": {"promotions": "auto"}},
                  {"allow_promotion_codes": "true", "discounts": {"0": {"coupon": "X"}}}):  # fmt: skip
        with pytest.raises(Refused):
            stripe_api._checkout(fine | wrong)


def test_abandoned_consents_go_after_sixty_days_and_completed_ones_stay(ada):
    shown = {
        "user": ada,
        "cadence": "monthly",
        "price": "7.00",
        "currency": "GBP",
        "text_version": 1,
        "language": "en",
    }
    now = timezone.now()
    for days, completed in ((61, None), (59, None), (400, now)):
        Consent.objects.create(**shown, given_at=now - timedelta(days=days), completed_at=completed)
    assert tasks.purge_consents(now) == 1
    assert {(now - row.given_at).days for row in Consent.objects.all()} == {59, 400}


@pytest.mark.parametrize(
    ("path", "form"), [(PATH, "/pricing"), ("/api/billing/portal", "/settings/subscription")]
)
def test_eleventh_call_within_an_hour_is_429_for_program_and_form_alike(
    reader, grace, stripe_api, path, form
):
    with time_machine.travel("2026-11-20T10:00:00Z", tick=False) as clock:
        reader.force_login(User.objects.get(email="ada@example.org"))
        for _ in range(10):
            assert reader.post(path, "{}", content_type="application/json").status_code in (400, 404)
        refused = reader.post(path, "{}", content_type="application/json")
        assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (
            429,
            "rate_limited",
            "3600",
        )
        assert refused["Content-Type"] == "application/problem+json"
        reader.cookies["svc.lang"] = "it"
        page = reader.post(form, {"consent": "on", "cadence": "monthly"})
        assert (page.status_code, page["Retry-After"]) == (429, "3600")
        assert "Riprova più tardi" in page.content.decode()
        assert stripe_api.requests == []
        other = Client()
        other.force_login(grace)
        assert other.post(path, "{}", content_type="application/json").status_code in (400, 404)
        clock.shift(3600)
        assert reader.post(path, "{}", content_type="application/json").status_code in (400, 404)


def test_interface_says_that_there_is_a_limit(client):
    paths = client.get("/api/schema").json()["paths"]
    for path in (PATH, "/api/billing/portal"):
        assert "429" in paths[path]["post"]["responses"]
