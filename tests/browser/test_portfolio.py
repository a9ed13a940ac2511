"""The portfolio page in a real browser: every view from one file, and nothing of it on the wire."""

import json
import re

import pytest

from tests.portfolio import holdings

SCREENS = [
    (width, scheme, lang) for width in (320, 1440) for scheme in ("light", "dark") for lang in ("en", "it")
]
# Every call that the page makes unless the reader asks for more (portfolio.md 3.6; decisions 9).
NAMED = re.compile(r"GET /(portfolio|api/universe|static/[\w./-]+|favicon\.svg|manifest\.webmanifest)")


def bring(page, text: str = holdings.CSV) -> None:
    """Imports a file through the page, as a reader does."""
    page.locator("#import").scroll_into_view_if_needed()
    page.wait_for_selector("portfolio-import:defined")
    page.select_option("#import-currency", "GBP")
    page.locator("portfolio-import input[type=file]").set_input_files(
        {"name": "hoard.csv", "mimeType": "text/csv", "buffer": text.encode()}
    )
    page.locator(".import-save button[type=submit]").click()


def text(page, selector: str = "portfolio-viewer") -> str:
    return page.locator(selector).inner_text()


def stored(page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('svc.portfolio')"))


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
    assert page.get_by_role("heading", name="What do you own?").is_visible()
    bring(page)
    page.get_by_text("£46,387.18").first.wait_for()
    assert page.get_by_role("heading", name="What do you own?").is_hidden()
    assert "£46,387.18\n" in text(page, ".totals")
    assert "▲ +£8,879.61" in text(page, ".totals")
    assert "+23.67%" in text(page, ".totals")
    for name in ("Allocation", "Contribution to the result", "Winners and losers", "Today’s move", "Concentration",
                 "Currency of the listing", "Since your first visit", "All positions"):  # fmt: skip
        assert page.get_by_role("heading", name=name, exact=True).is_visible()


def test_charts_are_images_with_a_table_behind_each(full_portfolio):
    page = full_portfolio()
    assert page.locator("portfolio-viewer [role=img]").count() == 6
    for chart in page.locator("portfolio-viewer [role=img]").all():
        assert chart.get_attribute("aria-label")
        assert chart.locator("rect, polyline").count() > 0
        assert chart.locator("xpath=ancestor::*[.//details][1]").locator("details table").count() == 1
    page.locator(".allocation summary").click()
    rows = page.locator(".allocation tbody tr").all_inner_texts()
    assert [row.split("\t")[1:] for row in rows] == [
        ["67.6%", "£31,415.92"], ["21.4%", "£9,971.43"], ["11.0%", "£5,099.83"],
    ]  # fmt: skip


def test_move_comes_from_the_universe_and_never_from_a_namesake(full_portfolio):
    page = full_portfolio()
    move = text(page, "[data-view=today]")
    assert "▲ +0.22%" in move  # 2 % of 31,415.92 less 5 % of 9,971.43, against what both were worth before
    assert "Covers 89% of the value; prices of 20 Nov 2026." in move
    assert page.locator("[data-view=today] .bar").count() == 2
    currencies = page.locator("[data-view=currencies] .bar title").all_text_contents()
    assert currencies == ["British Pound: 67.6%", "US Dollar: 21.4%", "not known: 11.0%"]


def test_prices_that_cannot_be_had_are_said_and_asked_for_again(open_portfolio):
    page = open_portfolio()
    page.route("**/api/universe", lambda route: route.fulfill(json={}))
    holdings.keep(page, holdings.state())
    page.get_by_text("Prices are not available now.").wait_for()
    assert "Prices not available" in text(page, ".totals")
    assert "£46,487.18" in text(page, ".totals")
    page.unroute("**/api/universe")
    page.get_by_role("button", name="Ask again").click()
    page.get_by_text("Covers 89% of the value").wait_for()


def test_concentration_is_reckoned_and_explained(full_portfolio):
    terms = full_portfolio().locator(".concentration dd").all_inner_texts()
    assert [term.split()[0] for term in terms] == ["100.0%", "5,147", "1.9"]
    assert "3 positions weigh as unevenly as 1.9 of equal size." in terms[2]


def test_table_sorts_by_its_headings_and_says_so(full_portfolio):
    page = full_portfolio()
    names = lambda: [name.split("\n")[0] for name in page.locator(".positions tbody th").all_inner_texts()]  # noqa: E731
    order = lambda: page.locator(".positions thead th[aria-sort]").evaluate_all(  # noqa: E731
        "cells => cells.map(cell => [cell.innerText.trim(), cell.ariaSort])"
    )
    assert (names()[0], order()) == ("Zyxwvut Holdings", [["Share", "descending"]])
    page.get_by_role("button", name="Position", exact=True).click()
    assert (names()[0], order()) == ("Kwyjibo Mining", [["Position", "ascending"]])
    page.get_by_role("button", name="Position", exact=True).press("Enter")
    assert (names()[0], order()) == ("Zyxwvut Holdings", [["Position", "descending"]])
    page.get_by_role("button", name="Result", exact=True).click()
    assert names() == ["Zyxwvut Holdings", "Kwyjibo Mining", "Qqverty Brewery"]


def test_search_finds_by_name_and_ticker(full_portfolio):
    page = full_portfolio()
    search = page.get_by_label("Search by name or ticker")
    search.fill("BREW")
    assert page.locator(".positions tbody tr").count() == 1
    assert text(page, ".positions [role=status]") == "1 of 3 positions"
    search.fill("nothing like it")
    assert page.get_by_text("No position fits.").is_visible()


def test_pies_are_merged_left_out_renamed_and_deleted(full_portfolio):
    page = full_portfolio()
    assert page.locator(".positions tbody tr").count() == 3
    page.get_by_role("checkbox", name="Income").uncheck()
    assert "£41,287.35" in text(page, ".totals")
    page.reload(wait_until="networkidle")
    assert not page.get_by_role("checkbox", name="Income").is_checked()
    page.get_by_role("checkbox", name="Growth").uncheck()
    assert page.get_by_text("No pie is ticked.").is_visible()
    page.get_by_role("checkbox", name="Income").check()
    page.get_by_role("button", name="Rename: Income").click()
    page.keyboard.type("Rents")
    page.keyboard.press("Enter")
    assert [pie["name"] for pie in stored(page)["pies"]] == ["Growth", "Rents"]
    page.get_by_role("button", name="Delete: Rents").click()
    assert page.get_by_text("Delete “Rents” from this browser?").is_visible()
    page.get_by_role("button", name="Keep it: Rents").click()
    page.get_by_role("button", name="Delete: Rents").click()
    page.get_by_role("button", name="Yes, delete: Rents").click()
    assert [pie["name"] for pie in stored(page)["pies"]] == ["Growth"]
    assert text(page, "[data-told]") == "“Rents” is deleted."


@pytest.mark.parametrize(("lang", "total"), [("en", "£46,487.18"), ("it", "46.487,18 £")])
def test_amounts_are_in_the_reader_s_format(full_portfolio, lang, total):
    assert text(full_portfolio(lang=lang), ".totals .whole b").replace("\xa0", " ") == total


@pytest.mark.parametrize(("width", "scheme", "lang"), SCREENS)
def test_page_is_for_everyone(full_portfolio, violations, width, scheme, lang):
    page = full_portfolio(width=width, scheme=scheme, lang=lang)
    assert violations(page) == []
    open_all(page)
    page.evaluate("document.querySelector('[data-press=privacy]').click()")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator("[data-listing]").first.click()
    assert violations(page) == []


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1920])
def test_page_is_never_wider_than_the_screen(open_portfolio, width, lang):
    page = open_portfolio(width=width, lang=lang)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    holdings.keep(page, holdings.state())
    open_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_reduced_motion_is_respected(full_portfolio):
    page = full_portfolio(reduced_motion="reduce")
    moving = "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).animationName !== 'none' || parseFloat(getComputedStyle(e).transitionDuration) > 0).length"
    assert page.evaluate(moving) == 0
