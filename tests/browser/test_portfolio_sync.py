"""The encrypted copy on the page: set up in one browser, opened in another, and nothing readable on the wire."""

import json

import pytest

from accounts.models import User
from portfolio.models import PortfolioSync
from tests.browser.screens import NARROW
from tests.browser.waiting import comes_to, expect, until
from tests.portfolio import holdings
from tests.portfolio.copying import OTHER_PEPPER, PEPPER, b64

PIN = "739104"
REFUSALS = (402, 403, 409, 410)


@pytest.fixture
def device(open_page, session, settings):
    """device(kept, lang="it", …): a browser of the same reader that keeps this portfolio, or none."""
    settings.PORTFOLIO_SYNC_ENABLED, settings.PORTFOLIO_SYNC_PEPPER = True, PEPPER

    def open_(kept=None, **more):
        page = open_page("/portfolio", session=session, refusals=REFUSALS, **more)
        if kept:
            holdings.keep(page, kept)
        return page

    return open_


def phase(page, name: str):
    """The part once it is in this phase."""
    part = page.locator(f"portfolio-sync .sync-state [data-phase~={name}]")
    part.wait_for()
    return part


def note(page, name: str):
    found = page.locator(f"[data-note={name}]:visible")
    found.wait_for()
    return found


def set_up(page, pin: str = PIN, again: str | None = None) -> None:
    page.locator("#sync-new-pin").fill(pin)
    page.locator("#sync-new-again").fill(pin if again is None else again)
    page.get_by_role("button", name="Encrypt and save").click()


def unlock(page, pin: str = PIN) -> None:
    page.get_by_label("PIN or passphrase", exact=True).fill(pin)
    page.get_by_role("button", name="Open the copy").click()


def remove(page) -> None:
    page.get_by_text("Remove the copy, or PIN forgotten").click()
    page.get_by_role("button", name="Yes, remove the encrypted copy").click()


def pies(page) -> list[str]:
    kept = page.evaluate("localStorage.getItem(document.documentElement.dataset.portfolioKey)")
    return [pie["name"] for pie in json.loads(kept)["pies"]] if kept else []


def rename(page, name: str) -> None:
    """Changes the first pie as the reader does."""
    pie = page.locator("[data-view=pies] li").first
    pie.get_by_role("button", name="Rename").click()
    pie.locator("input[type=text]").fill(name)
    pie.get_by_role("button", name="Keep").click()


def saved(page, version: int) -> None:
    until(
        page,
        f"JSON.parse(localStorage.getItem(document.documentElement.dataset.portfolioKey)).synced?.version === {version}",
    )


def test_copy_goes_from_one_browser_to_another_and_nothing_readable_leaves(device):
    first, sent = device(holdings.state()), []

    def hear(request) -> None:
        sent.append(request)

    expect(first.locator("portfolio-sync .sync-facts")).to_contain_text("forgotten PIN", use_inner_text=True)
    first.context.on("request", hear)
    set_up(first)
    expect(phase(first, "open")).to_contain_text("five seconds", use_inner_text=True)
    second = device()
    second.context.on("request", hear)
    second.reload(wait_until="networkidle")
    expect(phase(second, "locked")).to_contain_text(
        "without your PIN no one can read it", use_inner_text=True
    )
    unlock(second)
    phase(second, "open")
    comes_to(second, lambda: pies(second), ["Growth", "Income"])
    second.get_by_text("£46,387.18").or_(second.get_by_text("£46,487.18")).first.wait_for()
    rename(second, "Vault of Zubrowka")
    saved(second, 2)
    told = [" ".join([each.url, str(each.headers), each.post_data or ""]) for each in sent]
    bodies = [json.loads(each.post_data) for each in sent if each.post_data]
    assert [sorted(body) for body in bodies] == [["auth_key", "blob", "version"]] * 2
    for body in bodies:
        told = [each.replace(body["blob"], "").replace(body["auth_key"], "") for each in told]
    secrets = [*holdings.SECRETS, "Growth", "Income", PIN, b64(PIN.encode())]
    assert [secret for secret in secrets for each in told if secret in each] == []


def test_database_holds_neither_pin_nor_holdings(device):
    page = device(holdings.state())
    set_up(page)
    phase(page, "open")
    row = PortfolioSync.objects.get()
    stored = bytes(row.blob) + bytes(row.verifier)
    assert [word for word in (*holdings.NAMES, "Growth", PIN) if word.encode() in stored] == []


def test_wrong_pin_says_how_many_tries_are_left(device):
    first = device(holdings.state())
    set_up(first)
    phase(first, "open")
    page = device()
    for left in (4, 3):
        page.reload(wait_until="networkidle")
        unlock(page, "204817")
        expect(note(page, "refused")).to_contain_text(f"Attempts left: {left}.", use_inner_text=True)
    expect(page.get_by_label("PIN or passphrase", exact=True)).to_have_value("")
    comes_to(page, lambda: pies(page), [])
    unlock(page)
    phase(page, "open")


