"""Tokens and the page for programs as a reader meets them: by mouse and by keyboard, with script and without."""

import pytest

from accounts.models import AccessToken
from tests.browser.screens import NARROW, widths
from tests.browser.waiting import expect, pasted, until

pytestmark = pytest.mark.django_db(transaction=True)


def make(page, name: str = "Sheet") -> str:
    page.get_by_label("Name of the new token").fill(name)
    page.get_by_role("button", name="Create a token").click()
    page.locator("#new-token").wait_for()
    return page.locator("#new-token").input_value()


def test_a_token_is_made_copied_and_revoked(open_page, session):
    page = open_page("/settings#tokens", session=session, permissions=["clipboard-write"])
    token = make(page)
    page.locator("#new-token ~ button").click()
    until(page, lambda: pasted(page) == token)
    assert page.locator("#tokens").bounding_box()["y"] < 900
    page.goto(page.url.replace("/settings/tokens", "/settings"))
    expect(page.locator("#new-token")).to_have_count(0)
    page.get_by_role("button", name="Revoke").press("Enter")
    page.get_by_text("The token is revoked and no longer works.").wait_for()
    assert not AccessToken.objects.exists()


def test_the_settings_are_for_everyone(open_page, session, violations):
    page = open_page("/settings#tokens", session=session, **NARROW)
    page.locator("#token-name").fill("Il mio foglio di calcolo " + "x" * 30)
    page.locator("#token-name ~ button").click()
    page.locator("#new-token").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_without_script_a_token_is_there_to_be_read(open_page, session):
    page = open_page("/settings#tokens", session=session, script=False)
    assert make(page).startswith("mb_")
    expect(page.locator("copy-button button:visible")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_page_for_programs_is_for_everyone(open_page, whole_edition, session, violations, lang):
    page = open_page("/api/docs", **{**NARROW, "lang": lang}, session=session)
    page.locator("#indicators-code details > summary").click()
    page.locator("#indicators-code api-try button").click()
    page.locator("#indicators-code .answer").wait_for()
    assert violations(page) == []
    assert {width: found for width, found in widths(page).items() if width != found} == {}


def test_it_is_tried_by_session_and_by_token(open_page, whole_edition, session):
    page = open_page("/settings#tokens", session=session, refusals=(401,))
    token = make(page)
    page.goto(page.url.partition("/settings")[0] + "/api/docs", wait_until="networkidle")
    section = page.locator("#indicators-code")
    section.get_by_label("code", exact=True).fill("US10")
    section.get_by_label("range", exact=True).select_option("1y")
    section.get_by_label("range", exact=True).press("Tab")
    page.keyboard.press("Enter")
    expect(section.get_by_role("status")).to_contain_text("GET /api/indicators/US10?range=1y · 200")
    expect(section.locator(".answer")).to_contain_text('"observations": [')
    page.locator("#api-token").fill(token)
    section.get_by_role("button").click()
    until(page, lambda: AccessToken.objects.get().last_used_on is not None)
    page.locator("#api-token").fill("mb_" + "A" * 43)
    section.get_by_role("button").click()
    expect(section.get_by_role("status")).to_contain_text("401")
    expect(section.locator(".answer")).to_contain_text("authentication_required")


def test_without_script_the_page_is_read_and_its_forms_open_answers(open_page, whole_edition, session):
    # An answer names no icon, so the browser looks for one at the address that no page of ours names.
    page = open_page("/api/docs", session=session, script=False, refusals=(404,))
    expect(page.locator("#api-key")).to_be_hidden()
    page.locator("#reads api-try button").click()
    page.wait_for_url("**/api/reads?**")
    assert '"items"' in page.content()
