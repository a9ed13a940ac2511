"""The front page in a real browser: switches, keyboard, narrow screens, weight, and everyone's access."""

import gzip
import re
from functools import partial

import pytest

from briefing.core.web import cache_versions
from indicators.models import IndicatorFigure
from tests.accounts.readers import signed_in
from tests.browser.screens import SCREENS, WIDTHS, widths
from tests.browser.waiting import comes_to, expect, until

pytestmark = pytest.mark.usefixtures("whole_edition")


@pytest.fixture
def open_page(open_page, live_server):
    """A signed-in reader's; what visitors see is in test_public."""
    return partial(open_page, session=signed_in().cookies["svc.session"].value)


def shown(page, selector: str) -> list[str]:
    return [text for text in page.locator(f"{selector}:visible").all_inner_texts() if text]


def shift(page) -> float:
    """The layout shift of the page so far."""
    return page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(
        list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({type: "layout-shift", buffered: true})
        || setTimeout(() => done(0), 200))"""
    )


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


def test_tone_is_kept_for_the_next_visit(open_page):
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
def test_theme_is_chosen_kept_and_let_go(open_page, system, choice, paper):
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


def test_a_row_is_one_stop_of_the_keyboard(open_page):
    page = open_page()
    row = page.locator("#row-US10")
    row.locator("th a").focus()
    page.keyboard.press("Tab")
    following = page.evaluate("document.activeElement.closest('tr')?.id")
    assert following == row.evaluate("row => row.nextElementSibling.id")


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
    page = open_page()
    sizes = {"document": 0, "stylesheet": 0, "script": 0, "image": 0, "other": 0}
    page.on(
        "response",
        lambda r: sizes.__setitem__(
            r.request.resource_type, sizes.get(r.request.resource_type, 0) + len(gzip.compress(r.body()))
        ),
    )
    scripts = []
    page.on("response", lambda r: scripts.append(r.url) if r.request.resource_type == "script" else None)
    page.goto(page.url, wait_until="networkidle")
    assert sizes["script"] > 0
    # A file travels with some 600 bytes of headers.
    assert sizes["script"] + 600 * len(scripts) <= 15_000
    assert sum(sizes.values()) <= 60_000


def test_print_is_short_and_without_controls(open_page):
    page = open_page()
    page.emulate_media(media="print")
    expect(page.locator(".strip")).to_be_hidden()
    expect(page.locator(".switches")).to_be_hidden()
    expect(page.locator(".news > li:visible")).to_have_count(8)
    pages = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= pages <= 2
