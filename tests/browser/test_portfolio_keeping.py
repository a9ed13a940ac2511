"""What the browser keeps of a portfolio: privacy, two tabs, full and damaged storage, copies, deletion."""

import json

import pytest

from tests.browser.test_dashboard_layout import shift
from tests.browser.test_portfolio import stored
from tests.browser.waiting import comes_to, expect, until
from tests.portfolio import holdings

AMOUNTS = ("31,415", "46,487", "9,971", "5,099", "37,627", "3,141.59", "2,081")


def open_panel(page) -> None:
    page.locator("portfolio-panel summary").click()
    page.wait_for_load_state("networkidle")
    page.locator("portfolio-panel .chg").last.wait_for()


def everything(page) -> str:
    """All that can be seen, heard or copied: texts, labels, titles and values, shown or not."""
    return page.evaluate(
        """() => document.title + [...document.querySelectorAll("body *")].map(e => [e.value ?? "",
        ...[...e.attributes].map(a => a.value), ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data)].join(" ")).join(" ")"""
    )


def seen(page) -> set[str]:
    shown = everything(page)
    return {amount for amount in AMOUNTS if amount in shown or amount.replace(",", "") in shown}


def test_privacy_replaces_amounts_for_eyes_ears_and_copies(full_portfolio):
    page = full_portfolio()
    page.locator(".preview summary").click()
    for summary in page.locator(".views .more summary").all():
        summary.click()
    comes_to(page, lambda: seen(page), set(AMOUNTS))
    button = page.get_by_role("button", name="Hide amounts")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    comes_to(page, lambda: seen(page), set())
    expect(page.locator(".totals .whole b")).to_have_text("hidden", use_inner_text=True)
    expect(page.locator(".allocation")).to_contain_text("67.6%", use_inner_text=True)
    page.reload(wait_until="networkidle")
    expect(button).to_have_attribute("aria-pressed", "true")
    comes_to(page, lambda: seen(page), set())
    button.click()
    expect(page.locator(".totals")).to_contain_text("£46,487.18", use_inner_text=True)


def test_privacy_holds_on_the_front_page_too(full_portfolio):
    page = full_portfolio(holdings.state(privacy=True))
    page.goto(page.url.removesuffix("portfolio"), wait_until="networkidle")
    open_panel(page)
    page.get_by_text("+0.22%").wait_for()  # the day's move comes with the prices, after the rest
    expect(page.locator("portfolio-panel")).to_contain_text("hidden", use_inner_text=True)
    comes_to(page, lambda: seen(page), set())


def test_another_tab_s_change_is_shown_and_said(full_portfolio):
    page = full_portfolio()
    other = page.context.new_page()
    other.goto(page.url, wait_until="networkidle")
    other.get_by_role("button", name="Hide amounts").click()
    page.get_by_text("Another tab changed the portfolio.").wait_for()
    expect(page.locator(".totals .whole b")).to_have_text("hidden", use_inner_text=True)
    other.get_by_role("button", name="Rename: Growth").click()
    other.keyboard.type("Renamed")
    other.keyboard.press("Enter")
    box = page.get_by_role("checkbox", name="Renamed")
    box.focus()
    box.press("Space")
    expect(box).to_be_focused()
    comes_to(
        page,
        lambda: [(pie["name"], pie.get("left_out", False)) for pie in stored(page)["pies"]],
        [("Renamed", True), ("Income", False)],
    )


def test_full_storage_loses_nothing_and_says_what_to_do(full_portfolio):
    page = full_portfolio()
    before = stored(page)
    page.evaluate(
        """() => { let text = "x".repeat(6_000_000); while (text) { try { localStorage.setItem("filler", (localStorage.filler ?? "") + text); }
        catch { text = text.slice(0, text.length / 2); } } }"""
    )
    page.get_by_role("button", name="Rename: Growth").click()
    page.keyboard.type("A name that is much too long for what is left of this browser’s storage")
    page.keyboard.press("Enter")
    expect(page.get_by_text("storage for the site is full")).to_be_visible()
    assert stored(page) == before
    expect(page.locator(".totals")).to_contain_text("£46,487.18", use_inner_text=True)
    page.evaluate("localStorage.removeItem('filler')")
    page.keyboard.press("Enter")
    expect(page.get_by_text("storage for the site is full")).to_be_hidden()
    until(page, lambda: stored(page)["pies"][0]["name"].startswith("A name"))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_damaged_text_stays_until_the_reader_deletes_it(open_portfolio, lang):
    page = open_portfolio(lang=lang)
    holdings.keep(page, '{"version":1,"pies":"half')
    expect(page.locator("[data-trouble=damaged]")).to_be_visible()
    with page.expect_download() as download:
        page.locator("[data-kept=save]").click()
    assert download.value.path().read_text() == '{"version":1,"pies":"half'
    page.locator("[data-kept=ask]").click()
    page.locator("[data-kept=drop]").click()
    expect(page.locator("[data-trouble=damaged]")).to_be_hidden()
    comes_to(page, "localStorage.getItem(document.documentElement.dataset.portfolioKey)", None)


