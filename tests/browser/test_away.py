"""After an absence the dashboard leads to what happened; when the reader was there stays in the browser."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from tests.browser.screens import NARROW, WIDTHS, widths
from tests.browser.waiting import expect, until
from tests.commentary.test_away import edition_before
from tests.pages import edition

SHIFT = """() => new Promise(done => { let sum = 0; new PerformanceObserver(list => {
    for (const each of list.getEntries()) sum += each.value; }).observe({type: "layout-shift", buffered: true});
    setTimeout(() => done(sum), 300); })"""
AWAY = """days => { const seen = JSON.parse(localStorage["svc.seen"]); seen.at -= days * 86_400_000;
    localStorage["svc.seen"] = JSON.stringify(seen); }"""


@pytest.fixture
def open_page(open_page, session, settings):
    settings.SAMPLE_DATA = True
    edition.whole(3)
    edition_before(timezone.now() - timedelta(days=8))
    return partial(open_page, session=session)


def returned(open_page, days: float, **screen):
    page = open_page(**screen)
    until(page, "'svc.seen' in localStorage")
    page.evaluate(AWAY, days)
    page.reload(wait_until="networkidle")
    return page


@pytest.mark.parametrize(("days", "lang", "text", "number"), [
    (5, "en", "You were away for 5 days: what happened", 5),
    (2, "it", "Non passi da 2 giorni: che cosa è successo", 2),
    (30, "en", "You were away for 30 days: what happened", 30),
    (200, "en", "You were away for more than 30 days: what happened", 30),
])  # fmt: skip
def test_absence_is_one_line_that_leads_to_the_page(open_page, days, lang, text, number):
    for width in (390, 1280):
        page = returned(open_page, days, lang=lang, width=width)
        for _ in range(2):  # a reload is the same visit
            line = page.locator("since-visit")
            expect(line).to_have_text(text, use_inner_text=True)
            assert page.evaluate(SHIFT) < 0.02
            page.reload(wait_until="networkidle")
    requests = []
    page.on("request", lambda request: requests.append((request.url, request.post_data)))
    page.locator("since-visit a").click()
    page.wait_for_url(f"**/away?days={number}")
    assert not [each for each in requests if each[1]]


@pytest.mark.parametrize("days", [0, 0.03, 1, -3])
def test_a_day_is_no_absence(open_page, days):
    page = returned(open_page, days)
    expect(page.locator("since-visit a[href^='/away']")).to_have_count(0)


@pytest.mark.parametrize(
    "kept", ["{", "null", "7", '"x"', '{"at":"x","shown":3}', '{"at":null}', '{"at":1e400}', "[]"]
)
def test_strange_storage_shows_nothing(open_page, kept):
    page = open_page()
    page.evaluate("kept => { localStorage['svc.seen'] = kept; }", kept)
    page.reload(wait_until="networkidle")
    expect(page.locator("since-visit")).to_be_attached()
    expect(page.locator("since-visit a[href^='/away']")).to_have_count(0)


def test_without_script_the_dashboard_says_nothing_and_the_log_has_a_link(open_page):
    page = open_page(script=False)
    expect(page.locator("since-visit")).to_have_text("", use_inner_text=True)
    page = open_page("/log", script=False)
    page.get_by_role("link", name="The last seven days").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The last 7 days")


@pytest.mark.parametrize("screen", [NARROW, {"width": 1440, "lang": "en"}])
def test_axe_finds_nothing(open_page, violations, screen):
    assert violations(open_page("/away?days=7", **screen)) == []


def test_no_screen_scrolls_sideways(open_page):
    assert widths(open_page("/away?days=7", lang="it")) == WIDTHS
