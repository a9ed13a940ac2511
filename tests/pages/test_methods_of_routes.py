"""Every route answers a method that it does not know with 405 and those that it takes (Allow)."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve

from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db
PARTS = {
    "pk": "1", "code": "US10", "day": "2026-11-20", "group": "economy", "tone": "novice", "language": "en", "form": "atom",
    "image": "svg",
}  # fmt: skip
# None is taken by any route.
ODD = ("BREW", "TRACE", "PROPFIND", "PATCH", "PUT")


def addresses(found: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """One address of every route; the admin's are one handler's."""
    for each in (found or get_resolver()).url_patterns:
        own = before + str(each.pattern)
        if own == "admin/":
            continue
        if isinstance(each, URLResolver):
            yield from addresses(each, own)
            continue
        filled = re.sub(
            r"<\w+:(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*?\)", lambda m: PARTS[m[1] or m[2]], own
        )
        address = "/" + re.sub(r"[\^$\\]", "", filled)
        assert resolve(address).func is each.callback, address
        yield address


def clients() -> dict[str, Client]:
    """A stranger's browser and a reader's, both of which need a token for a form."""
    visitor, reader = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    return {"visitor": visitor, "reader": signed_in(reader, email="ada@example.org", tier="paid")}


@pytest.mark.parametrize("who", ["visitor", "reader"])
@pytest.mark.parametrize("method", ODD)
def test_unknown_method_is_405_everywhere(settings, who, method):
    settings.SUBSCRIPTIONS_ENABLED = settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER, settings.METRICS_ENABLED = "00" * 32, True
    client = clients()[who]
    client.raise_request_exception = False
    answers = {address: client.generic(method, address) for address in addresses()}
    assert len(answers) > 60
    assert {
        address: answer.status_code for address, answer in answers.items() if answer.status_code != 405
    } == {}
    assert [
        address
        for address, answer in answers.items()
        if not {"GET", "POST"} & set(answer["Allow"].split(", "))
    ] == []
    shown = ("/", "/login", "/healthz", "/api/news", "/feeds/log/novice/en.atom")
    assert [address for address in shown if "GET" not in answers[address]["Allow"]] == []
    programs = {answers[address]["Content-Type"] for address in answers if address.startswith("/api/")}
    assert programs == {"application/problem+json"}


def test_page_that_is_read_takes_no_form():
    reader = signed_in(email="ada@example.org")
    paths = ("/", "/indicators/US10", "/indicators/US10.csv", "/about", "/robots.txt", "/sitemap.xml",
             "/manifest.webmanifest", "/metrics", "/feeds/log/novice/en.atom")  # fmt: skip
    assert {path: reader.post(path).status_code for path in paths} == dict.fromkeys(paths, 405)


def test_nothing_but_the_synced_portfolio_is_deleted(settings):
    settings.SUBSCRIPTIONS_ENABLED = settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER, settings.METRICS_ENABLED = "00" * 32, True
    client = clients()["reader"]
    taken = {address for address in addresses() if client.delete(address).status_code != 405}
    assert taken == {"/api/portfolio/sync"}


@pytest.mark.parametrize("is_staff", [False, True])
@pytest.mark.parametrize("method", ["PUT", "BREW", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/", "/admin/login/"])
def test_admin_takes_no_unknown_method(method, path, is_staff):
    client = Client(enforce_csrf_checks=True)
    if is_staff:
        signed_in(client, email="staff@example.org", is_staff=True)
    answer = client.generic(method, path)
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, POST")


def test_change_by_a_program_still_needs_a_token_of_its_own(settings):
    settings.PORTFOLIO_SYNC_ENABLED, settings.PORTFOLIO_SYNC_PEPPER = True, "00" * 32
    reader = signed_in(Client(enforce_csrf_checks=True), email="ada@example.org", tier="paid")
    assert reader.delete("/api/portfolio/sync").status_code == 403
    assert reader.post("/settings/delete").status_code == 403