def test_weak_and_mistyped_pins_are_refused(device):
    page = device(holdings.state())
    set_up(page, "123456")
    expect(note(page, "weak_run")).to_contain_text("123456", use_inner_text=True)
    set_up(page, PIN, "739105")
    note(page, "mismatch")
    assert PortfolioSync.objects.count() == 0


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("Keep this browser’s", ["Here", "Income"]),
        ("Use the copy’s", ["There", "Income"]),
        ("Keep both", ["Here", "Income", "There"]),
    ],
)
def test_both_changed_and_the_reader_chooses(device, choice, expected):
    first = device(holdings.state())
    set_up(first)
    phase(first, "open")
    second = device()
    unlock(second)
    phase(second, "open")
    rename(first, "There")
    saved(first, 2)
    rename(second, "Here")
    expect(phase(second, "conflict")).to_contain_text(
        "Nothing is overwritten until you choose", use_inner_text=True
    )
    expect(second.locator("[data-side=copy]")).to_contain_text("There", use_inner_text=True)
    expect(second.locator("[data-side=here]")).to_contain_text("Here", use_inner_text=True)
    comes_to(second, lambda: pies(second), ["Here", "Income"])
    second.get_by_role("button", name=choice).click()
    phase(second, "open")
    comes_to(second, lambda: pies(second), expected)


def test_change_of_the_services_key_has_a_mild_message(device, settings):
    page = device(holdings.state())
    set_up(page)
    phase(page, "open")
    settings.PORTFOLIO_SYNC_PEPPER = OTHER_PEPPER
    page.reload(wait_until="networkidle")
    expect(note(page, "gone")).to_contain_text("save a new copy", use_inner_text=True)
    comes_to(page, lambda: (PortfolioSync.objects.count(), pies(page)), (0, ["Growth", "Income"]))
    set_up(page)
    phase(page, "open")


def test_deleting_everything_here_leaves_the_copy(device):
    page = device(holdings.state())
    set_up(page)
    phase(page, "open")
    page.get_by_text("Delete everything", exact=True).click()
    page.get_by_role("button", name="Yes, delete everything here").click()
    expect(note(page, "emptied")).to_contain_text("was left as it is", use_inner_text=True)
    assert PortfolioSync.objects.get().version == 1
    unlock(page)
    phase(page, "open")
    comes_to(page, lambda: pies(page), ["Growth", "Income"])


def test_removing_asks_first_and_keeps_the_browsers_portfolio(device):
    page = device(holdings.state())
    set_up(page)
    phase(page, "open")
    remove(page)
    note(page, "removed")
    comes_to(page, lambda: (PortfolioSync.objects.count(), pies(page)), (0, ["Growth", "Income"]))


def test_free_reader_is_shown_where_the_paid_tier_is(device, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    page = device(holdings.state())
    expect(note(page, "payment")).to_contain_text("paid tier", use_inner_text=True)
    expect(page.locator("[data-note=payment] a:visible")).to_have_attribute("href", "/pricing")
    asked = "performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)"
    assert "/api/portfolio/sync/status" not in page.evaluate(asked)  # a refusal is an error in the console
    expect(page.get_by_role("button", name="Try again")).to_have_count(
        0
    )  # what is to be paid for is not tried again


def test_without_the_flag_nothing_of_it_is_there(device, settings):
    page = device()
    settings.PORTFOLIO_SYNC_ENABLED = False
    page.reload(wait_until="networkidle")
    expect(page.locator("portfolio-sync")).to_have_count(0)


def test_every_phase_fits_and_is_accessible(device, violations):
    found = {}

    def look(name: str, page) -> None:
        found[name] = (page.evaluate("document.documentElement.scrollWidth <= innerWidth"), violations(page))

    page = device(holdings.state(), **NARROW)
    page.locator("#sync-new-pin").wait_for()
    look("absent", page)
    page.locator("#sync-new-pin").fill("123456")
    page.locator("#sync-new-again").fill("123456")
    page.locator("#sync-new-again").press("Enter")
    note(page, "weak_run")
    look("weak", page)
    page.locator("#sync-new-pin").fill(PIN)
    page.locator("#sync-new-again").fill(PIN)
    page.locator("#sync-new-again").press("Enter")
    phase(page, "open")
    for summary in page.locator("portfolio-sync summary:visible").all():
        summary.click()
    look("open", page)
    page.evaluate("localStorage.clear()")
    holdings.keep(page, holdings.state(corrections={"ZYXQ": None}, pies=holdings.state()["pies"][:1]))
    phase(page, "locked")
    look("locked", page)
    page.locator("#sync-pin").fill("204817")
    page.locator("#sync-pin").press("Enter")
    note(page, "refused")
    look("refused", page)
    page.locator("#sync-pin").fill(PIN)
    page.locator("#sync-pin").press("Enter")
    phase(page, "conflict")
    look("conflict", page)
    PortfolioSync.objects.update(blob=b"\x01" + bytes(40))
    page.reload(wait_until="networkidle")
    phase(page, "unreadable")
    look("unreadable", page)
    assert found == dict.fromkeys(found, (True, []))
    assert User.objects.count() == 1