def test_text_of_a_newer_page_is_left_alone(open_portfolio):
    page = open_portfolio()
    newer = json.dumps(holdings.state(version=99))
    holdings.keep(page, newer)
    expect(page.get_by_text("The portfolio was saved by a newer version of this page")).to_be_visible()
    assert page.evaluate("localStorage.getItem(document.documentElement.dataset.portfolioKey)") == newer


def test_refused_storage_has_a_message(open_portfolio):
    page = open_portfolio()
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.reload(wait_until="networkidle")
    expect(page.get_by_text("This browser blocks storage")).to_be_visible()


def test_snapshots_draw_a_line_from_the_first_visit(full_portfolio):
    page = full_portfolio()
    expect(page.locator(".history")).to_contain_text(
        "You first had a portfolio here on 2 Nov 2026", use_inner_text=True
    )
    page.locator(".history summary").click()
    expect(page.locator(".history tbody tr")).to_have_count(4)  # three days kept and today
    comes_to(page, lambda: len(stored(page)["snapshots"]), 4)
    page.reload(wait_until="networkidle")
    comes_to(page, lambda: len(stored(page)["snapshots"]), 4)


def test_first_visit_has_a_point_and_no_line_yet(full_portfolio):
    page = full_portfolio(holdings.state(snapshots=[]))
    expect(page.get_by_text("The line begins with today’s point.")).to_be_visible()
    expect(page.locator("svg.line")).to_be_hidden()


def test_correction_of_a_listing_stays_and_can_be_undone(full_portfolio):
    page = full_portfolio()
    button = page.get_by_role("button", name="Listing of Kwyjibo Mining")
    expect(button).to_have_text("no quote", use_inner_text=True)
    button.click()
    page.get_by_label("KWYJ.DE: Somebody Else, in EUR").check()
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(button).to_have_text("KWYJ.DE", use_inner_text=True)
    page.reload(wait_until="networkidle")
    expect(page.locator("[data-view=today]")).to_contain_text("for 100% of the value", use_inner_text=True)
    button.click()
    page.get_by_label("The other symbol").fill("not a symbol!")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A symbol has letters")).to_be_visible()
    page.get_by_label("Matched automatically:").check()
    page.get_by_role("button", name="Keep", exact=True).click()
    comes_to(page, lambda: stored(page)["corrections"], {})


def test_files_hold_the_real_amounts_and_no_formula(full_portfolio):
    kept = holdings.state(privacy=True)
    kept["pies"][1]["positions"][0]["name"] = '=HYPERLINK("http://x")'
    page = full_portfolio(kept)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what is shown (CSV)").click()
    lines = download.value.path().read_bytes().decode("utf-8-sig").split("\r\n")
    assert lines[1] == '"ZYXQ","Zyxwvut Holdings",20817.31,31415.92,10598.609999999997,10'
    assert "\"'=HYPERLINK(" in lines[3]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save everything (JSON)").click()
    assert json.loads(download.value.path().read_text()) == stored(page)


def test_everything_is_deleted_and_comes_back_from_a_copy(full_portfolio, tmp_path):
    page = full_portfolio()
    copy = tmp_path / "copy.json"
    copy.write_text(json.dumps(stored(page)))
    page.get_by_text("Delete everything", exact=True).click()
    page.get_by_role("button", name="Yes, delete everything here").click()
    expect(page.get_by_role("heading", name="What do you own?")).to_be_visible()
    comes_to(page, "Object.keys(localStorage).filter(key => key.startsWith('svc.portfolio'))", [])
    expect(page.locator("[data-message]")).to_contain_text(
        "keeps nothing of your portfolio", use_inner_text=True
    )
    expect(page.get_by_role("button", name="Save everything (JSON)")).to_be_hidden()
    page.get_by_label("Restore a JSON copy").set_input_files(copy)
    page.get_by_text("The copy is restored.").wait_for()
    expect(page.locator(".totals")).to_contain_text("£46,487.18", use_inner_text=True)
    copy.write_text("no copy")
    page.get_by_label("Restore a JSON copy").set_input_files(copy)
    page.get_by_text("This file is not a copy").wait_for()


def test_front_page_shows_the_panel_only_where_there_is_a_portfolio(full_portfolio):
    page = full_portfolio()
    home = page.url.removesuffix("portfolio")
    page.goto(home, wait_until="networkidle")
    expect(page.locator("portfolio-panel").get_by_role("link")).to_have_attribute("href", "/portfolio")
    page.evaluate("localStorage.clear()")
    page.goto(home, wait_until="networkidle")
    expect(page.locator("portfolio-panel")).to_be_hidden()


def test_front_page_loads_nothing_of_a_portfolio_before_its_panel_is_opened(full_portfolio):
    page = full_portfolio()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.removesuffix("portfolio"), wait_until="networkidle")
    assert [url for url in asked if "portfolio" in url or "universe" in url] == []
    assert shift(page) <= 0.01
    open_panel(page)
    expect(page.locator("portfolio-panel")).to_contain_text("£46,487.18", use_inner_text=True)
    until(page, lambda: any(url.endswith("/api/universe") for url in asked))
