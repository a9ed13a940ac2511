"""Reading without a network, through the service worker of a real browser."""

import json
from typing import Any

import pytest

from tests.browser.conftest import WATCH
from tests.browser.waiting import expect, until

pytestmark = pytest.mark.usefixtures("whole_edition")
KEPT = """async () => { const cache = await caches.open("briefing");
    return (await cache.keys()).map(({ url }) => new URL(url).pathname).filter(path => !path.startsWith("/static/")); }"""

FILES_KEPT = """async () => { const { files } = document.querySelector("offline-note").dataset;
    const all = performance.getEntriesByType("resource").map(({ name }) => name).concat(files.split(" "));
    const found = await Promise.all(all.filter(name => /\\/static\\/.*(js|css)$/.test(name)).map(name => caches.match(name)));
    return found.length > 20 && found.every(Boolean); }"""


@pytest.fixture
def visit(browser: Any, live_server: Any, session: str) -> Any:
    """visit(lang="en"): the briefing of a signed-in reader, once the worker has kept it and its files."""
    origin, contexts = live_server.url.replace("localhost", "127.0.0.1"), []

    def open_(lang: str = "en") -> Any:
        context = browser.new_context(viewport={"width": 1024, "height": 900})
        contexts.append(context)
        context.add_cookies(
            [{"name": name, "value": value, "url": origin} for name, value in (("svc.lang", lang), ("svc.session", session))]
        )  # fmt: skip
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(f"{origin}/", wait_until="networkidle")
        until(page, lambda: page.evaluate(KEPT) == ["/", "/offline"])
        until(page, FILES_KEPT)
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("lang", "words"), [
    ("en", "Offline. This briefing is saved on your device; updated: now."),
    ("it", "Senza rete. Questo briefing è salvato sul tuo dispositivo; aggiornato: ora."),
])  # fmt: skip
def test_last_briefing_is_read_without_a_network(visit, lang, words):
    page = visit(lang)
    lead = page.locator(".lead").inner_text()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("offline-note")).to_have_text(words, use_inner_text=True)
    expect(page.locator(".lead")).to_have_text(lead, use_inner_text=True)
    page.get_by_role("link", name="Intermediate" if lang == "en" else "Intermedio").click()
    expect(page.locator("[data-tone=INTERMEDIATE]:visible")).not_to_have_count(0)
    expect(page.locator("[data-mic=XNYS] [data-countdown]")).to_be_visible()
    assert page.evaluate("cspViolations") == []


def test_page_without_a_network_is_in_the_language_chosen_last(visit):
    page = visit("en")
    page.goto(page.url + "settings?lang=it", wait_until="networkidle")
    title = "caches.match('/offline').then(page => page.text()).then(text => text.includes('Senza rete'))"
    until(page, lambda: page.evaluate(title))
    page.context.set_offline(True)
    page.goto(page.url.split("/settings")[0] + "/log")
    expect(page.locator("h1")).to_have_text("Senza rete")


def test_fresh_briefing_says_nothing_of_age(visit):
    page = visit()
    page.reload(wait_until="networkidle")
    expect(page.locator("offline-note")).to_be_hidden()


def test_newer_briefing_replaces_the_stored_one(visit):
    page = visit()
    fetched = "caches.match('/').then(page => page.headers.get('Fetched'))"
    first = page.evaluate(fetched)
    page.reload(wait_until="networkidle")
    until(page, lambda: page.evaluate(fetched) > first)


def test_other_page_without_a_network_leads_to_the_stored_one(visit):
    page = visit()
    page.context.set_offline(True)
    page.goto(page.url + "news")
    expect(page.get_by_role("heading", name="Offline")).to_be_visible()
    page.get_by_role("link", name="Read the last briefing").click()
    expect(page.locator(".lead")).to_be_visible()


def test_nothing_else_is_stored(visit):
    page = visit()
    home = page.url
    for path in ("news", "settings", "log", "portfolio", "about"):
        page.goto(home + path, wait_until="networkidle")
    assert page.evaluate(KEPT) == ["/", "/offline"]


def test_sign_out_leaves_nothing(visit):
    page = visit()
    home = page.url
    page.goto(f"{home}settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_load_state("networkidle")
    until(page, lambda: page.evaluate("caches.keys()") == [])
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(home)


def test_deleted_account_leaves_nothing(visit):
    page = visit()
    page.goto(f"{page.url}settings")
    page.locator("summary", has_text="Delete my account").click()
    page.fill("#confirm", "reader@example.org")
    page.press("#confirm", "Enter")
    page.get_by_role("heading", name="Your account has been deleted").wait_for()
    until(page, lambda: page.evaluate("caches.keys()") == [])


def test_session_that_ended_elsewhere_leaves_nothing_at_the_next_visit(visit):
    page = visit()
    page.context.clear_cookies(name="svc.session")
    page.reload(wait_until="networkidle")
    until(page, lambda: page.evaluate("caches.keys()") == [])


def test_copy_older_than_a_session_is_not_shown(visit):
    page = visit()
    page.evaluate(
        """async () => { const cache = await caches.open("briefing"), page = await cache.match("/");
        const headers = new Headers(page.headers); headers.set("Fetched", new Date(Date.now() - 15 * 864e5).toISOString());
        await cache.put("/", new Response(await page.blob(), { headers })); }"""
    )
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Offline")).to_be_visible()


def test_stored_page_keeps_its_policy(visit):
    page = visit()
    headers = json.loads(page.evaluate("caches.match('/').then(page => JSON.stringify([...page.headers]))"))
    assert "default-src 'none'" in dict(headers)["content-security-policy"]
