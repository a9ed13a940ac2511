"""Several readers at one browser: each finds their own portfolio, and leaves with it or without."""

import json
import re

import pytest

from tests.accounts.readers import signed_in
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect, until
from tests.portfolio import holdings

pytestmark = pytest.mark.django_db(transaction=True)
STORED = "Object.keys(localStorage).filter(key => key.startsWith('svc.portfolio')).sort()"


@pytest.fixture
def readers(settings) -> dict[str, str]:
    """The session cookies of two readers who share a machine."""
    settings.SAMPLE_DATA = True
    holdings.prices()
    return {
        name: signed_in(email=f"{name}@example.org").cookies["svc.session"].value for name in ("ada", "bob")
    }


def become(page, session: str, path: str = "/portfolio") -> None:
    """The next reader signs in at this browser."""
    origin = "/".join(page.url.split("/")[:3])
    page.context.add_cookies([{"name": "svc.session", "value": session, "url": origin}])
    page.goto(f"{origin}{path}", wait_until="networkidle")


def own_key(page) -> str:
    return page.evaluate("document.documentElement.dataset.portfolioKey")


def test_next_reader_at_this_browser_does_not_find_the_portfolio(open_page, readers):
    page = open_page("/portfolio", session=readers["ada"])
    holdings.keep(page, holdings.state())
    expect(page.locator(".totals")).to_contain_text("£46,487.18", use_inner_text=True)
    adas = own_key(page)
    become(page, readers["bob"])
    expect(page.get_by_role("heading", name="What do you own?")).to_be_visible()
    assert not any(name in page.content() for name in holdings.NAMES)
    assert own_key(page) != adas
    become(page, readers["bob"], "/")
    assert page.evaluate("'portfolio' in document.documentElement.dataset") is False
    expect(page.locator("portfolio-panel")).to_be_hidden()
    become(page, readers["ada"])
    expect(page.locator(".totals")).to_contain_text("£46,487.18", use_inner_text=True)


def before(page) -> None:
    """What a version without accounts' own places left."""
    page.evaluate("text => localStorage.setItem('svc.portfolio', text)", json.dumps(holdings.state()))
    page.reload(wait_until="networkidle")


def test_earlier_portfolio_is_offered_and_not_shown(open_page, readers, violations):
    page = open_page("/portfolio", session=readers["bob"], **NARROW)
    before(page)
    question = page.locator("portfolio-former")
    expect(question).to_be_visible()
    assert not any(name in page.content() for name in holdings.NAMES)
    assert violations(page) == []
    question.get_by_role("button", name="No, non è mio").click()
    expect(question).to_be_hidden()
    page.reload(wait_until="networkidle")
    expect(question).to_be_hidden()
    become(page, readers["ada"])
    question.get_by_role("button", name="Sì, riprendilo").click()
    expect(question).to_be_hidden()
    expect(page.locator(".totals")).to_contain_text("46", use_inner_text=True)
    comes_to(page, "'svc.portfolio' in localStorage", False)
    page.reload(wait_until="networkidle")
    expect(question).to_be_hidden()
    expect(page.locator(".totals")).to_contain_text("46", use_inner_text=True)


def test_sign_out_takes_the_portfolio_only_where_the_reader_ticks_it(open_page, readers):
    page = open_page("/portfolio", session=readers["bob"])
    holdings.keep(page, holdings.state())
    bobs = own_key(page)
    become(page, readers["ada"])
    holdings.keep(page, holdings.state())
    adas = own_key(page)
    become(page, readers["ada"], "/settings")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(re.compile(r"/$"), wait_until="networkidle")
    assert page.evaluate(STORED) == sorted([adas, bobs])
    become(page, readers["ada"], "/settings")
    page.get_by_role("checkbox", name="Remove my portfolio from this browser too").check()
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_text("Your portfolio was removed from this browser.")).to_be_visible()
    comes_to(page, STORED, [bobs])


def delete_account(page, email: str) -> None:
    page.get_by_text("Delete my account").first.click()
    page.get_by_label(f"Type {email} to confirm").fill(email)
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("heading", name="Your account has been deleted").wait_for()


def test_deletion_takes_the_own_portfolio_and_nobody_elses(open_page, readers):
    page = open_page("/portfolio", session=readers["bob"])
    holdings.keep(page, holdings.state())
    bobs = own_key(page)
    become(page, readers["ada"])
    holdings.keep(page, holdings.state())
    become(page, readers["ada"], "/settings")
    delete_account(page, "ada@example.org")
    expect(page.get_by_text("Your portfolio was removed from this browser.")).to_be_visible()
    comes_to(page, STORED, [bobs])


def test_deletion_by_the_only_reader_here_clears_all_of_the_sites_storage(open_page, readers):
    page = open_page("/portfolio", session=readers["ada"])
    holdings.keep(page, holdings.state())
    page.evaluate("localStorage.setItem('svc.theme', 'dark'), sessionStorage.setItem('x', '1')")
    become(page, readers["ada"], "/settings")
    delete_account(page, "ada@example.org")
    until(page, "localStorage.length + sessionStorage.length === 0")


def test_two_tabs_of_two_readers_write_each_to_their_own(open_page, readers):
    page = open_page("/portfolio", session=readers["ada"])
    holdings.keep(page, holdings.state())
    adas = own_key(page)
    other = page.context.new_page()
    other.goto(page.url, wait_until="networkidle")
    become(other, readers["bob"])
    page.get_by_role("button", name="Hide amounts").click()
    until(page, f"JSON.parse(localStorage.getItem('{adas}')).privacy === true")
    comes_to(other, STORED, [adas])
    expect(other.get_by_role("heading", name="What do you own?")).to_be_visible()
