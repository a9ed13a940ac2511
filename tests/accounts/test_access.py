"""Access control: identity, paid status, gates."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from accounts import access
from accounts.access import Identity, PaidStatus, paid_status
from accounts.models import Acknowledgement, User
from briefing.core import api
from tests.accounts.browser import Browser

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TOKEN = "t" * 40


def reader(**columns: object) -> Identity:
    return Identity(user=User(email="ada@example.org", **columns))


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (None, PaidStatus(False, "none")),
        (Identity(is_admin=True), PaidStatus(True, "admin")),
        (reader(), PaidStatus(False, "none")),
        (reader(tier="paid"), PaidStatus(True, "subscription")),
        (
            reader(tier="paid", billing_trial_end_at=NOW + timedelta(days=2, minutes=1)),
            PaidStatus(True, "trial", NOW + timedelta(days=2, minutes=1), 3),
        ),
        (reader(tier="paid", billing_trial_end_at=NOW), PaidStatus(True, "subscription")),
        (
            reader(tier="paid", credit_until=NOW + timedelta(days=9)),
            PaidStatus(True, "subscription"),
        ),
        (
            reader(credit_until=NOW + timedelta(hours=1)),
            PaidStatus(True, "credit", NOW + timedelta(hours=1), 1),
        ),
        (reader(credit_until=NOW), PaidStatus(False, "none")),
    ],
)
def test_paid_status(settings, who, expected):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert paid_status(who, NOW) == expected


def test_paid_status_is_open_while_subscriptions_are_disabled(settings):
    settings.SUBSCRIPTIONS_ENABLED = False
    assert paid_status(reader(), NOW) == PaidStatus(True, "subscriptions_disabled")
    assert paid_status(reader(tier="paid"), NOW).source == "subscriptions_disabled"
    assert paid_status(None, NOW) == PaidStatus(False, "none")


def ask(view, *, user=None, token: str | None = None, path: str = "/api/x"):
    headers = {"HTTP_AUTHORIZATION": f"Bearer {token}"} if token is not None else {}
    request = RequestFactory().get(path, **headers)
    request.user = user or AnonymousUser()
    return view(request)


@pytest.fixture
def ada(db) -> User:
    user = User.objects.create(email="ada@example.org")
    Acknowledgement.objects.create(user=user, version=1, lang="en")
    return user


def gated(**options):
    @access.endpoint(**options)
    def view(request):
        return api.answer({"ok": True})

    return view


def problem(response: HttpResponse) -> tuple[int, str]:
    import json

    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, json.loads(response.content)["code"]


@pytest.mark.django_db
def test_endpoint_order_of_checks(settings, ada):
    settings.SUBSCRIPTIONS_ENABLED = True
    settings.PORTFOLIO_AI_ENABLED = False
    view = gated(flag="PORTFOLIO_AI_ENABLED", paid=True)
    assert problem(ask(view)) == (404, "feature_disabled")
    settings.PORTFOLIO_AI_ENABLED = True
    assert problem(ask(view)) == (401, "authentication_required")
    assert problem(ask(view, user=ada)) == (402, "payment_required")
    ada.tier = "paid"
    assert ask(view, user=ada).status_code == 200


def test_endpoint_says_its_version(ada):
    assert ask(gated(), user=ada)["API-Version"] == "1"


def test_bearer_is_an_administrator_without_a_user(settings):
    settings.SERVICE_TOKEN = TOKEN
    settings.SUBSCRIPTIONS_ENABLED = True
    assert ask(gated(paid=True), token=TOKEN).status_code == 200
    assert problem(ask(gated(needs_user=True), token=TOKEN)) == (403, "user_required")


@pytest.mark.parametrize("token", ["wrong", "", TOKEN + "x", TOKEN[:-1], "ü" * 40])
def test_wrong_bearer_is_401_even_beside_a_session(settings, ada, token):
    settings.SERVICE_TOKEN = TOKEN
    assert problem(ask(gated(), user=ada, token=token)) == (401, "authentication_required")


def test_empty_token_setting_disables_bearer(settings):
    settings.SERVICE_TOKEN = ""
    assert problem(ask(gated(), token="")) == (401, "authentication_required")


def test_endpoint_asks_for_a_new_acknowledgement(settings, ada):
    settings.ACKNOWLEDGEMENT_VERSION = 2
    assert problem(ask(gated(), user=ada)) == (403, "acknowledgement_required")


def test_closed_account_is_nobody(ada):
    ada.is_active = False
    assert problem(ask(gated(), user=ada)) == (401, "authentication_required")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/settings", "/settings?tab=1", "/upload", "/settings/export"])
def test_protected_page_leads_to_the_sign_in_and_keeps_next(path):
    response = Browser().get(path)
    assert response.status_code == 303
    assert response["Location"] == "/login?next=" + path.replace("/", "%2F").replace("?", "%3F").replace(
        "=", "%3D"
    )


@pytest.mark.django_db
def test_form_sent_without_a_session_leads_to_the_start_after_the_sign_in():
    response = Browser().post("/settings/feeds/new")
    assert (response.status_code, response["Location"]) == (303, "/login?next=%2F")


@pytest.mark.django_db
def test_page_of_a_reader_is_403_for_the_token(settings):
    settings.SERVICE_TOKEN = TOKEN
    response = Browser().get("/settings", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (response.status_code, response.json()["code"]) == (403, "user_required")


@pytest.mark.django_db
def test_upload_leads_to_the_import():
    browser = Browser()
    browser.sign_in()
    response = browser.get("/upload")
    assert (response.status_code, response["Location"]) == (302, "/settings#import")
