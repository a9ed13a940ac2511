"""Terms explained for novices: by mouse, keyboard and touch, with script and without, on the log page."""

from datetime import UTC, datetime

import pytest

from commentary.models import StrategicLog
from tests.browser.screens import NARROW
from tests.browser.waiting import expect, until

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "a" * 40
BEARER = {"authorization": f"Bearer {TOKEN}"}
WORDS = (
    "In October the yield curve was flatter than a year before, and one basis point above its middle. " * 3
)


@pytest.fixture
def log(settings) -> StrategicLog:
    settings.SERVICE_TOKEN = TOKEN
    moment = datetime(2026, 11, 20, 12, 7, tzinfo=UTC)
    return StrategicLog.objects.create(
        cycle=moment, tone="NOVICE", style="DRY", header="The yield curve, and what it showed", content=WORDS,
        facts={"group": "all", "as_of": "2026-11-20", "rows": []}, facts_hash="x", written_by="ai", prompt_version=10,
        published_at=moment,
    )  # fmt: skip


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [320, 1280])
def test_a_term_is_explained_by_mouse_and_keyboard(log, open_page, script, width):
    page = open_page("/log", width=width, script=script, extra_http_headers=BEARER)
    term, tip = page.locator(".term").first, page.locator(".tip").first
    expect(term).to_have_text("yield curve")
    expect(tip).to_be_hidden()
    term.hover()
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    term.focus()
    expect(tip).to_be_visible()
    expect(page.locator("h1 .term")).to_have_count(0)


def test_escape_and_a_touch_elsewhere_close_it(log, open_page):
    page = open_page("/log", width=390, extra_http_headers=BEARER)
    term, tip = page.locator(".term").first, page.locator(".tip").first
    term.focus()
    until(page, "customElements.get('glossary-term') !== undefined")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    term.evaluate("each => each.blur()")
    term.dispatch_event("click")
    expect(tip).to_be_visible()
    page.locator("h1").dispatch_event("pointerdown")
    expect(tip).to_be_hidden()


def test_a_term_of_two_words_breaks_over_two_lines(log, open_page):
    page = open_page("/log", width=320, extra_http_headers=BEARER)
    lines = """term => { const { style } = term.closest("p");
        for (let width = 300; width > 60; width -= 4) { style.width = `${width}px`; if (term.getClientRects().length === 2) return 2; }
        return 1; }"""
    assert page.locator(".term").first.evaluate(lines) == 2


def test_the_log_page_is_accessible_and_fits(log, open_page, violations):
    page = open_page("/log", extra_http_headers=BEARER, **NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert violations(page) == []
