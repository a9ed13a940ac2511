"""Passkeys in a real browser, with Chromium's virtual authenticator (WebAuthn's automation, CDP domain WebAuthn)."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Passkey, PasskeyChallenge, User
from briefing.core.models import StaffNotice
from tests.browser.screens import NARROW
from tests.browser.test_accounts import ask, fits, newest_code
from tests.browser.waiting import comes_to, expect

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/login?next=/settings"


@dataclass
class Keys:
    """The virtual authenticator of one browser."""

    session: Any
    id: str

    @classmethod
    def of(cls, page: Any, *, verified: bool = True) -> "Keys":
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": verified, "automaticPresenceSimulation": True,
        }  # fmt: skip
        made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        return cls(session, made["authenticatorId"])

    def verifies(self, yes: bool) -> None:
        self.session.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": yes})

    @property
    def credentials(self) -> list[dict[str, Any]]:
        found = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def holds(self, credential: dict[str, Any]) -> None:
        """Puts a credential in, as it was when it was read: a copy."""
        for one in self.credentials:
            self.session.send(
                "WebAuthn.removeCredential",
                {"authenticatorId": self.id, "credentialId": one["credentialId"]},
            )
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})


@pytest.fixture(autouse=True)
def _base_url(settings, live_server):
    settings.BASE_URL = live_server.url  # http://localhost:<port>, which browsers take for secure


@pytest.fixture
def ada(open_page):
    page = open_page(PAGE, host="localhost")
    sign_in(page)
    return page


def sign_in(page, email: str = "ada@example.org", to: str = "**/settings") -> None:
    ask(page, email)
    page.fill("#code", newest_code())
    page.wait_for_url(to)


def add(page, name: str = "My phone") -> None:
    page.fill("#passkey-name", name)
    page.click("text=Add a passkey")
    expect(page.locator(".passkeys")).to_contain_text(name, use_inner_text=True)


def switch_on(page) -> None:
    page.click("text=Require a passkey after the code")
    expect(page.locator("main")).to_contain_text(
        "Signing in asks for a passkey from now on.", use_inner_text=True
    )


def sign_out(page) -> None:
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(re.compile(r"/$"))


def again(page, to: str = "**/confirm?**") -> None:
    """Signs in anew as far as the code leads."""
    sign_out(page)
    page.goto(page.url.rstrip("/") + PAGE)
    sign_in(page, to=to)


def trouble(page):
    return page.locator("[role=alert]:visible")


def test_a_passkey_is_registered_and_required_after_the_code(ada):
    keys = Keys.of(ada)
    add(ada)
    assert Passkey.objects.get().name == "My phone"
    assert len(keys.credentials) == 1
    switch_on(ada)
    again(ada)
    expect(ada.locator("h1")).to_have_text("Second step", use_inner_text=True)
    ada.click("text=Use a passkey")
    ada.wait_for_url("**/settings")
    assert Passkey.objects.get().last_used_at is not None


def test_without_user_verification_there_is_no_second_step(ada):
    keys = Keys.of(ada)
    add(ada)
    switch_on(ada)
    again(ada)
    keys.verifies(False)
    ada.click("text=Use a passkey")
    expect(trouble(ada)).to_contain_text("it was cancelled", use_inner_text=True)
    ada.goto(ada.url.split("/confirm")[0] + "/settings")
    ada.wait_for_url("**/login?**")


def test_without_user_verification_there_is_no_passkey(ada):
    Keys.of(ada, verified=False)
    ada.fill("#passkey-name", "weak")
    ada.click("text=Add a passkey")
    expect(trouble(ada)).to_contain_text("it was cancelled", use_inner_text=True)
    assert Passkey.objects.count() == 0


def test_a_copied_authenticator_is_refused_by_its_counter(ada):
    keys = Keys.of(ada)
    add(ada)
    switch_on(ada)
    before = keys.credentials[0]
    again(ada)
    ada.click("text=Use a passkey")
    ada.wait_for_url("**/settings")
    keys.holds(before)  # a second authenticator with the same key, which has counted less
    again(ada)
    ada.click("text=Use a passkey")
    expect(trouble(ada)).to_contain_text("may have been copied", use_inner_text=True)
    assert Passkey.objects.get().refused_at is not None
    assert StaffNotice.objects.get().kind == "passkey_copied"


def test_a_passkey_does_not_work_at_another_address(ada, open_page, live_server, settings):
    """The browser itself refuses the name of another site; the page says where passkeys belong."""
    Keys.of(ada)
    settings.BASE_URL = "https://briefing.example"
    ada.reload()
    ada.click("text=Add a passkey")
    expect(trouble(ada)).to_contain_text("Open https://briefing.example", use_inner_text=True)
    assert Passkey.objects.count() == 0


def test_an_answer_from_another_port_is_refused_by_the_service(ada, settings):
    """One relying party, two origins: the browser signs, and the service sees where."""
    Keys.of(ada)
    settings.BASE_URL = "http://localhost:1"
    ada.fill("#passkey-name", "strange")
    ada.click("text=Add a passkey")
    expect(trouble(ada)).to_contain_text("was not accepted", use_inner_text=True)
    assert Passkey.objects.count() == 0


def test_a_replayed_answer_is_refused(ada):
    Keys.of(ada)
    add(ada)
    origin = ada.url.split("/settings")[0]
    ada.goto(f"{origin}/confirm?next=/settings")
    sent: list[str] = []
    ada.on(
        "request", lambda r: sent.append(r.post_data) if r.method == "POST" and "/confirm?" in r.url else None
    )
    ada.click("text=Use a passkey")
    ada.wait_for_url(f"{origin}/settings")
    assert PasskeyChallenge.objects.count() == 0
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
    answer = ada.request.post(f"{origin}/confirm?next=/settings", data=sent[0], headers=headers)
    assert (answer.status, "That took too long" in answer.text()) == (400, True)


def test_another_accounts_passkey_is_no_use(ada, open_page):
    keys = Keys.of(ada)
    add(ada)
    switch_on(ada)
    stolen = keys.credentials[0]
    grace = open_page(PAGE, host="localhost")
    sign_in(grace, "grace@example.org")
    theirs = Keys.of(grace)
    add(grace)
    switch_on(grace)
    theirs.holds(stolen)
    sign_out(grace)
    grace.goto(grace.url.rstrip("/") + PAGE)
    sign_in(grace, "grace@example.org", to="**/confirm?**")
    grace.click("text=Use a passkey")
    expect(trouble(grace)).to_contain_text("no passkey matches", use_inner_text=True)
    assert "/confirm" in grace.url


def test_staff_enrol_by_the_link_use_it_and_keep_their_last_one(open_page, settings, capsys):
    ada = open_page(PAGE, host="localhost", refusals=(403, 404))  # the admin has no icon
    sign_in(ada)
    settings.STAFF_PASSKEY_REQUIRED = True
    call_command("grant_staff", "ada@example.org", "--role", "admin")
    link = capsys.readouterr().out.split()[-1]
    Keys.of(ada)
    origin = ada.url.split("/settings")[0]
    ada.goto(f"{origin}/admin/")
    expect(ada.locator("h1")).to_have_text("The admin needs a passkey", use_inner_text=True)
    ada.goto(link)
    ada.click("text=Use the link")
    ada.wait_for_url("**/settings#passkeys")
    add(ada)
    ada.goto(f"{origin}/admin/")
    ada.click("text=Use a passkey")
    ada.wait_for_url("**/admin/")
    expect(ada.locator("#site-name")).to_contain_text("Market Briefing", use_inner_text=True)
    ada.goto(f"{origin}/settings")
    ada.click("text=Change “My phone”")
    ada.get_by_role("button", name="Remove", exact=True).click()
    expect(trouble(ada)).to_contain_text("your last passkey for the admin", use_inner_text=True)
    assert Passkey.objects.get().opens_admin


def test_by_keyboard_alone(ada):
    Keys.of(ada)
    ada.focus("#passkey-name")
    ada.keyboard.type("Laptop")
    ada.keyboard.press("Enter")
    expect(ada.locator(".passkeys")).to_contain_text("Laptop", use_inner_text=True)


def test_a_bare_address_says_what_is_missing(open_page, settings):
    settings.BASE_URL = "http://127.0.0.1:8000"
    page = open_page(PAGE)
    sign_in(page)
    expect(page.locator("#passkeys")).to_contain_text("Passkeys need a host name", use_inner_text=True)
    expect(page.locator("#passkey-name")).to_have_count(0)


def test_the_pages_are_accessible_and_fit(open_page, violations, settings, capsys):
    page = open_page(PAGE, host="localhost", **NARROW)
    sign_in(page)
    Keys.of(page)
    origin = page.url.split("/settings")[0]
    page.fill("#passkey-name", "x" * 60)
    page.click("#passkeys passkey-form button")
    page.locator(".passkeys details summary").click()
    found = {"settings": violations(page)}
    assert fits(page)
    User.objects.update(second_step=True)
    page.goto(f"{origin}/confirm")
    found["confirm"] = violations(page)
    assert fits(page)
    Passkey.objects.all().delete()
    page.click("passkey-form button")
    page.locator("[role=alert]:visible").wait_for()
    found["refused"] = violations(page)
    page.goto(f"{origin}/confirm/link?token=x")
    found["link"] = violations(page)
    page.click("main button.primary")
    trouble(page).wait_for()
    found["link refused"] = violations(page)
    settings.STAFF_PASSKEY_REQUIRED = True
    call_command("grant_staff", "ada@example.org")
    page.goto(f"{origin}/settings")
    found["settings of staff"] = violations(page)
    assert fits(page)
    comes_to(page, "location.pathname", "/settings")
    assert {name: items for name, items in found.items() if items} == {}
