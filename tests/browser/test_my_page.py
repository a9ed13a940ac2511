"""The front page in the reader's own order: by the form, by keyboard, and without a jump."""

from functools import partial
from urllib.parse import urljoin

import pytest

from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect

pytestmark = pytest.mark.usefixtures("whole_edition")
ORDER = "all => all.filter(each => each.checkVisibility()).map(each => each.id)"


@pytest.fixture
def open_page(open_page, session):
    return partial(open_page, session=session)


def order(page) -> list[str]:
    return page.locator(".groups > section").evaluate_all(ORDER)


def test_page_is_arranged_by_keyboard_and_reset_in_one_step(open_page):
    page = open_page()
    common = order(page)
    page.get_by_role("link", name="Customise the page").press("Enter")
    place = page.locator("[name=place-bonds]")
    place.focus()
    place.press("Home")  # the first place
    page.locator("[name=state-economy]").select_option("folded")
    page.locator("[name=state-valuation]").select_option("hidden")
    page.locator("fieldset", has=place).locator("summary").press("Enter")
    page.get_by_label("US 10-year yield").press("Space")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Your layout is saved.")
    page.goto(urljoin(page.url, "/"), wait_until="networkidle")
    comes_to(page, lambda: order(page)[0], "mine")
    shown = order(page)
    assert shown.index("bonds") < shown.index("economy")
    assert "valuation" not in shown
    expect(page.locator("#mine tbody tr")).to_have_count(1)
    expect(page.locator("#economy tbody tr").first).to_be_hidden()
    page.locator("#economy > details > summary").press("Enter")
    expect(page.locator("#economy tbody tr").first).to_be_visible()
    page.locator(".standing a[href='#valuation']").click()
    expect(page.locator("#valuation")).to_be_visible()
    page.goto(urljoin(page.url, "/my-page"))
    page.get_by_role("button", name="Reset to the default page").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Your page is reset to the default.")
    page.goto(urljoin(page.url, "/"), wait_until="networkidle")
    comes_to(page, lambda: order(page), common)


def test_form_works_without_script_and_says_what_script_adds(open_page):
    page = open_page("/my-page", script=False)
    expect(page.locator("noscript p")).to_contain_text("the dashboard needs JavaScript to show it")
    page.locator("[name=state-bonds]").select_option("hidden")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[name=state-bonds]")).to_have_value("hidden")


def test_arranged_pages_are_for_everyone(open_page, violations):
    for screen in (NARROW, {"width": 1440}):
        page = open_page("/my-page", **screen)
        page.locator("[name=place-bonds]").select_option("1")
        page.locator("[name=state-economy]").select_option("folded")
        page.locator("fieldset", has=page.locator("[name=place-bonds]")).locator("summary").click()
        page.locator("input[value=US10]").check()
        assert violations(page) == []
        page.locator("button.primary").click()
        page.get_by_role("status").wait_for()
        page.goto(urljoin(page.url, "/"), wait_until="networkidle")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == screen["width"]
        moved = page.evaluate(
            """() => new Promise(done => { new PerformanceObserver(list => done(list.getEntries().reduce((sum, each) =>
            sum + each.value, 0))).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(0), 300); })"""
        )
        assert moved <= 0.01
