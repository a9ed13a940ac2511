"""The explanation on the page: what it shows before anything leaves, what leaves, and what comes back."""

import json
import re
from datetime import timedelta

import pytest

from accounts.models import User
from briefing.core.web import limits
from portfolio.analysis import views
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect, until
from tests.commentary.author import configure
from tests.portfolio import holdings
from tests.portfolio.weights import Explainer, writes

REFUSALS = (401, 402, 404, 429)
SENT = [{"ticker": "ZYXQ.L", "weight": 75.91}, {"ticker": "QQVB", "weight": 24.09}]
DRAFT = (
    "The heaviest of the {all.count} positions, {p1.ticker}, accounts for {p1.weight} of the value.",
    "{p2.ticker} accounts for {p2.weight} of the value.",
    "The Herfindahl-Hirschman index, the sum of the squared weights, is {all.index} on a scale up to {all.most_index}.",
)
PRINTED = "The heaviest of the two positions, ZYXQ.L, accounts for 75.9% of the value."


@pytest.fixture
def reader(open_page, session, settings):
    """reader(lang="it", …): the page of a reader with two pies, and the bodies of its analyses."""
    settings.SAMPLE_DATA = settings.PORTFOLIO_AI_ENABLED = True
    settings.LLM_API_KEY = settings.LLM_GATEWAY_API_KEY = ""
    holdings.prices()

    def open_(kept=None, **more):
        page, sent = open_page("/portfolio", session=session, refusals=REFUSALS, **more), []

        def hear(request) -> None:
            if "/api/analyze" in request.url:
                sent.append(json.loads(request.post_data))

        page.on("request", hear)
        holdings.keep(page, kept or holdings.state())
        return page, sent

    return open_


def panel(page):
    return page.locator("portfolio-explain")


def agree(page) -> None:
    panel(page).get_by_role("button", name="Agree and send").click()


def again(page) -> None:
    panel(page).get_by_role("button", name="Explain the allocation").click()


def told(page):
    found = panel(page).locator("[data-part=text]")
    found.wait_for()
    return found


def note(page, name: str):
    found = panel(page).locator(f"[data-note={name}]")
    found.wait_for()
    return found


def test_what_is_sent_stands_there_before_and_nothing_else_is_sent(reader):
    page, sent = reader()
    rows = panel(page).locator("tbody:visible tr")
    expect(rows).to_have_text(["ZYXQ.L 75.91%", "QQVB 24.09%"], use_inner_text=True)
    expect(panel(page).locator("[data-left]:visible")).to_contain_text("Kwyjibo Mining", use_inner_text=True)
    assert sent == []
    agree(page)
    expect(told(page)).to_contain_text("(75.9% of the value)", use_inner_text=True)
    assert sent == [{"positions": SENT, "tone": "NOVICE", "lang": "en"}]


def test_text_says_who_wrote_it_and_that_it_is_no_advice(reader, settings):
    page, _sent = reader()
    agree(page)
    expect(told(page)).to_contain_text("Written by rules. Checked by fixed rules;", use_inner_text=True)
    expect(told(page)).to_contain_text("now · educational, not advice", use_inner_text=True)
    article = panel(page).locator("article")
    expect(article).to_have_attribute("data-digital-source-type", re.compile("/algorithmicMedia$"))
    with Explainer() as model:
        configure(settings, model)
        model.first("write", writes(*DRAFT))
        again(page)
        panel(page).get_by_text(PRINTED).wait_for()
    expect(told(page)).to_contain_text(
        "Written by AI, reviewed. Checked by fixed rules and by", use_inner_text=True
    )
    expect(article).to_have_attribute("data-written-by", "ai")
    expect(article).to_have_attribute("data-digital-source-type", re.compile("/trainedAlgorithmicMedia$"))


def test_text_takes_the_focus_and_is_in_no_storage(reader):
    page, _sent = reader()
    agree(page)
    told(page)
    comes_to(page, "document.activeElement.id", "explain-text")
    kept = page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    assert "of the value" not in kept and ".explain" in kept
    page.reload(wait_until="networkidle")
    expect(panel(page).locator("[data-part=text]")).to_be_hidden()


