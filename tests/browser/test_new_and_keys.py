"""What is new since the last visit, marked and counted, and the single keys that lead through a page."""

from functools import partial
from urllib.parse import urljoin

import pytest

from briefing.core.web import cache_versions
from indicators.models import IndicatorFigure
from tests.browser.waiting import comes_to, expect, until
from tests.pages import edition

pytestmark = pytest.mark.usefixtures("whole_edition")
LATER = """() => { const seen = JSON.parse(localStorage["svc.seen"]); seen.at -= 31 * 60_000;
    localStorage["svc.seen"] = JSON.stringify(seen); }"""
FOCUSED = "document.activeElement.closest('tr, .news > li')?.id ?? ''"


@pytest.fixture
def open_page(open_page, session):
    return partial(open_page, session=session)


@pytest.fixture
def returned(open_page):
    """The dashboard of a reader who comes back when four figures and two headlines are new."""

    def come_back(**screen):
        page = open_page(**screen)
        IndicatorFigure.objects.filter(code__in=("US10", "CPIE", "IT10", "USCV")).update(value=9.87)
        edition.more_headlines(2)
        cache_versions.invalidate("figures")
        until(page, "'svc.seen' in localStorage")
        page.evaluate(LATER)
        page.reload(wait_until="networkidle")
        return page

    return come_back


def test_counts_lead_to_rows_and_headlines(returned):
    page = returned()
    line = page.locator("since-visit")
    expect(line).to_contain_text("and 1 more 1 headline", use_inner_text=True)
    for name in ("and 1 more", "1 headline"):
        line.get_by_role("link", name=name).click()
        expect(page.locator(":target.changed")).to_have_count(1)
    expect(page.locator(".news > .changed")).to_have_count(1)
    expect(page.locator(".news > .changed .title").first).to_contain_text("(new since your last visit)")


def test_page_of_all_news_marks_the_same_and_keeps_the_visit(returned):
    page = returned(width=390)
    page.goto(urljoin(page.url, "/news?headlines=all"), wait_until="networkidle")
    expect(page.locator(".news > .changed")).to_have_count(2)
    page.goto(urljoin(page.url, "/"), wait_until="networkidle")
    expect(page.locator("tr.changed")).to_have_count(4)


def test_keys_lead_through_figures_and_headlines(returned):
    page = returned()
    ids = page.locator("tr[data-figure], .news > li").evaluate_all("all => all.map(each => each.id)")
    for key, index in (("j", 0), ("j", 1), ("k", 0)):
        page.keyboard.press(key)
        comes_to(page, FOCUSED, ids[index])
    new = page.locator(".changed").evaluate_all("all => all.map(each => each.id)")
    for row in new:
        page.keyboard.press("n")
        comes_to(page, FOCUSED, row)


def test_slash_searches_and_fields_keep_their_letters(open_page):
    page = open_page()
    page.keyboard.press("/")
    page.wait_for_url("**/news**")
    field = page.get_by_label("Search headlines")
    expect(field).to_be_focused()
    page.keyboard.type("j/k?n")
    expect(field).to_have_value("j/k?n")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("chord", ["Control+j", "Alt+j", "Meta+j"])
def test_combinations_stay_the_readers_own(open_page, chord):
    page = open_page("/news")
    page.keyboard.press(chord)
    assert page.evaluate(FOCUSED) == ""


def test_list_opens_by_key_and_link_and_switches_the_keys_off(open_page, violations):
    page = open_page("/news", width=320)
    page.keyboard.press("?")
    card = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(card).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("j")  # an open card keeps the page still
    assert page.evaluate(FOCUSED) == ""
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    for key in ("j", "?"):
        page.keyboard.press(key)
    expect(card).to_be_hidden()
    assert page.evaluate(FOCUSED) == ""
    page.reload(wait_until="networkidle")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(card.get_by_role("checkbox")).not_to_be_checked()
    card.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("k")  # the focus is back at the button, which stands behind the last of them
    comes_to(page, f"({FOCUSED}) !== ''", True)
