"""A broker's file of an unknown layout: its columns are proposed by a model, which sees their names, or set by hand."""

import json
import re
from collections.abc import Iterator

import pytest

from tests.browser.importing import ERROR, READ, card, choose, names, near_import, save, sent
from tests.browser.waiting import comes_to, expect
from tests.fake_model import KEY, FakeModel, says
from tests.portfolio.files import CELLS, OTHERS

pytestmark = pytest.mark.django_db(transaction=True)
ANSWER = {"holdings": True, "slice": -1, "name": 0, "isin": -1, "currency": -1, "quantity": 1, "invested": 3, "value": 2,
        "result": -1, "price": -1, "unit": "whole"}  # fmt: skip
TITLE_NAMES = ["Titel", "Stück", "Kurswert", "Einstand"]


@pytest.fixture
def model(settings) -> Iterator[FakeModel]:
    with FakeModel() as found:
        settings.LLM_API_KEY, settings.LLM_MODEL, settings.LLM_BASE_URL = KEY, "small", found.base_url
        settings.LLM_PRICES = {"default": {"input": 1, "output": 2}}
        found.otherwise = says(json.dumps(ANSWER))
        yield found


def test_names_alone_are_sent_after_a_click_and_remembered_here(settings_page, model):
    page = settings_page()
    choose(page, ("Jane Sample.csv", CELLS))
    found = card(page)
    expect(found.locator(".import-sent code")).to_have_text(TITLE_NAMES, use_inner_text=True)
    assert (sent(page), model.seen) == ([], [])  # shown first
    found.get_by_role("button", name="Send these names").click()
    found.locator(READ).wait_for()
    body = json.dumps({"headers": TITLE_NAMES, "delimiter": ";"}, ensure_ascii=False, separators=(",", ":"))
    assert sent(page) == [("POST", "api/portfolio/format", body)]
    expect(found).to_contain_text("A proposal made by AI", use_inner_text=True)
    expect(found).to_contain_text("Value 4,321.50, invested 3,000.00, result +1,321.50.", use_inner_text=True)
    for secret in ("Jane", "Sample", "4321", "4.321", "98765", "Acme"):
        assert secret not in json.dumps(model.seen[0].body, ensure_ascii=False)
    found.get_by_label("Invested", exact=True).select_option("")  # the reader knows better
    expect(found).to_contain_text("invested n/a", use_inner_text=True)
    save(found)
    page.reload()
    near_import(page)
    page.asked.clear()
    choose(page, ("again.csv", CELLS))
    expect(card(page)).to_contain_text(
        "Read with the columns that you confirmed before.", use_inner_text=True
    )
    expect(card(page)).to_contain_text("invested n/a", use_inner_text=True)
    assert (sent(page), len(model.seen)) == ([], 1)
    card(page).locator("details.import-columns > summary").click()
    card(page).get_by_role("button", name="Forget these columns and start over").click()
    expect(card(page).get_by_role("button", name="Send these names")).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "There is no answer at the moment."), ("it", "Per ora non c’è risposta.")]
)
def test_without_a_model_it_works_by_hand(settings_page, lang, said):
    page = settings_page(lang=lang, refusals=(503,))
    choose(page, ("x.csv", CELLS))
    found = card(page)
    found.locator("[data-import=ask]").click()
    found.locator("[data-part=columns]").wait_for()
    expect(found.locator('[data-say="asked"]')).to_contain_text(said, use_inner_text=True)
    for key, index in {"name": 0, "quantity": 1, "value": 2}.items():
        expect(found.locator("[data-part=save]")).to_be_hidden()
        found.locator(f"[data-column={key}]").select_option(str(index))
    expect(found).to_contain_text(re.compile(r"4[.,]321[.,]50"), use_inner_text=True)
    save(found)
    comes_to(page, lambda: names(page), ["x"])


def test_by_hand_nothing_is_sent_and_mistakes_are_named(settings_page):
    page = settings_page()
    choose(page, ("x.csv", CELLS))
    found = card(page)
    found.get_by_role("button", name="Choose the columns myself, send nothing").click()
    expect(found.locator('[data-say="asked"]')).to_contain_text("Still needed", use_inner_text=True)
    for key, index in {"name": 1, "quantity": 0, "value": 2}.items():
        found.locator(f"[data-column={key}]").select_option(str(index))
    expect(found.locator(ERROR)).to_contain_text(
        "Line 4, column 1: “Acme” cannot be read as a number", use_inner_text=True
    )
    found.locator("[data-column=quantity]").select_option("1")
    expect(found.locator('[data-say="asked"]')).to_contain_text(
        "Still needed", use_inner_text=True
    )  # one column for two things
    found.locator("[data-column=name]").select_option("0")
    found.locator("[data-part=rows] summary").click()
    found.locator("[data-part=skip]").fill("Beta")
    found.locator("[data-part=skip]").blur()
    expect(found.locator(READ)).to_have_text("1 position", use_inner_text=True)
    found.locator(".import-filter select").first.select_option("0")
    found.locator(".import-filter input").first.fill("nobody")
    found.locator(".import-filter input").first.blur()
    expect(found.locator(ERROR)).to_contain_text("no row below it", use_inner_text=True)
    assert sent(page) == []


def test_five_questions_an_hour(settings_page):
    page = settings_page(refusals=(429,))
    for number in range(6):
        choose(page, ("x.csv", OTHERS[0][1]))
        card(page, number).get_by_role("button", name="Send these names").click()
        card(page, number).locator("[data-part=columns]").wait_for()
    expect(card(page, 5)).to_contain_text(
        "reached the limit of five requests an hour. Try again in 60 min", use_inner_text=True
    )
