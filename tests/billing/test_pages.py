"""Pages of billing: prices in three states, ordering without JavaScript, returning, managing."""

import hashlib
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client
from django.utils import timezone

from accounts.models import User
from billing.models import Subscription
from billing.plans import CONSENT_VERSION, money
from tests.billing.signing import polar_subscription, send, send2, session, subscription

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(ada) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ada)
    return client


def page(client: Client, path: str = "/pricing") -> str:
    return " ".join(client.get(path).content.decode().split())


def test_prices_for_a_visitor_lead_to_sign_in():
    text = page(Client(HTTP_ACCEPT_LANGUAGE="en"))
    assert 'href="/login?next=/pricing"' in text
    assert ("£7" in text, "£70" in text, "VAT" in text, "Manage subscription</a>" in text, 'name="consent"' in text) == (
        True, True, True, False, False,
    )  # fmt: skip


def test_prices_for_a_free_reader_have_a_required_unticked_box_and_two_sleeping_buttons(reader):
    text = page(reader)
    (box,) = re.findall(r"<input[^>]*name=\"consent\"[^>]*>", text)
    assert ("required" in box, "checked" in box) == (True, False)
    with_script = text.split("<noscript>")[0]
    assert re.findall(r'name="cadence" value="(\w+)" disabled', with_script) == ["monthly", "annual"]
    assert text.index('name="consent"') < text.index('name="cadence"')
    assert "Start the trial, then pay £70 a year" in text


def test_prices_for_a_paid_reader_lead_to_the_settings(reader, ada):
    send("checkout.session.completed", session(ada.pk))
    text = page(reader)
    assert '<a class="button" href="/settings">Manage subscription</a>' in text
    assert 'name="cadence"' not in text


def test_prices_for_who_had_a_trial_promise_none(reader, ada):
    Subscription.objects.create(
        processor="billing", subscription_id="s", user=ada, status="canceled", trialed=True
    )
    assert "Subscribe and pay £70 a year" in page(reader)


def test_prices_are_an_ordinary_404_while_switched_off(settings, reader):
    settings.SUBSCRIPTIONS_ENABLED = False
    for path in ("/pricing", "/pricing/done", "/pricing/cancelled"):
        response = reader.get(path)
        assert (response.status_code, response["Content-Type"].split(";")[0]) == (404, "text/html")


def test_order_without_script_leads_on_by_a_page(reader, stripe_api):
    response = reader.post("/pricing", {"consent": "on", "cadence": "annual"})
    text = response.content.decode()
    assert response.status_code == 200
    assert 'content="0; url=https://pay.example/cs_1"' in text
    assert 'href="https://pay.example/cs_1"' in text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"cadence": "annual"}, "Tick the box"),
        ({"consent": "on"}, "Choose one"),
        ({"consent": "on", "cadence": "x"}, "Choose one"),
    ],
)
def test_order_without_script_that_lacks_something_says_so(reader, stripe_api, form, words):
    response = reader.post("/pricing", form)
    assert response.status_code == 400
    assert re.search(rf'role="alert">{words}', response.content.decode())
    assert stripe_api.requests == []


def test_order_without_script_shows_the_processor_s_failure(reader, stripe_api):
    stripe_api.broken = True
    response = reader.post("/pricing", {"consent": "on", "cadence": "annual"})
    assert (response.status_code, "Nothing was charged" in response.content.decode()) == (502, True)


def test_order_of_a_visitor_leads_to_sign_in():
    assert Client().post("/pricing", {"consent": "on", "cadence": "annual"}).status_code == 303


def test_page_after_paying_waits_and_then_shows(reader, ada):
    states = r'data-state="(\w+)"( hidden)?'
    shown = [name for name, hidden in re.findall(states, page(reader, "/pricing/done")) if not hidden]
    assert shown == ["waiting"]
    send("checkout.session.completed", session(ada.pk))
    shown = [name for name, hidden in re.findall(states, page(reader, "/pricing/done")) if not hidden]
    assert shown == ["active"]


def test_page_after_paying_waits_also_for_a_reader_with_credit(reader):
    User.objects.update(credit_until=timezone.now() + timedelta(days=3))
    states = r'data-state="(\w+)"( hidden)?'
    assert [name for name, hidden in re.findall(states, page(reader, "/pricing/done")) if not hidden] == [
        "waiting"
    ]


def test_page_after_cancelling_leads_back(reader):
    assert "Nothing was charged, and nothing has changed." in page(reader, "/pricing/cancelled")


def test_settings_manage_a_real_subscription_by_a_form(reader, ada, stripe_api):
    send("checkout.session.completed", session(ada.pk))
    assert 'action="/settings/subscription"' in page(reader, "/settings")
    stripe_api.customers.add("cus_1")
    assert "https://billing.example/p/session" in reader.post("/settings/subscription").content.decode()
    stripe_api.broken = True
    assert reader.post("/settings/subscription").status_code == 502


def test_settings_of_a_credit_reader_manage_nothing(reader):
    User.objects.update(credit_until=timezone.now() + timedelta(days=3))
    assert "Manage subscription" not in page(reader, "/settings")
    assert reader.post("/settings/subscription").status_code == 404


def test_settings_show_a_failed_renewal(reader, ada):
    send("checkout.session.completed", session(ada.pk), created=1000)
    send("customer.subscription.updated", subscription("past_due"), created=1001)
    text = page(reader, "/settings")
    assert ("Your last payment did not go through." in text, "paid subscription is active" in text) == (
        True,
        True,
    )


def test_settings_of_a_secondary_subscriber_lead_to_its_own_page(reader, ada):
    send2("subscription.active", polar_subscription())
    text = page(reader, "/settings")
    assert ('href="https://polar.sh/purchases"' in text, 'action="/settings/subscription"' in text) == (
        True,
        False,
    )


def test_settings_count_the_days_of_a_trial(reader, ada):
    end = int((timezone.now() + timedelta(days=13, hours=1)).timestamp())
    send(
        "customer.subscription.created",
        subscription("trialing", trial_end=end, metadata={"user_id": str(ada.pk)}),
    )
    assert "Trial: 14 days remaining." in page(reader, "/settings")


@pytest.mark.parametrize(
    ("amount", "english", "italian"),
    [("7.00", "£7", "7\u00a0£"), ("70.00", "£70", "70\u00a0£"), ("3.50", "£3.50", "3,50\u00a0£")],
)
def test_money_is_written_as_the_language_does(amount, english, italian):
    from decimal import Decimal

    assert (money(Decimal(amount), "en"), money(Decimal(amount), "it")) == (english, italian)


def test_words_of_the_consent_belong_to_their_version():
    """A change of the text needs a new CONSENT_VERSION and the new pair here."""
    words = re.search(
        r'translate "([^"]+)"', (Path(project.BASE_DIR) / "templates/billing/consent.html").read_text()
    )[1]
    assert (CONSENT_VERSION, hashlib.sha256(words.encode()).hexdigest()[:16]) == (1, "fd37c4dd903928fd")
    for part in ("txt", "html"):
        assert words in (Path(project.BASE_DIR) / f"templates/mail/subscription_confirmed.{part}").read_text()
