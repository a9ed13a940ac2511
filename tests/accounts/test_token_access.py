"""What a personal token opens: the readable routes of the API, by GET and HEAD, and nothing else."""

import pytest
from django.test import Client, RequestFactory

from accounts import access, access_tokens
from accounts.models import Acknowledgement, User
from briefing.core import api
from briefing.core.api import schema
from tests.accounts.readers import reader
from tests.accounts.token_requests import READABLE, ask, at_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return reader("ada@example.org")


@pytest.fixture
def token(ada) -> str:
    return access_tokens.make(ada, "Sheet")


# --- what it opens ---


def test_a_token_reads_what_its_reader_reads(token):
    assert {path: ask(token, path).status_code for path in READABLE} == dict.fromkeys(READABLE, 200)
    assert ask(token, method="head").status_code == 200
    assert ask(token, scheme="bearer").status_code == 200


@pytest.mark.parametrize("path", ["/", "/news", "/log", "/portfolio", "/my-page", "/indicators/US10", "/indicators/US10.csv",
                                  "/settings", "/settings/export", "/admin/", "/metrics"])  # fmt: skip
def test_to_a_page_a_token_is_nobody(token, path):
    assert (ask(token, path).status_code, ask(token, path).content) == (
        Client().get(path, headers={"authorization": "Bearer wrong"}).status_code,
        Client().get(path, headers={"authorization": "Bearer wrong"}).content,
    )


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/api/universe"),
        ("post", "/api/analyze"),
        ("post", "/api/portfolio/format"),
        ("get", "/api/portfolio/sync"),
        ("post", "/api/portfolio/sync"),
        ("delete", "/api/portfolio/sync"),
        ("get", "/api/portfolio/sync/status"),
        ("post", "/api/billing/checkout"),
        ("post", "/api/billing/portal"),
        ("get", "/api/billing/status"),
    ],
)
def test_portfolio_and_billing_stay_shut(token, settings, method, path):
    settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = settings.SUBSCRIPTIONS_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER = "00" * 32
    User.objects.update(tier="paid")
    assert ask(token, path, method).status_code in (401, 404)
    assert at_settings(User.objects.get()).get("/api/portfolio/sync/status").status_code == 200


def test_every_route_that_takes_a_token_reads_alone():
    takes = {path for path, view in schema.routes() if getattr(view, "tokens", False)}
    assert takes == {
        "/api/news",
        "/api/indicators",
        "/api/indicators/{code}",
        "/api/reads",
        "/api/logs",
        "/api/agenda",
        "/api/revisions",
    }


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options", "trace"])
def test_a_token_changes_nothing(token, method):
    assert {ask(token, path, method).status_code for path in READABLE} == {405}
    view = access.endpoint(tokens=True)(lambda request: api.answer({"ok": True}))
    request = getattr(RequestFactory(), method)("/api/x", headers={"authorization": f"Bearer {token}"})
    assert view(request).status_code == 401  # even if the view would allow it


# --- what does not open ---


def test_a_token_travels_in_the_header_alone(token):
    for query in ({"token": token}, {"access_token": token}, {"authorization": f"Bearer {token}"}):
        assert Client().get("/api/news", query).status_code == 401
    for cookie in ("token", "svc.session", "Authorization"):
        client = Client()
        client.cookies[cookie] = token
        assert client.get("/api/news").status_code == 401
    assert Client().get("/api/news", headers={"x-api-key": token}).status_code == 401
    assert Client().get("/feeds/news/en.atom", {"token": token}).status_code == 404


def test_what_is_nearly_a_token_is_none(token, django_assert_num_queries):
    near = [token[:-1], token + "A", token.upper(), token.swapcase(), "mb_" + token[3:][::-1], token[3:],
            token.replace("mb_", "mb-"), token.replace("m", "\u043c", 1), token + "\u200b", f"{token},{token}",
            f"mb_{'x' * 60_000}", "mb_", "", "%", "'; --", "ü" * 43]  # fmt: skip
    assert {ask(each).status_code for each in near} == {401}
    with django_assert_num_queries(0):
        for each in ("mb_" + "x" * 60_000, "Basic", "mb_" + "é" * 43, token[3:]):
            assert access_tokens.holder(each) is None
    for scheme in ("Basic", "Token", "bearer:", ""):
        assert ask(token, scheme=scheme).status_code == 401


def test_a_wrong_token_is_nobody_even_beside_a_session(ada, token):
    client = at_settings(ada)
    assert client.get("/api/news", headers={"authorization": "Bearer mb_" + "A" * 43}).status_code == 401
    assert client.get("/api/news").status_code == 200


def test_a_closed_account_and_new_statements_shut_it(ada, token, settings):
    settings.ACKNOWLEDGEMENT_VERSION = 2
    assert (ask(token).status_code, ask(token).json()["code"]) == (403, "acknowledgement_required")
    Acknowledgement.objects.create(user=ada, version=2, lang="en")
    assert ask(token).status_code == 200
    User.objects.update(is_active=False)
    assert ask(token).status_code == 401


def test_paid_status_is_checked_at_each_request(ada, token, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    view = access.endpoint(tokens=True, paid=True)(lambda request: api.answer({"ok": True}))
    request = RequestFactory().get("/api/x", headers={"authorization": f"Bearer {token}"})
    assert view(request).status_code == 402
    User.objects.update(tier="paid")
    assert view(request).status_code == 200


def test_the_operators_token_stays_what_it_was(token, settings):
    settings.SERVICE_TOKEN = "t" * 40
    assert {ask("t" * 40, path).status_code for path in READABLE} == {200}
    for _ in range(access_tokens.ASKED + 1):
        assert ask("t" * 40).status_code == 200
