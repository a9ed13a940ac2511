"""The front page in a real browser: switches, keyboard, narrow screens, weight, and everyone's access."""

import re
from functools import partial

import pytest

from tests.browser.waiting import comes_to, expect, until

pytestmark = pytest.mark.usefixtures("whole_edition")


@pytest.fixture
def open_page(open_page, session):
    """A signed-in reader's; what visitors see is in test_public."""
    return partial(open_page, session=session)


def shown(page, selector: str) -> list[str]:
    return [text for text in page.locator(f"{selector}:visible").all_inner_texts() if text]


def test_tone_switches_without_a_load(open_page):
    page = open_page()
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    before = shown(page, ".read")
    page.get_by_role("link", name="Intermediate").click()
    expect(page.locator("[data-tone=NOVICE]:visible")).to_have_count(0)
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    assert before and shown(page, ".read") != before
    expect(page.get_by_role("link", name="Intermediate")).to_have_attribute("aria-current", "true")
    expect(page.locator("tone-switch [aria-current]")).to_have_count(1)
    assert loads == []


def test_tone_is_stored_for_the_next_visit(open_page):
    page = open_page("/?tone=NOVICE")
    page.get_by_role("link", name="Intermediate").click()
    expect(page).to_have_url(re.compile(r"/$"))
    page.reload()
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    expect(page.locator("[data-tone=NOVICE]:visible")).to_have_count(0)


def test_tone_switches_by_keyboard(open_page):
    page = open_page()
    link = page.get_by_role("link", name="Intermediate")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    expect(page.locator("tone-switch [role=status]")).to_have_text("Intermediate", use_inner_text=True)


def test_page_works_without_script(open_page):
    page = open_page(script=False)
    expect(page.locator("theme-switch")).to_be_hidden()
    page.get_by_role("link", name="Intermediate").click()
    expect(page.locator("[data-tone=NOVICE]:visible")).to_have_count(0)
    page.get_by_role("link", name="IT", exact=False).first.click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    page.locator("#row-US10 .enlarge").click()
    expect(page).to_have_url(re.compile(r"/indicators/US10\?range=1y$"))


def test_language_switches_and_keeps_the_tone(open_page):
    page = open_page("/?tone=INTERMEDIATE")
    page.get_by_role("link", name="IT · italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)


@pytest.mark.parametrize(("system", "choice", "paper"), [
    ("light", "Dark", "rgb(19, 21, 25)"), ("dark", "Light", "rgb(251, 250, 246)"),
])  # fmt: skip
def test_theme_is_chosen_stored_and_reset(open_page, system, choice, paper):
    page = open_page(scheme=system)
    colour = "getComputedStyle(document.body).backgroundColor"
    own = page.evaluate(colour)
    page.get_by_role("button", name=choice).click()
    comes_to(page, colour, paper)
    expect(page.get_by_role("button", name=choice)).to_have_attribute("aria-pressed", "true")
    page.reload()
    comes_to(page, colour, paper)
    page.get_by_role("button", name="System default").click()
    comes_to(page, colour, own)
    comes_to(page, "localStorage.getItem('svc.theme')", None)


def test_exchanges_scroll_by_keyboard(open_page):
    page = open_page(width=320)
    strip = page.get_by_role("region", name="Markets")
    strip.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    until(page, lambda: strip.evaluate("element => element.scrollLeft") > 0)


def test_exchanges_scroll_by_an_ordinary_wheel_and_let_the_page_go_at_the_end(open_page):
    page = open_page(width=320)
    strip = page.get_by_role("region", name="Markets")
    strip.hover()
    page.mouse.wheel(0, 200)
    until(page, lambda: strip.evaluate("element => element.scrollLeft") > 0)
    assert page.evaluate("scrollY") == 0
    strip.evaluate("element => { element.scrollLeft = element.scrollWidth }")
    page.mouse.wheel(0, 200)
    until(page, lambda: page.evaluate("scrollY") > 0)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("width", [1200, 1440, 1920])
def test_all_exchanges_stand_side_by_side_on_wide_screens(open_page, width, lang):
    page = open_page(
        width=width, lang=lang, clock="2026-11-20T02:31:00+00:00"
    )  # Tokyo's lunch: the longest words
    strip = page.get_by_role("region").and_(page.locator(".strip-scroll"))
    assert strip.evaluate("element => element.scrollWidth <= element.clientWidth")
    assert (
        page.locator(".chip *").evaluate_all(
            "all => all.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth).map(e => e.textContent)"
        )
        == []
    )
    beyond = "all => all.filter(c => [...c.children].some(e => e.getBoundingClientRect().right > c.getBoundingClientRect().right + 1)).length"
    assert page.locator(".chip").evaluate_all(beyond) == 0


def test_larger_chart_opens_in_place_and_gives_the_focus_back(open_page):
    page = open_page()
    opener = page.locator("#row-US10 .enlarge")
    opener.click()
    card = page.get_by_role("dialog", name="US 10-year yield")
    expect(card).to_be_visible()
    assert card.locator(".lines polyline").bounding_box()["height"] > 50
    row = page.locator("#row-US10")
    shown, given = card.locator(".now").inner_text(), row.locator(".value").inner_text()
    assert "".join(shown.split()) == "".join(given.split())
    expect(card).to_contain_text("Higher than about", use_inner_text=True)
    expect(card.locator("[data-say=note]")).not_to_be_empty()
    expect(card.locator("[data-say=limits]")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(opener).to_be_focused()
