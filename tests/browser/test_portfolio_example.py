"""A made-up portfolio to look at: marked, kept nowhere, gone with one press."""

import json
import re

from tests.browser.test_portfolio import bring
from tests.browser.waiting import comes_to, expect
from tests.portfolio import holdings
from tests.portfolio.instruments import instrument, quote

KEPT = "localStorage.getItem(document.documentElement.dataset.portfolioKey)"


def shown(open_portfolio, **how):
    page = open_portfolio(**how)
    page.get_by_role("button", name="Try with an example").click()
    page.get_by_text("This is an example.").wait_for()
    return page


def test_example_is_marked_priced_and_not_stored(open_portfolio):
    instrument("AAPL_US_EQ", "AAPL", name="Apple", currency="USD", quote_currency="USD")
    quote("AAPL", 102.0, 100.0)
    page = shown(open_portfolio)
    totals = page.locator("[data-view=totals]")
    expect(totals).to_contain_text("£12,673.60", use_inner_text=True)
    expect(totals).to_contain_text(re.compile(r"Prices of .+ for 11% of the value"), use_inner_text=True)
    expect(page.locator("[data-view=positions] tbody tr")).to_have_count(7)
    expect(page.locator("[data-view=pies]")).to_be_hidden()
    expect(page.get_by_role("button", name="Save everything (JSON)")).to_be_hidden()
    assert page.evaluate(KEPT) is None


def test_one_press_takes_it_away(open_portfolio):
    page = shown(open_portfolio)
    page.get_by_role("button", name="Remove the example").click()
    expect(page.get_by_role("heading", name="What do you own?")).to_be_visible()
    expect(page.locator("[data-view=totals]")).to_be_hidden()
    expect(page.locator("[data-message]")).to_have_text("The example is gone.")
    page.get_by_role("button", name="Try with an example").click()
    page.reload(wait_until="networkidle")
    expect(page.get_by_role("heading", name="What do you own?")).to_be_visible()
    assert page.evaluate(KEPT) is None


def test_own_file_takes_its_place(open_portfolio):
    page = shown(open_portfolio)
    page.locator("[data-listing]").first.click()
    page.get_by_label("It has no quote").check()
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    bring(page)
    page.get_by_text("£46,387.18").first.wait_for()
    expect(page.get_by_text("This is an example.")).to_be_hidden()
    comes_to(
        page, lambda: [pie["name"] for pie in json.loads(page.evaluate(KEPT))["pies"]], ["Vault of Zubrowka"]
    )
    assert json.loads(page.evaluate(KEPT))["corrections"] == {}


def test_portfolio_stored_by_another_tab_takes_its_place(open_portfolio):
    page = shown(open_portfolio)
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate(
        "text => localStorage.setItem(document.documentElement.dataset.portfolioKey, text)",
        json.dumps(holdings.state()),
    )
    expect(page.locator("[data-view=totals]")).to_contain_text("£46,487.18", use_inner_text=True)
    expect(page.get_by_text("This is an example.")).to_be_hidden()


def test_everyone_can_use_it(open_portfolio, violations):
    page = shown(open_portfolio, width=390)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