def test_consent_is_remembered_and_can_be_withdrawn(reader):
    page, sent = reader()
    agree(page)
    told(page)
    page.reload(wait_until="networkidle")
    expect(panel(page).get_by_role("button", name="Agree and send")).to_be_hidden()
    assert len(sent) == 1
    again(page)
    told(page)
    panel(page).get_by_role("button", name="Withdraw consent").click()
    expect(note(page, "withdrawn")).to_contain_text("Nothing more is sent", use_inner_text=True)
    expect(panel(page).locator("[data-part=text]")).to_be_hidden()
    page.reload(wait_until="networkidle")
    expect(panel(page).get_by_role("button", name="Agree and send")).to_be_visible()
    assert len(sent) == 2


def test_consent_goes_with_the_portfolio(reader):
    page, _sent = reader()
    agree(page)
    told(page)
    page.get_by_text("Delete everything", exact=True).click()
    page.get_by_role("button", name="Yes, delete everything here").click()
    until(page, "localStorage.length === 0")
    expect(panel(page)).to_be_hidden()


def test_changed_portfolio_is_noted_next_to_the_old_text(reader):
    page, _sent = reader()
    agree(page)
    told(page)
    page.locator("[data-view=pies] input[type=checkbox]").nth(1).uncheck()
    expect(note(page, "changed")).to_contain_text("about the earlier weights", use_inner_text=True)


def test_each_refusal_has_its_words(reader, settings):
    page, _sent = reader()
    settings.PORTFOLIO_AI_ENABLED = False
    agree(page)
    expect(note(page, "off")).to_contain_text("not available", use_inner_text=True)
    settings.PORTFOLIO_AI_ENABLED = settings.SUBSCRIPTIONS_ENABLED = True
    again(page)
    expect(note(page, "payment")).to_contain_text("paid tier", use_inner_text=True)
    settings.SUBSCRIPTIONS_ENABLED = False
    for _ in range(views.ALLOWANCE.calls):
        limits.count_use(
            "portfolio.analyze", User.objects.get().normalised_email, limit=10, window=timedelta(hours=1)
        )
    again(page)
    expect(note(page, "wait")).to_contain_text("in 60 minutes", use_inner_text=True)
    page.context.clear_cookies(name="svc.session")
    again(page)
    # Without a session the form's token is still good, so that the gate itself answers.
    expect(note(page, "signed_out")).to_contain_text("Sign in again", use_inner_text=True)


def test_without_a_listing_there_is_nothing_to_send(reader):
    kept = holdings.state()
    for pie in kept["pies"]:
        pie["positions"] = [each | {"slice": "NNNN", "name": "Nowhere"} for each in pie["positions"]]
    page, _sent = reader(kept)
    expect(panel(page)).to_contain_text("nothing that could be sent", use_inner_text=True)
    expect(panel(page).get_by_role("button")).to_have_count(0)


def test_free_reader_is_shown_where_the_paid_tier_is(reader, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    page, _sent = reader()
    expect(panel(page)).to_contain_text("paid tier", use_inner_text=True)
    expect(panel(page).get_by_role("link")).to_have_attribute("href", "/pricing")
    expect(panel(page).get_by_role("button")).to_have_count(0)


def test_without_the_flag_nothing_of_it_is_there(reader, settings):
    page, _sent = reader()
    settings.PORTFOLIO_AI_ENABLED = False
    page.reload(wait_until="networkidle")
    expect(panel(page)).to_have_count(0)


def test_keyboard_alone_reaches_it_all(reader):
    page, sent = reader()
    panel(page).get_by_role("button", name="Agree and send").focus()
    page.keyboard.press("Enter")
    told(page)
    panel(page).get_by_role("button", name="Explain the allocation").focus()
    page.keyboard.press("Space")
    until(page, "document.activeElement.id === 'explain-text'")
    assert len(sent) == 2


def test_it_fits_and_is_accessible(reader, violations):
    page, _sent = reader(**NARROW)
    found = {}

    def look(name: str) -> None:
        found[name] = (page.evaluate("document.documentElement.scrollWidth <= innerWidth"), violations(page))

    look("asking")
    panel(page).locator("[data-explain=agree]").click()
    told(page)
    panel(page).locator("summary:visible").click()
    look("told")
    assert found == dict.fromkeys(found, (True, []))
