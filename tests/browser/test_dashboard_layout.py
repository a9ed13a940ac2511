"""Layout of the dashboard: keyboard, narrow screens, targets, motion, print."""

import re
from functools import partial

import pytest

from briefing.core.web import cache_versions
from indicators.models import IndicatorFigure
from tests.browser.screens import SCREENS, WIDTHS, widths
from tests.browser.waiting import expect, load_again, until

pytestmark = pytest.mark.usefixtures("whole_edition")


@pytest.fixture
def open_page(open_page, session):
    """A signed-in reader's; what visitors see is in test_public."""
    return partial(open_page, session=session)


def shift(page) -> float:
    """The layout shift of the page so far."""
    return page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(
        list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: "layout-shift", buffered: true})
        || setTimeout(() => done(0), 200))"""
    )


def test_every_row_is_one_stop_of_the_keyboard(open_page):
    page = open_page()
    rows = page.locator("tr[data-figure]")
    rows.first.locator("th a").focus()
    stops = [rows.first.get_attribute("id")]
    while row := page.evaluate(
        "document.activeElement.closest('tr')?.id ?? document.activeElement.closest('.groups')?.nodeName"
    ):
        if row.startswith("row-"):
            stops.append(row)
        page.keyboard.press("Tab")
    assert stops[1:] == rows.evaluate_all("rows => rows.map(row => row.id)")


def test_the_day_the_news_and_the_log_come_before_the_figures_on_a_phone(open_page):
    page = open_page(width=390)
    tops = [
        page.locator(part).first.bounding_box()["y"]
        for part in (".lead", ".agenda", ".news", ".archive", ".groups", ".standing")
    ]
    assert tops == sorted(tops)
    heights = page.locator("tr[data-figure]").evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert sorted(heights)[len(heights) // 2] <= 42


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_row_s_line_covers_no_text_on_a_phone(open_page, lang):
    page = open_page(width=320, lang=lang)
    covered = page.locator("tr[data-figure]").evaluate_all(
        """rows => rows.filter(row => { const line = row.querySelector(".enlarge svg")?.getBoundingClientRect();
        const range = document.createRange(); range.selectNodeContents(row.cells[0]); range.setStartAfter(row.querySelector("th a"));
        return line && [...range.getClientRects()].some(b => b.right > line.left && b.bottom > line.top + 2 && b.top < line.bottom - 2); })
        .map(row => row.id)"""
    )
    assert covered == []


def test_headlines_are_folded_on_a_phone_and_open_beside_the_figures(open_page):
    page = open_page(width=390)
    expect(page.locator(".news > li:visible")).to_have_count(4)
    page.get_by_text("more headlines").click()
    expect(page.locator(".news > li:visible")).to_have_count(page.locator(".news > li").count())
    page = open_page(width=1440)
    expect(page.locator(".news > li:visible")).to_have_count(page.locator(".news > li").count())


def test_new_figures_are_named_at_the_next_visit(open_page):
    page = open_page()
    expect(page.locator("since-visit")).to_have_text("", use_inner_text=True)
    IndicatorFigure.objects.filter(code__in=("US10", "CPIE")).update(value=9.87)
    cache_versions.invalidate("figures")
    until(page, "'svc.seen' in localStorage")
    page.evaluate(
        """() => { const seen = JSON.parse(localStorage["svc.seen"]); seen.at -= 31 * 60_000;
        localStorage["svc.seen"] = JSON.stringify(seen); }"""
    )
    for _ in range(2):  # a reload is still the same visit
        page.reload(wait_until="networkidle")
        expect(page.locator("since-visit")).to_have_text(
            "New since your last visit: CPIE US10", use_inner_text=True
        )
        changed = page.locator("tr.changed")
        expect(changed).to_have_count(2)
        assert changed.evaluate_all("rows => rows.map(row => row.id)") == ["row-CPIE", "row-US10"]
        assert shift(page) <= 0.01


def test_basis_of_the_read_leads_to_the_row(open_page):
    page = open_page()
    page.locator(".lead summary").first.click()
    page.locator(".lead .basis a").first.click()
    expect(page).to_have_url(re.compile(r"#row-\w+$"))
    expect(page.locator("tr:target")).to_have_count(1)


def test_first_stop_of_the_keyboard_skips_to_the_content(open_page):
    page = open_page()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_every_stop_of_the_keyboard_shows_its_focus(open_page):
    page = open_page()
    dark = set()
    for _ in range(25):
        page.keyboard.press("Tab")
        style, name = page.evaluate(
            "(e => [getComputedStyle(e).outlineStyle, e.outerHTML.slice(0, 60)])(document.activeElement)"
        )
        if style == "none":
            dark.add(name)
    assert dark == set()


def test_times_are_ages(open_page):
    page = open_page()
    expect(page.locator(".news time").first).to_have_text("5 minutes ago", use_inner_text=True)
    expect(open_page(lang="it").locator(".news time").first).to_have_text("15 minuti fa", use_inner_text=True)


@pytest.mark.parametrize(("width", "scheme", "lang"), SCREENS)
def test_page_is_for_everyone(open_page, violations, width, scheme, lang):
    page = open_page(width=width, scheme=scheme, lang=lang)
    assert violations(page) == []
    page.locator("#row-US10 .enlarge").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.locator(".lead summary").first.evaluate("element => element.click()")
    assert violations(page) == []


@pytest.mark.parametrize("lang", ["en", "it"])
def test_page_is_never_wider_than_the_screen(open_page, lang):
    page = open_page(width=320, lang=lang)
    assert widths(page) == WIDTHS
    for summary in page.locator(".more > summary:visible").all():
        summary.evaluate("element => element.click()")
    assert widths(page) == WIDTHS


def test_longest_names_take_two_lines_on_the_narrowest_screen(open_page):
    page = open_page(width=320, lang="it")
    lines = page.locator(".figures th a").evaluate_all(
        "links => links.map(a => a.offsetHeight / parseFloat(getComputedStyle(a).lineHeight))"
    )
    assert len(lines) > 20
    assert max(lines) < 2.5


def test_targets_are_large_enough(open_page):
    page = open_page(width=320)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, .seg a, .nav a, .tags a, summary")].filter(e => e.checkVisibility())
        .map(e => [e.getBoundingClientRect(), e.textContent.trim()]).filter(([box]) => box.width && (box.height < 24 || box.width < 16))
        .map(([box, text]) => `${text} ${box.width}x${box.height}`)"""
    )
    assert small == []


def test_nothing_moves_while_the_page_loads(open_page):
    assert shift(open_page()) <= 0.01
    assert shift(open_page(width=320)) <= 0.01


def test_reduced_motion_is_respected(open_page):
    page = open_page(reduced_motion="reduce")
    moving = (
        "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).animationName !== 'none').length"
    )
    assert page.evaluate(moving) == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_first_load_is_light(open_page):
    answers = load_again(open_page())
    scripts = [size for kind, _address, size in answers if kind == "script"]
    # A file travels with some 600 bytes of headers.
    assert 0 < sum(scripts) + 600 * len(scripts) <= 15_000
    assert sum(size for _kind, _address, size in answers) <= 60_000


@pytest.mark.parametrize("lang", ["en", "it"])
def test_print_is_short_and_without_controls(open_page, lang):
    page = open_page(lang=lang)
    page.emulate_media(media="print")
    expect(page.locator(".strip")).to_be_hidden()
    expect(page.locator(".switches")).to_be_hidden()
    shown = min(8, page.locator(".news > li").count())  # there are fewer in Italian
    expect(page.locator(".news > li:visible")).to_have_count(shown)
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= pages <= 2
