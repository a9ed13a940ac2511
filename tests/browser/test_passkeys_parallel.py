"""Ceremonies at once, with Chromium's virtual authenticator: in two tabs of one browser, and twice in one tab."""

import pytest

from accounts.models import Passkey, PasskeyChallenge
from briefing.core.models import StaffNotice
from tests.browser.test_passkeys import PAGE, Keys, _base_url, ada, add, again, sign_in, switch_on  # noqa: F401  fixtures
from tests.browser.waiting import comes_to

pytestmark = pytest.mark.django_db(transaction=True)
PRESS = "button => button.click()"


def beside(page, keys: Keys, *, counted: int = 50):
    """A second tab at the same address whose authenticator has the same passkey, some uses later."""
    tab = page.context.new_page()
    tab.goto(page.url, wait_until="networkidle")
    theirs = Keys.of(tab)
    for credential in keys.credentials:
        theirs.holds(credential | {"signCount": credential["signCount"] + counted})
    return tab


def button(page, text: str):
    return page.get_by_role("button", name=text).first


def is_answered(page, place: str) -> None:
    """Waits until the page is there; one that comes too late hears so where it is, or that its form is out of date."""
    told = page.locator("[role=alert]:visible, .status")
    comes_to(page, lambda: place in page.url or told.count() > 0, True)


def test_second_step_in_two_tabs_at_once_lets_the_reader_in_and_spoils_no_passkey(ada):  # noqa: F811
    keys = Keys.of(ada)
    add(ada)
    switch_on(ada)
    again(ada)
    tab = beside(ada, keys)
    # Theirs is one authenticator, whose counter stands higher in the tab: the tab's challenge must be the later one.
    with ada.expect_response("**/confirm/options"):
        button(ada, "Use a passkey").evaluate(PRESS)
    button(tab, "Use a passkey").evaluate(PRESS)
    for page in (ada, tab):
        page.wait_for_load_state("networkidle")
        is_answered(page, "/settings")
    if not any("/settings" in page.url for page in (ada, tab)):  # both were told so: one more try is enough
        button(tab, "Use a passkey").click()
        tab.wait_for_url("**/settings")
    assert Passkey.objects.get().refused_at is None
    assert not StaffNotice.objects.exists()
    ada.goto(ada.url.split("/confirm")[0].split("/settings")[0] + "/settings")
    assert ada.url.endswith("/settings")


def test_registering_twice_at_once_keeps_whole_passkeys(ada):  # noqa: F811
    Keys.of(ada)
    tab = ada.context.new_page()
    tab.goto(ada.url, wait_until="networkidle")
    Keys.of(tab)
    for page, name in ((ada, "First"), (tab, "Second")):
        page.fill("#passkey-name", name)
    for page in (ada, tab):
        button(page, "Add a passkey").evaluate(PRESS)
    for page in (ada, tab):
        is_answered(page, "/settings#passkeys")
    for page in (ada, tab):
        page.goto(page.url.partition("/settings")[0] + "/settings", wait_until="networkidle")
    kept = set(Passkey.objects.values_list("name", flat=True))
    assert kept and kept <= {"First", "Second"}  # whoever came too late was told to try again
    for page in (ada, tab):
        assert {
            name for name in ("First", "Second") if name in page.locator(".passkeys").inner_text()
        } == kept
    assert PasskeyChallenge.objects.count() <= 1


def test_impatient_reader_presses_twice(ada):  # noqa: F811
    keys = Keys.of(ada)
    add(ada)
    switch_on(ada)
    again(ada)
    button(ada, "Use a passkey").evaluate(
        "button => { button.click(); button.click(); button.form.requestSubmit(); }"
    )
    is_answered(ada, "/settings")
    if "/settings" not in ada.url:
        button(ada, "Use a passkey").click()
        ada.wait_for_url("**/settings")
    assert Passkey.objects.get().refused_at is None and len(keys.credentials) == 1
