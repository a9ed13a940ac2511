"""The chart of a figure in a real browser: read out by keys, pointer and touch, its views by links, its size on phones."""

import re
from functools import partial

import pytest

from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect, until

pytestmark = pytest.mark.usefixtures("whole_edition")
CHART = "/indicators/US10"


@pytest.fixture
def open_page(open_page, session):
    return partial(open_page, session=session, refusals=(404,))


def said(page) -> str:
    return page.get_by_role("slider").get_attribute("aria-valuetext")


def rows(page) -> list[str]:
    """What the table says, oldest first, as the chart does."""
    read = "rows => rows.map(row => [...row.children].map(cell => cell.textContent).join(' '))"
    return page.locator("article tbody tr").evaluate_all(read)[::-1]


def test_arrow_keys_read_every_value_out(open_page):
    page = open_page(CHART)
    page.get_by_role("slider", name="Read the chart: US 10-year yield").focus()
    table = rows(page)
    for key, row in (("Home", 0), ("ArrowRight", 1), ("PageUp", 21), ("ArrowLeft", 20), ("End", -1)):
        page.keyboard.press(key)
        comes_to(page, lambda: said(page), table[row])
    expect(page.locator(".marks .reading circle")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator(".marks .reading")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True])
def test_pointer_and_touch_read_the_nearest_value(open_page, touch):
    page = open_page(CHART, width=390, has_touch=touch)
    box = page.get_by_role("slider").bounding_box()
    reach = page.touchscreen.tap if touch else page.mouse.move
    reach(box["x"] + 2, box["y"] + 20)
    comes_to(page, lambda: said(page), rows(page)[0])
    reach(box["x"] + box["width"] - 2, box["y"] + 20)
    comes_to(page, lambda: said(page), rows(page)[-1])


@pytest.mark.parametrize("script", [True, False])
def test_views_are_addresses(open_page, script):
    page = open_page(CHART, script=script)
    page.get_by_label("Compare with another figure").select_option("Inflation, euro area")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?with=CPIE#chart$"))
    expect(page.locator(".legend li")).to_have_count(2)
    expect(page.locator("article thead th")).to_have_count(3)
    page.get_by_role("link", name="As percentiles").click()
    page.get_by_role("link", name="5 years").click()
    expect(page).to_have_url(re.compile(r"\?range=5y&with=CPIE&as=percentile#chart$"))
    expect(page.locator(".legend")).to_contain_text("percentile ")
    page.get_by_role("link", name="Remove Inflation, euro area").click()
    expect(page).to_have_url(re.compile(r"\?range=5y#chart$"))


@pytest.mark.parametrize("width", [390, 1440])
def test_lowest_and_highest_are_written_clear_of_the_line(open_page, width):
    page = open_page(CHART, width=width)
    crossed = page.locator(".marks > g:not(.reading) text").evaluate_all(
        """texts => texts.filter(text => { const box = text.getBoundingClientRect(); const line = document.querySelector(".lines polyline");
        const matrix = line.getScreenCTM();
        return [...line.points].map(p => p.matrixTransform(matrix)).some(p => p.x > box.left && p.x < box.right && p.y > box.top && p.y < box.bottom); })
        .map(text => text.textContent)"""
    )
    assert page.locator(".marks > g:not(.reading) text").count() == 2
    assert crossed == []


def test_letters_are_as_large_as_the_text_beside(open_page):
    for width in (320, 390, 1440):
        page = open_page(CHART, width=width)
        sizes = page.locator(".plot text:visible").evaluate_all(
            "each => each.map(text => [parseFloat(getComputedStyle(text).fontSize), text.getBoundingClientRect().height])"
        )
        assert {size for size, _ in sizes} == {13.0}
        assert min(height for _, height in sizes) >= 13
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_enlarged_sparkline_reads_out_too(open_page):
    page = open_page("/", width=390)
    page.locator("#row-US10 .enlarge").focus()
    page.keyboard.press("Enter")
    slider = page.get_by_role("dialog").get_by_role("slider")
    slider.focus()
    newest = said(page)
    page.keyboard.press("Home")
    until(page, lambda: said(page) != newest)
    page.keyboard.press("End")
    comes_to(page, lambda: said(page), newest)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.locator("#row-CPIE .enlarge").click()
    expect(page.get_by_role("slider", name="Inflation, euro area")).to_be_visible()


@pytest.mark.parametrize("query", ["?with=CPIE", "?range=1y&with=CPIE&as=percentile"])
def test_charts_are_for_everyone(open_page, violations, query):
    for screen in (NARROW, {"width": 1440, "scheme": "light", "lang": "en"}):
        page = open_page(CHART + query, **screen)
        page.get_by_role("slider").focus()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == screen["width"]
