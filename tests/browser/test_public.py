"""The public pages in a real browser: everyone's access, narrow screens, the live sample, and their weight."""

from urllib.parse import urljoin

import pytest

from briefing.pages.public import TEXTS
from tests.browser.screens import NARROW, WIDTHS, widths
from tests.browser.waiting import expect, load_again

pytestmark = pytest.mark.usefixtures("whole_edition")
PATHS = ["/", *(f"/{name}" for name in TEXTS), "/methods"]


def test_pages_are_for_everyone(open_page, violations):
    page = open_page("/", **NARROW)
    found = {}
    for path in PATHS:
        page.goto(urljoin(page.url, path), wait_until="networkidle")
        found[path] = violations(page)
    assert {path: items for path, items in found.items() if items} == {}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_pages_are_never_wider_than_the_screen(open_page, lang):
    page = open_page("/", lang=lang)
    for path in PATHS:
        page.goto(urljoin(page.url, path), wait_until="load")
        assert (path, widths(page)) == (path, WIDTHS)


def test_sample_is_alive(open_page):
    page = open_page("/")
    page.get_by_role("link", name="Intermediate").click()
    expect(page.locator("[data-tone=NOVICE]:visible")).to_have_count(0)
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    page.locator("#row-US10 .enlarge").click()
    card = page.get_by_role("dialog", name="US 10-year yield")
    expect(card).to_be_visible()
    expect(card.locator("[data-say=note]")).not_to_be_empty()  # though the figure's page is for readers
    expect(page.locator(".news time").first).to_have_text("5 minutes ago", use_inner_text=True)


def test_landing_page_works_without_script(open_page):
    page = open_page("/", script=False)
    page.get_by_role("link", name="Intermediate").click()
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    page.get_by_role("link", name="IT", exact=False).first.click()
    expect(page.locator("html")).to_have_attribute("lang", "it")


def test_button_leads_to_the_sign_in(open_page):
    page = open_page("/")
    page.get_by_role("link", name="Sign in by e-mail").first.click()
    page.wait_for_url("**/login")
    expect(page.locator("#email")).to_be_visible()


def test_language_switch_keeps_the_page(open_page):
    page = open_page("/terms")
    page.get_by_role("link", name="IT · italiano").click()
    page.wait_for_url("**/terms?lang=it")
    expect(page.locator("h1")).to_have_text("Termini d’uso", use_inner_text=True)


def test_nothing_moves_while_the_landing_page_loads(open_page):
    for width in (320, 1440):
        shift = open_page("/", width=width).evaluate(
            """() => new Promise(done => { new PerformanceObserver(list => done(
            list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: "layout-shift", buffered: true});
            setTimeout(() => done(0), 200); })"""
        )
        assert shift <= 0.01


def test_landing_page_is_light(open_page):
    answers = load_again(open_page("/"))
    assert 0 < sum(size for kind, _address, size in answers if kind == "script") <= 15_000
    assert sum(size for _kind, _address, size in answers) <= 60_000
