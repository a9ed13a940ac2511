"""Against a processor that strangers wrote: localstripe, where it is installed (docs/billing.md says how).

It answers in the shapes of API 2017-08-15. What it does as the real one does is tested end to end, over sockets; what it
does otherwise is named in `docs/billing.md`, and held here so that the page stays true.
"""

import base64
import json
import os
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Acknowledgement, User
from billing.models import BillingEvent, Subscription
from billing.processors import stripe
from billing.reconcile import reconcile
from tests.billing.signing import PRIMARY_SECRET
from tests.shape.running import free_port, wait_for

PROGRAM = os.environ.get("LOCALSTRIPE") or shutil.which("localstripe") or ""
KEY = "sk_test_fake"
pytestmark = [
    pytest.mark.skipif(
        not PROGRAM,
        reason="localstripe is not installed: pip install localstripe into an environment of its own, and set"
        " LOCALSTRIPE to its program",
    ),
    pytest.mark.django_db(transaction=True),
]


class LocalStripe:
    """The program in a process of its own; `call` is what an operator would do in the processor's dashboard."""

    def __init__(self, folder: Path) -> None:
        self.port, self.log, self.hook = free_port(), folder / "localstripe.txt", ""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "--from-scratch", "--port", str(self.port)], stdout=log, stderr=log, cwd=folder
            )
        self.url = f"http://127.0.0.1:{self.port}"
        wait_for(
            lambda: self.call("GET", "/v1/balance"), seconds=60, what="localstripe", said=self.log.read_text
        )

    def call(self, method: str, path: str, **fields: str) -> dict[str, Any]:
        """The answer, {} when there was none."""
        headers = {"Authorization": "Basic " + base64.b64encode(f"{KEY}:".encode()).decode()}
        body = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return dict(json.loads(response.read() or b"{}"))
        except urllib.error.HTTPError:
            raise
        except OSError:
            return {}

    def subscribe(self, user: User, **fields: str) -> dict[str, Any]:
        """A customer with a card, and a monthly subscription that names the reader."""
        card = {
            "card[number]": "4242424242424242",
            "card[exp_month]": "12",
            "card[exp_year]": "2030",
            "card[cvc]": "123",
        }
        method = self.call("POST", "/v1/payment_methods", type="card", **card)["id"]
        default = {"invoice_settings[default_payment_method]": method}
        customer = self.call("POST", "/v1/customers", email=user.email, payment_method=method, **default)[
            "id"
        ]
        plan = {"items[0][plan]": "price_month", "metadata[user_id]": str(user.pk)}
        return self.call("POST", "/v1/subscriptions", customer=customer, **plan, **fields)


@pytest.fixture
def processor(tmp_path: Path, settings, live_server) -> Iterator[LocalStripe]:
    running = LocalStripe(tmp_path)
    running.hook = live_server.url.replace("localhost", "127.0.0.1") + "/api/billing/webhook"
    settings.SUBSCRIPTIONS_ENABLED = True
    settings.BILLING_API_KEY, settings.BILLING_API_BASE = KEY, running.url
    settings.BILLING_WEBHOOK_SECRET = PRIMARY_SECRET
    try:
        running.call("POST", "/_config/webhooks/ours", url=running.hook, secret=PRIMARY_SECRET)
        running.call("POST", "/v1/products", id="prod_1", name="Paid tier", type="service")
        running.call(
            "POST",
            "/v1/plans",
            id="price_month",
            amount="700",
            currency="gbp",
            interval="month",
            product="prod_1",
        )
        yield running
    finally:
        running.process.terminate()
        running.process.wait(30)


@pytest.fixture
def ada(transactional_db) -> User:
    user = User.objects.create(email="ada@example.org")
    Acknowledgement.objects.create(user=user, version=1, lang="en")
    return user


def becomes(user: User, tier: str, processor: LocalStripe) -> None:
    wait_for(
        lambda: User.objects.get(pk=user.pk).tier == tier, seconds=30, what=tier, said=processor.log.read_text
    )


def test_subscription_that_it_makes_opens_access_and_its_end_closes_it(processor, ada):
    made = processor.subscribe(ada)
    becomes(ada, "paid", processor)
    user = User.objects.get()
    assert (user.billing_customer_id, user.billing_subscription_id) == (made["customer"], made["id"])
    assert str(reconcile(fix=True)) == "1 subscriptions asked, 0 differences, 0 healed"
    stripe.cancel(made["id"])
    becomes(ada, "free", processor)
    user = User.objects.get()
    assert (user.billing_customer_id, user.billing_subscription_id) == (made["customer"], None)
    assert set(BillingEvent.objects.values_list("error", flat=True)) == {""}
    assert json.loads(BillingEvent.objects.get(event_type="customer.subscription.deleted").payload)["data"]


def test_lost_deliveries_are_healed_from_its_list(processor, ada):
    processor.call("POST", "/_config/webhooks/ours", url="http://127.0.0.1:9/nobody", secret=PRIMARY_SECRET)
    processor.subscribe(ada)
    assert str(reconcile(fix=True)) == "1 subscriptions asked, 1 differences, 1 healed"
    assert User.objects.get().tier == "paid"


def test_payment_can_be_looked_up_by_its_number(processor, ada):
    made = processor.subscribe(ada)
    charge = processor.call("GET", "/v1/charges")["data"][0]
    assert stripe.retrieve_charge(charge["id"])["customer"] == made["customer"]


def test_forged_delivery_is_refused_where_its_own_are_taken(processor, ada):
    processor.call("POST", "/_config/webhooks/forger", url=processor.hook, secret="whsec_another")
    processor.subscribe(ada)
    becomes(ada, "paid", processor)
    wait_for(
        lambda: "failed with response code 401" in processor.log.read_text(), seconds=30, what="a refusal"
    )


# --- Where it differs from the real one: docs/billing.md, "A stranger's processor" ---


def test_it_has_no_checkout_and_no_portal(processor):
    for ask in (
        lambda: stripe.create_checkout({"mode": "subscription"}, key="k"),
        lambda: stripe.create_portal("cus_1", return_url="https://a.example/", language="en"),
    ):
        with pytest.raises(stripe.ProcessorError):
            ask()


def test_it_has_no_discounts_so_single_subscriptions_cannot_be_retrieved(processor, ada):
    made = processor.subscribe(ada)
    with pytest.raises(stripe.ProcessorError):
        stripe.retrieve(made["id"])
    with pytest.raises(stripe.ProcessorError):
        stripe.add_discount(made["id"], retained=[], coupon="HALF", reward="1")


def test_it_leaves_a_trial_incomplete_so_it_gives_no_access(processor, ada):
    assert processor.subscribe(ada, trial_period_days="14")["status"] == "incomplete"
    wait_for(Subscription.objects.exists, seconds=30, what="the subscription")
    assert User.objects.get().tier == "free"
