"""Reading a broker's file as a person does: drop, choose, paste, look, keep; and what leaves the page meanwhile."""

import re

import pytest

from tests.browser.importing import ERROR, READ, card, choose, kept, names, near_import, save, sent
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect
from tests.portfolio.files import CELLS, ERRORS, OTHERS, PIE, TITLES

pytestmark = pytest.mark.django_db(transaction=True)


def test_chosen_pie_is_shown_then_stored_and_nothing_is_sent(settings_page):
    page = settings_page()
    page.select_option("#import-currency", "GBP")
    choose(page, ("My secret pie.csv", PIE))
    expect(card(page).locator(READ)).to_have_text("2 positions", use_inner_text=True)
    expect(card(page)).to_contain_text(
        "Value £1,650.75, invested £1,500.00, result +£150.75.", use_inner_text=True
    )
    rows = [
        "Vanguard S&P 500 VUSA 12.5 £1,000.00 £1,200.50 +£200.50",
        '=HYPERLINK("http://x") AMD 3.2 £500.00 £450.25 −£49.75',
    ]
    expect(card(page).locator("tbody tr")).to_have_text(rows, use_inner_text=True)
    expect(card(page).locator("tbody a")).to_have_count(0)
    card(page).locator("[data-part=left-out] summary").click()
    left_out = ["line 4: Stub, without a quantity", "line 5: a total"]
    expect(card(page).locator("[data-part=left-out] li")).to_have_text(left_out, use_inner_text=True)
    assert kept(page)["pies"] == []  # asked for the currency, nothing else yet
    page.evaluate(
        "addEventListener('portfolio:changed', (event) => { window.told = [event.bubbles, event.detail.pie] })"
    )
    save(card(page))
    expect(card(page)).to_contain_text("Saved in this browser: “My pie”, 2 positions.", use_inner_text=True)
    state = kept(page)
    assert (state["currency"], [pie["name"] for pie in state["pies"]]) == ("GBP", ["My pie"])
    comes_to(page, "told", [True, state["pies"][0]["id"]])
    assert sent(page) == []


def test_dropped_files_become_cards_and_are_saved_together(settings_page):
    page = settings_page()
    files = page.evaluate_handle(
        """(files) => { const data = new DataTransfer();
           for (const [name, text] of files) data.items.add(new File([text], name));
           return data; }""",
        [["one.csv", PIE.replace("My pie", "-")], ["two.csv", PIE.replace("My pie", "N/A")], ["bad.csv", ""]],
    )
    page.dispatch_event("portfolio-import", "dragover", {"dataTransfer": files})
    expect(page.locator("portfolio-import")).to_have_class(re.compile(r"\bover\b"))
    page.dispatch_event("portfolio-import", "drop", {"dataTransfer": files})
    card(page, 2).wait_for()
    expect(page.locator(".import-title")).to_have_text(["one.csv", "two.csv", "bad.csv"], use_inner_text=True)
    page.get_by_role("button", name="Save them all").click()
    comes_to(page, lambda: names(page), ["one", "two"])
    expect(page.get_by_role("button", name="Save them all")).to_be_hidden()
    card(page, 2).get_by_role("button", name="Close").click()
    expect(page.locator(".import-card")).to_have_count(2)
    comes_to(page, "document.activeElement.textContent", "Choose files")


def test_pasted_text_is_read_and_a_wrong_one_stays_to_be_corrected(settings_page):
    page = settings_page()
    page.locator("[data-part=paste] summary").click()
    page.fill("#import-paste", "nonsense")
    page.get_by_role("button", name="Read the text").click()
    expect(card(page).locator(ERROR)).to_contain_text("No header", use_inner_text=True)
    expect(page.locator("#import-paste")).to_have_value("nonsense")
    page.fill("#import-paste", PIE)
    page.get_by_role("button", name="Read the text").click()
    expect(card(page, 1).locator(READ)).to_have_text("2 positions", use_inner_text=True)
    expect(page.locator("#import-paste")).to_have_value("")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_error_has_its_own_message(settings_page, lang):
    page = settings_page(lang=lang)
    for number, (name, content, english, italian) in enumerate(ERRORS):
        choose(page, (f"{name}.csv", content))
        card(page, number).wait_for()
        said = re.compile("^" + re.escape(english if lang == "en" else italian))
        expect(card(page, number).locator(ERROR), name).to_have_text(said, use_inner_text=True)
        expect(card(page, number).locator("[data-part=save]")).to_be_hidden()
    messages = page.locator(ERROR).all_inner_texts()
    assert len(set(messages)) == len(ERRORS)
    assert sent(page) == []


def test_pie_of_the_same_name_is_replaced_or_stands_beside(settings_page):
    page = settings_page()
    for number, (choice, after) in enumerate(
        [(None, ["My pie"]), ("Replace it", ["My pie"]), ("Keep both", ["My pie", "My pie (2)"])]
    ):
        choose(page, ("a.csv", PIE))
        found = card(page, number)
        found.wait_for()
        found.locator("[data-part=namesake]").wait_for(state="visible" if choice else "hidden")
        if choice:
            found.get_by_label(choice).check()
        save(found)
        comes_to(page, lambda: names(page), after)
    choose(page, ("a.csv", PIE))
    card(page, 3).get_by_label("Name of the pie").fill("Another")
    card(page, 3).locator("[data-part=namesake]").wait_for(state="hidden")
    save(card(page, 3))
    comes_to(page, lambda: names(page)[-1], "Another")


