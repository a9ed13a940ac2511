"""The portfolio page in a real browser: every view from one file, and nothing of it on the wire."""

import json
import re

import pytest

from tests.browser.importing import near_import
from tests.browser.screens import NARROW, WIDTHS, widths
from tests.browser.waiting import comes_to, expect
from tests.portfolio import holdings

# Every call that the page makes unless the reader asks for more.
NAMED = re.compile(r"GET /(portfolio|api/universe|static/[\w./-]+|favicon\.svg|manifest\.webmanifest)")


def bring(page, text: str = holdings.CSV) -> None:
    """Imports a file through the page, as a reader does."""
    near_import(page)
    page.select_option("#import-currency", "GBP")
    page.locator("portfolio-import input[type=file]").set_input_files(
        {"name": "hoard.csv", "mimeType": "text/csv", "buffer": text.encode()}
    )
    page.locator(".import-save button[type=submit]").click()


def stored(page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem(document.documentElement.dataset.portfolioKey)"))


def open_all(page) -> None:
    page.evaluate(
        "document.querySelectorAll('portfolio-viewer details').forEach(each => { each.open = true; })"
    )


def test_no_request_holds_a_name_a_quantity_or_an_amount(open_portfolio):
    page = open_portfolio()
    sent = []
    page.on("request", lambda request: sent.append(request))  # noqa: PLW0108  Playwright marks the function
    bring(page)
    page.get_by_text("£46,387.18").first.wait_for()
    open_all(page)
    page.get_by_label("Search by name or ticker").fill("brew")
    page.get_by_label("Search by name or ticker").fill("")
    for heading in page.locator(".positions thead button").all():
        heading.click()
    page.get_by_role("button", name="Hide amounts").click()
    page.get_by_role("button", name="Hide amounts").click()
    page.locator("[data-listing]").first.click()
    page.get_by_label("It has no quote").check()
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    for name in ("Save what is shown (CSV)", "Save everything (JSON)"):
        with page.expect_download():
            page.get_by_role("button", name=name).click()
    page.reload(wait_until="networkidle")
    page.get_by_text("£46,387.18").first.wait_for()
    origin = page.url.removesuffix("/portfolio")
    page.goto(f"{origin}/", wait_until="networkidle")
    page.goto(f"{origin}/portfolio", wait_until="networkidle")
    calls = {
        f"{each.method} {each.url.removeprefix(origin)}" for each in sent if not each.url.startswith("blob:")
    }
    assert {call for call in calls if not NAMED.fullmatch(call)} == {"GET /"}
    assert "GET /api/universe" in calls
    assert [each.url for each in sent if each.post_data] == []
    wire = [
        " ".join([each.url, each.post_data or "", *(f"{k}: {v}" for k, v in each.all_headers().items())])
        for each in sent
        if not each.url.startswith("blob:")
    ]
    assert [
        (secret, line) for line in wire for secret in holdings.SECRETS if secret.lower() in line.lower()
    ] == []


def test_import_shows_every_view_at_once(open_portfolio):
    page = open_portfolio()
    expect(page.get_by_role("heading", name="What do you own?")).to_be_visible()
    bring(page)
    page.get_by_text("£46,387.18").first.wait_for()
    expect(page.get_by_role("heading", name="What do you own?")).to_be_hidden()
    expect(page.locator(".totals")).to_contain_text("£46,387.18\n", use_inner_text=True)
    expect(page.locator(".totals")).to_contain_text("▲ +£8,879.61", use_inner_text=True)
    expect(page.locator(".totals")).to_contain_text("+23.67%", use_inner_text=True)
    for name in ("Allocation", "Contribution to the result", "Winners and losers", "Today’s move", "Concentration",
                 "Currency of the listing", "Since your first visit", "All positions"):  # fmt: skip
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_charts_are_images_with_a_table_behind_each(full_portfolio):
    page = full_portfolio()
    expect(page.locator("portfolio-viewer [role=img]")).to_have_count(6)
    for chart in page.locator("portfolio-viewer [role=img]").all():
        expect(chart).to_have_attribute("aria-label", re.compile("."))
        expect(chart.locator("rect, polyline")).not_to_have_count(0)
        expect(chart.locator("xpath=ancestor::*[.//details][1]").locator("details table")).to_have_count(1)
    page.locator(".allocation summary").click()
    cells = page.locator(".allocation tbody td")
    amounts = ["67.6%", "£31,415.92", "21.4%", "£9,971.43", "11.0%", "£5,099.83"]
    expect(cells).to_have_text(amounts, use_inner_text=True)


def test_move_comes_from_the_universe_and_never_from_a_namesake(full_portfolio):
    page = full_portfolio()
    move = page.locator("[data-view=today]")
    expect(move).to_contain_text(
        "▲ +0.22%", use_inner_text=True
    )  # 2 % of 31,415.92 less 5 % of 9,971.43, against what both were worth before
    expect(move).to_contain_text("Prices of 20 Nov 2026 for 89% of the value", use_inner_text=True)
    expect(page.locator("[data-view=today] .bar")).to_have_count(2)
    currencies = page.locator("[data-view=currencies] .bar title")
    expect(currencies).to_have_text(["British Pound: 67.6%", "US Dollar: 21.4%", "not known: 11.0%"])


def test_missing_prices_are_named_and_requested_again(open_portfolio):
    page = open_portfolio()
    page.route("**/api/universe", lambda route: route.fulfill(json={}))
    holdings.keep(page, holdings.state())
    page.get_by_text("Prices are not available right now.").wait_for()
    expect(page.locator(".totals")).to_contain_text("Prices not available", use_inner_text=True)
    expect(page.locator(".totals")).to_contain_text("£46,487.18", use_inner_text=True)
    page.unroute("**/api/universe")
    page.get_by_role("button", name="Reload prices").click()
    page.get_by_text("for 89% of the value").first.wait_for()


def test_concentration_is_reckoned_and_explained(full_portfolio):
    terms = full_portfolio().locator(".concentration dd")
    expect(terms).to_have_text(
        [re.compile(rf"^{re.escape(figure)}(?![\d.,])") for figure in ("100.0%", "5,147", "1.9")],
        use_inner_text=True,
    )
    expect(terms.nth(2)).to_contain_text("3 positions are as concentrated as 1.9 of equal size.")


def test_table_sorts_by_its_headings_and_says_so(full_portfolio):
    page = full_portfolio()

    def stands(by: str, order: str, *names: str) -> None:
        heading = page.locator(".positions thead th[aria-sort]")
        expect(heading).to_have_text([by], use_inner_text=True)
        expect(heading).to_have_attribute("aria-sort", order)
        first = page.locator(".positions tbody th")
        comes_to(
            page, lambda: [each.split("\n")[0] for each in first.all_inner_texts()][: len(names)], [*names]
        )

    stands("Share", "descending", "Zyxwvut Holdings")
    page.get_by_role("button", name="Position", exact=True).click()
    stands("Position", "ascending", "Kwyjibo Mining")
    page.get_by_role("button", name="Position", exact=True).press("Enter")
    stands("Position", "descending", "Zyxwvut Holdings")
    page.get_by_role("button", name="Result", exact=True).click()
    stands("Result", "descending", "Zyxwvut Holdings", "Kwyjibo Mining", "Qqverty Brewery")


def test_search_finds_by_name_and_ticker(full_portfolio):
    page = full_portfolio()
    search = page.get_by_label("Search by name or ticker")
    search.fill("BREW")
    expect(page.locator(".positions tbody tr")).to_have_count(1)
    expect(page.locator(".positions [role=status]")).to_have_text("1 of 3 positions", use_inner_text=True)
    search.fill("nothing like it")
    expect(page.get_by_text("No position matches.")).to_be_visible()


def test_pies_are_merged_left_out_renamed_and_deleted(full_portfolio):
    page = full_portfolio()
    expect(page.locator(".positions tbody tr")).to_have_count(3)
    page.get_by_role("checkbox", name="Income").uncheck()
    expect(page.locator(".totals")).to_contain_text("£41,287.35", use_inner_text=True)
    page.reload(wait_until="networkidle")
    expect(page.get_by_role("checkbox", name="Income")).not_to_be_checked()
    page.get_by_role("checkbox", name="Growth").uncheck()
    expect(page.get_by_text("No pie is ticked.")).to_be_visible()
    page.get_by_role("checkbox", name="Income").check()
    page.get_by_role("button", name="Rename: Income").click()
    page.keyboard.type("Rents")
    page.keyboard.press("Enter")
    comes_to(page, lambda: [pie["name"] for pie in stored(page)["pies"]], ["Growth", "Rents"])
    page.get_by_role("button", name="Delete: Rents").click()
    expect(page.get_by_text("Delete “Rents” from this browser?")).to_be_visible()
    page.get_by_role("button", name="Keep it: Rents").click()
    page.get_by_role("button", name="Delete: Rents").click()
    page.get_by_role("button", name="Yes, delete: Rents").click()
    comes_to(page, lambda: [pie["name"] for pie in stored(page)["pies"]], ["Growth"])
    expect(page.locator("[data-message]")).to_have_text("“Rents” is deleted.", use_inner_text=True)


@pytest.mark.parametrize(("lang", "total"), [("en", "£46,487.18"), ("it", "46.487,18 £")])
def test_amounts_are_in_the_reader_s_format(full_portfolio, lang, total):
    expect(full_portfolio(lang=lang).locator(".totals .whole b")).to_have_text(total, use_inner_text=True)


def test_page_is_for_everyone(full_portfolio, violations):
    page = full_portfolio(**NARROW)
    assert violations(page) == []
    open_all(page)
    page.evaluate("document.querySelector('[data-press=privacy]').click()")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator("[data-listing]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("lang", ["en", "it"])
def test_page_is_never_wider_than_the_screen(open_portfolio, lang):
    page = open_portfolio(width=320, lang=lang)
    assert widths(page) == WIDTHS
    holdings.keep(page, holdings.state())
    open_all(page)
    assert widths(page) == WIDTHS


def test_reduced_motion_is_respected(full_portfolio):
    page = full_portfolio(reduced_motion="reduce")
    moving = "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).animationName !== 'none' || parseFloat(getComputedStyle(e).transitionDuration) > 0).length"
    assert page.evaluate(moving) == 0
