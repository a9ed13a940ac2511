"""Prices, ordering, the pages after it and leaving, as a person meets them."""

import pytest
from django.test import Client

from accounts.models import User
from billing.models import Consent
from tests.accounts.readers import reader
from tests.billing.conftest import billing_settings, stripe_api  # noqa: F401  the operator's setup
from tests.billing.signing import send, session
from tests.browser.screens import NARROW
from tests.browser.waiting import expect

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada(transactional_db) -> User:
    return reader("ada@example.org")


@pytest.fixture
def open_as(open_page, ada, live_server):
    """open_page for Ada, who is signed in."""
    origin = live_server.url.replace("localhost", "127.0.0.1")
    client = Client()
    client.force_login(ada)

    def open_(path: str, **how: object):
        page = open_page("/pricing/cancelled", **how)
        cookie = {"name": "svc.session", "value": client.cookies["svc.session"].value, "url": origin}
        page.context.add_cookies([cookie])
        page.goto(f"{origin}{path}", wait_until="networkidle")
        return page

    return open_


def fits(page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def subscribe(ada: User) -> None:
    consent = Consent.objects.create(
        user=ada,
        cadence="annual",
        price="70.00",
        currency="GBP",
        trial_days=14,
        text_version=1,
        language="en",
    )
    send("checkout.session.completed", session(ada.pk, metadata={"consent_id": str(consent.pk)}))


def test_buttons_sleep_until_the_box_is_ticked_and_work_by_keyboard(open_as, stripe_api, live_server):  # noqa: F811
    stripe_api.leads_to = live_server.url.replace("localhost", "127.0.0.1") + "/pricing/done"
    page = open_as("/pricing")
    buttons = page.locator("button[name=cadence]")
    awake = page.locator("button[name=cadence]:enabled")
    expect(buttons).to_have_count(2)
    expect(awake).to_have_count(0)
    page.focus("input[name=consent]")
    page.keyboard.press("Space")
    expect(awake).to_have_count(2)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pricing/done")
    assert stripe_api.asked("POST", "/v1/checkout/sessions")[0]["line_items"]["0"]["price"] == "price_year"


def test_unticking_puts_the_buttons_to_sleep_again(open_as):
    page = open_as("/pricing")
    page.check("input[name=consent]")
    page.uncheck("input[name=consent]")
    expect(page.locator("button[name=cadence]:enabled")).to_have_count(0)


def test_paid_page_shows_the_new_state_without_a_reload(open_as, ada):
    page = open_as("/pricing/done")
    page.evaluate("window.stayed = true")
    expect(page.locator("h1:visible")).to_have_text("Thank you. One moment …", use_inner_text=True)
    subscribe(ada)
    page.get_by_role("heading", name="The paid tier is open to you").wait_for()
    assert page.evaluate("window.stayed") is True


def test_refusal_shows_as_an_alert_and_the_form_works_again(open_as, ada, stripe_api):  # noqa: F811
    page = open_as("/pricing")
    page.route(
        "**/api/billing/checkout",
        lambda route: route.fulfill(json={"detail": "Already subscribed."}, status=200),
    )
    page.check("input[name=consent]")
    page.click("button[value=monthly]")
    alert = page.get_by_role("alert")
    alert.wait_for()
    expect(alert).to_have_text("Already subscribed.", use_inner_text=True)
    expect(page.locator("button[name=cadence]:enabled")).to_have_count(2)


def test_without_script_the_order_leads_on(open_as, stripe_api, live_server):  # noqa: F811
    origin = live_server.url.replace("localhost", "127.0.0.1")
    stripe_api.leads_to = f"{origin}/pricing/cancelled"
    page = open_as("/pricing", script=False)
    expect(page.locator("button[name=cadence]:visible")).to_have_count(2)
    page.locator("button[value=monthly]:visible").click()
    assert page.url == f"{origin}/pricing"  # the box is required
    page.check("input[name=consent]")
    page.locator("button[value=monthly]:visible").click()
    page.wait_for_url("**/pricing/cancelled")


def test_settings_lead_to_the_portal(open_as, ada, stripe_api, live_server):  # noqa: F811
    subscribe(ada)
    stripe_api.customers.add("cus_1")
    stripe_api.leads_to = live_server.url.replace("localhost", "127.0.0.1") + "/pricing/cancelled"
    page = open_as("/settings")
    page.get_by_role("button", name="Manage subscription").click()
    page.wait_for_url("**/pricing/cancelled")


def test_pages_fit_and_are_accessible(open_as, open_page, ada, violations):
    found = {}

    def look(name: str, page) -> None:
        found[name] = (fits(page), violations(page))

    look("visitor", open_page("/pricing", **NARROW))
    page = open_as("/pricing", **NARROW)
    look("free", page)
    page.check("input[name=consent]")
    look("ticked", page)
    look("cancelled", open_page("/pricing/cancelled", **NARROW))
    look("done", open_as("/pricing/done", **NARROW))
    subscribe(ada)
    for name, path in (
        ("paid", "/pricing"),
        ("active", "/pricing/done"),
        ("settings", "/settings"),
        ("withdraw", "/settings/withdraw"),
    ):
        look(name, open_as(path, **NARROW))
    page.goto(page.url.replace("/pricing", "/settings/withdraw"))
    page.locator("main button.primary").click()
    expect(page.locator("main button.primary")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    look("withdrawn", page)
    assert found == dict.fromkeys(found, (True, []))
