"""Signing in and the settings as a person meets them, with and without script."""

import re
from urllib.parse import parse_qs

import pytest
from django.core import mail

from tests import smtp
from tests.accounts.browser import deliver_mail
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect, pasted
from tests.smtp import SmtpServer

pytestmark = pytest.mark.django_db(transaction=True)


def newest_code() -> str:
    deliver_mail()
    found = re.search(r"^ {4}(\d{6})$", mail.outbox[-1].body, flags=re.MULTILINE)
    assert found
    return found[1]


def ask(page, email: str = "ada@example.org") -> None:
    page.fill("#email", email)
    page.check("#ack")
    page.click("main button.primary")
    page.wait_for_url("**/verify**")


def sign_in(page) -> None:
    ask(page)
    page.fill("#code", newest_code())
    if not page.url.endswith("/settings"):
        page.wait_for_url("**/settings")


def fits(page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_typed_code_sends_itself(open_page):
    page = open_page("/login?next=/settings")
    ask(page)
    page.locator("#code").press_sequentially(newest_code())
    page.wait_for_url("**/settings")
    expect(page.locator("h1")).to_have_text("Settings", use_inner_text=True)


def test_mail_server_that_is_down_is_admitted_while_the_page_stands_open(open_page, settings):
    page = open_page("/login?next=/settings", clock="2026-11-26T12:00:00Z")
    ask(page)
    page.locator("#code").press_sequentially("12")
    with SmtpServer() as server:
        smtp.use(settings, server.port)  # and nothing listens there any more
    deliver_mail()
    page.clock.fast_forward(11_000)
    expect(page.locator("code-delivery")).to_contain_text("has not been sent yet")
    expect(page.locator("#code")).to_have_value("12")


def test_pasted_code_is_tidied_and_sent(open_page):
    page = open_page("/login?next=/settings")
    ask(page)
    code = newest_code()
    page.fill("#code", f"Code: {code[:3]} {code[3:]}")
    page.wait_for_url("**/settings")


def test_enter_behind_a_code_that_has_sent_itself_is_no_second_attempt(open_page):
    page = open_page("/login?next=/settings")
    ask(page)
    sent: list[str] = []

    def take(route):
        sent.append(parse_qs(route.request.post_data or "")["code"][0])
        route.fulfill(status=204)  # leaves the page as it stands, as a network does that has not answered yet

    page.route("**/verify", take)
    page.locator("#code").press_sequentially("000000")
    page.evaluate("document.querySelector('#code').form.requestSubmit()")
    page.fill("#code", "000001")
    comes_to(page, lambda: sent, ["000000", "000001"])


def test_without_script_the_forms_do_it(open_page):
    page = open_page("/login?next=/settings", script=False)
    ask(page)
    page.fill("#code", newest_code())
    page.click("main form:first-of-type button")
    page.wait_for_url("**/settings")
    page.select_option("#id_lang", "it")
    page.click("main .panel button.primary")
    expect(page.locator("h1")).to_have_text("Impostazioni", use_inner_text=True)
    expect(page.locator("main")).to_contain_text("Le tue impostazioni sono salvate.", use_inner_text=True)


def test_by_keyboard_alone(open_page):
    page = open_page("/login?next=/settings")
    page.focus("#email")
    page.keyboard.type("ada@example.org")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.id") != "ack":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/verify")
    comes_to(page, "document.activeElement.id", "code")
    page.keyboard.type(newest_code())
    page.wait_for_url("**/settings")


def test_invitation_is_copied(open_page):
    page = open_page("/login?next=/settings", permissions=["clipboard-write"])
    sign_in(page)
    page.click("copy-button button")
    page.wait_for_selector("copy-button [role=status]:has-text('Copied')", state="attached")
    comes_to(page, lambda: pasted(page), page.input_value("#invite"))


def test_pages_are_accessible_and_fit(open_page, violations):
    page = open_page("/login?next=/settings", **NARROW)
    found = {"login": violations(page)}
    assert fits(page)
    page.fill("#email", "nonsense")
    page.click("main button.primary")
    page.locator("[aria-invalid=true]").first.wait_for()
    found["login with errors"] = violations(page)
    assert fits(page)
    ask(page)
    found["verify"] = violations(page)
    page.fill("#code", "1")
    page.click("main form:first-of-type button")
    page.get_by_role("alert").wait_for()
    found["verify with an error"] = violations(page)
    assert fits(page)
    page.fill("#code", newest_code())
    page.wait_for_url("**/settings")
    page.locator("details summary").last.click()
    found["settings"] = violations(page)
    assert fits(page)
    assert {name: items for name, items in found.items() if items} == {}


def test_changed_statements_are_shown_and_accessible(open_page, violations, settings):
    page = open_page("/login?next=/settings")
    sign_in(page)
    settings.ACKNOWLEDGEMENT_VERSION = 2
    page.goto(page.url)
    page.wait_for_url("**/acknowledge?**")
    assert violations(page) == []
    page.check("#ack")
    page.click("main button.primary")
    page.wait_for_url("**/settings")
