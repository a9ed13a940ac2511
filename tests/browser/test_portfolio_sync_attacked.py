"""The encrypted copy in real browsers: two devices and two tabs at once, while somebody with the session spoils the copy."""

import json

import pytest
from django.test import Client

from portfolio.models import PortfolioSync
from tests.browser.test_portfolio_sync import device, note, phase, pies, rename, set_up, unlock  # noqa: F401  a fixture
from tests.browser.waiting import comes_to, until
from tests.portfolio import holdings
from tests.portfolio.copying import Device, envelope

pytestmark = pytest.mark.django_db(transaction=True)


def spoiler(page) -> Device:
    """Somebody who has the reader's session and not the PIN."""
    client = Client()
    client.cookies["svc.session"] = next(
        c["value"] for c in page.context.cookies() if c["name"] == "svc.session"
    )
    return Device(client=client)


def same_browser(page):
    """A second tab of the same browser."""
    tab = page.context.new_page()
    tab.goto(page.url, wait_until="networkidle")
    return tab


def test_two_tabs_open_one_copy_and_both_changes_stay(device):  # noqa: F811
    first = device(holdings.state())
    set_up(first)
    phase(first, "open")
    tab = same_browser(first)
    unlock(tab)
    phase(tab, "open")
    rename(first, "By the first tab")
    comes_to(tab, lambda: pies(tab), ["By the first tab", "Income"])
    tab.reload(wait_until="networkidle")
    unlock(tab)
    phase(tab, "open")
    rename(tab, "By the second tab")
    until(
        first,
        "JSON.parse(localStorage.getItem(document.documentElement.dataset.portfolioKey)).synced?.version >= 3",
    )
    other = device()
    unlock(other)
    phase(other, "open")
    comes_to(other, lambda: pies(other), ["By the second tab", "Income"])


@pytest.mark.parametrize(
    "spoilt",
    [envelope(b"\x00"), envelope(b"x", blocks=200), envelope(b"y", iterations=5_000_000)],
    ids=["zeros", "large", "dear"],
)
def test_copy_that_somebody_else_put_there_opens_nothing_and_costs_nothing(device, spoilt):  # noqa: F811
    first = device(holdings.state())
    set_up(first)
    phase(first, "open")
    second = device(holdings.state())
    answer = spoiler(first).save(spoilt, version=1, auth_key=b"s" * 32)
    assert answer.status_code == 200
    rename(first, "Mine")  # saved over nothing: another version is stored
    first.locator("[data-note]:visible").first.wait_for()
    assert "Mine" in pies(first)
    unlock(second)
    second.locator("[data-note]:visible").first.wait_for()
    assert pies(second) == ["Growth", "Income"]
    assert PortfolioSync.objects.get().version == 2  # nobody wrote over it unasked


def test_reader_gets_the_copy_back_after_somebody_spoilt_it(device):  # noqa: F811
    first = device(holdings.state())
    set_up(first)
    phase(first, "open")
    spoiler(first).save(envelope(b"z"), version=1, auth_key=b"s" * 32)
    first.reload(wait_until="networkidle")
    first.get_by_text("Remove the copy, or PIN forgotten").click()
    first.get_by_role("button", name="Yes, remove the encrypted copy").click()
    note(first, "removed")
    set_up(first)
    phase(first, "open")
    assert pies(first) == ["Growth", "Income"]
    other = device()
    unlock(other)
    phase(other, "open")
    comes_to(other, lambda: pies(other), ["Growth", "Income"])


def test_holdings_with_markup_are_text_on_the_other_device(device):  # noqa: F811
    kept = holdings.state()
    kept = json.loads(json.dumps(kept).replace("Growth", "<img src=x onerror=document.title='pwned'>"))
    first = device(kept)
    set_up(first)
    phase(first, "open")
    other = device()
    unlock(other)
    phase(other, "open")
    comes_to(other, lambda: pies(other)[0], "<img src=x onerror=document.title='pwned'>")
    assert other.title() != "pwned" and other.locator("img[src=x]").count() == 0