def test_full_storage_keeps_the_preview(settings_page):
    page = settings_page()
    choose(page, ("a.csv", PIE))
    page.evaluate(
        """() => { let size = 2 ** 23;
           while (size > 8) { try { localStorage.setItem("filler" + size + Math.random(), "x".repeat(size)); } catch { size /= 2; } } }"""
    )
    card(page).locator("button[type=submit]").click()
    expect(card(page).locator('[data-say="trouble"]')).to_contain_text("storage is full", use_inner_text=True)
    expect(card(page).locator(READ)).to_be_visible()
    page.evaluate(
        "for (const key of Object.keys(localStorage)) if (key.startsWith('filler')) localStorage.removeItem(key)"
    )
    save(card(page))
    comes_to(page, lambda: names(page), ["My pie"])


def test_hidden_amounts_stay_hidden_in_the_preview(settings_page):
    page = settings_page()
    choose(page, ("a.csv", PIE), ("other.csv", CELLS))
    card(page, 1).wait_for()
    expect(page.locator(".import-cards")).to_contain_text("1,650.75", use_inner_text=True)
    state = {
        "version": 1,
        "currency": None,
        "pies": [],
        "snapshots": [],
        "corrections": {},
        "templates": {},
        "privacy": True,
    }
    page.evaluate(
        "(state) => localStorage.setItem(document.documentElement.dataset.portfolioKey, JSON.stringify(state))",
        state,
    )
    page.evaluate("document.dispatchEvent(new CustomEvent('portfolio:shown'))")
    cards = page.locator(".import-cards")
    expect(cards).to_contain_text("hidden", use_inner_text=True)
    for amount in ("1,650.75", "4,321"):
        expect(cards).not_to_contain_text(amount, use_inner_text=True)


@pytest.mark.parametrize(
    ("broker", "content", "count", "sums", "left_out"), OTHERS, ids=lambda value: str(value)[:12]
)
def test_shipped_layouts_read_other_brokers(settings_page, broker, content, count, sums, left_out):
    page = settings_page()
    choose(page, ("x.csv", content))
    card(page).get_by_role("button", name="Send these names").click()
    card(page).locator(READ).wait_for()
    expect(card(page)).to_contain_text(f"These are the columns of {broker}.", use_inner_text=True)
    expect(card(page).locator(READ)).to_have_text(count, use_inner_text=True)
    expect(card(page).locator('[data-say="sums"]')).to_have_text(sums, use_inner_text=True)
    expect(card(page).locator('[data-say="left-out"]')).to_have_text(left_out)
    save(card(page))
    comes_to(page, lambda: names(page), [broker])


def test_amounts_of_two_currencies_are_not_added(settings_page):
    page = settings_page()
    choose(page, ("x.csv", OTHERS[-1][1]))
    found = card(page)
    found.get_by_role("button", name="Send these names").click()
    found.locator(READ).wait_for()
    found.get_by_label("Amounts in several currencies cannot be added up.").select_option("EUR")
    expect(found.locator(READ)).to_have_text("1 position", use_inner_text=True)
    page.select_option("#import-currency", "USD")
    expect(found).to_contain_text("The file says EUR, your account USD.", use_inner_text=True)


def test_history_and_lists_of_deeds_are_recognised(settings_page):
    page = settings_page()
    choose(page, ("deeds.csv", "Date,Product,Quantity,Price\n01-02-2026,Acme,3,4.5\n"))
    expect(card(page)).to_contain_text("look like a list of purchases and sales", use_inner_text=True)


def test_script_comes_only_when_the_import_is_near(open_page, session):
    page = open_page("/settings", session=session, width=320)
    loaded = "performance.getEntriesByType('resource').filter((each) => each.name.includes('/importing/portfolio-import')).length"
    before = page.evaluate(loaded)
    near_import(page)
    assert (before, page.evaluate(loaded)) == (0, 1)


def test_without_script_the_page_says_why(open_page, session):
    page = open_page("/settings", session=session, script=False)
    expect(page.locator("#import")).to_contain_text("which needs JavaScript", use_inner_text=True)
    expect(page.locator("[data-import=choose]")).to_be_hidden()


def test_everyone_can_use_it(settings_page, violations):
    page = settings_page(**NARROW)
    choose(page, ("pie.csv", PIE), ("bad.csv", TITLES), ("other.csv", CELLS))
    card(page, 2).locator("[data-import=by-hand]").click()
    card(page, 0).locator("[data-part=left-out] summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_on_the_portfolio_page_the_parts_do_not_get_in_each_others_way(open_page, session):
    page = open_page("/portfolio", session=session)
    near_import(page)
    for number in range(2):
        choose(page, ("x.csv", OTHERS[0][1]))
        if number == 0:
            card(page).get_by_role("button", name="Send these names").click()
            card(page).locator(READ).wait_for()
            save(card(page))
    expect(page.locator("[data-view=pies]")).to_contain_text("DEGIRO", use_inner_text=True)
    card(page, 1).locator("details.import-columns > summary").click()
    card(page, 1).get_by_role("button", name="Forget these columns and start over").click()
    card(page, 1).locator("[data-import=ask]").wait_for()
    comes_to(page, lambda: names(page), ["DEGIRO"])  # "forget" is about the columns alone
    page.get_by_role("button", name="Hide amounts").click()
    expect(page.locator(".import-cards")).not_to_contain_text("119,10", use_inner_text=True)
