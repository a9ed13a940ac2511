"""Signed session cookies: their content and their end."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.backends import signed_cookies
from django.core import signing
from django.test import Client

from accounts.models import User
from tests.accounts.browser import Browser
from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db


def copy_of(browser: Browser) -> Browser:
    other = Browser()
    other.client.cookies["svc.session"] = browser.client.cookies["svc.session"].value
    return other


def test_cookie_holds_the_user_and_nothing_else():
    browser = Browser()
    browser.sign_in()
    value = browser.client.cookies["svc.session"].value
    content = signing.loads(value, salt="django.contrib.sessions.backends.signed_cookies",
                            serializer=signed_cookies.SessionStore().serializer)  # fmt: skip
    assert set(content) <= {"_auth_user_id", "_auth_user_backend", "_auth_user_hash", "day", "code_at"}


def test_cookie_flags_in_production(settings):
    settings.SESSION_COOKIE_SECURE = True
    browser = Browser()
    browser.sign_in()
    morsel = browser.client.cookies["svc.session"]
    assert (morsel["httponly"], morsel["samesite"], morsel["secure"], morsel["max-age"]) == (
        True,
        "Lax",
        True,
        1209600,
    )


def test_copied_cookie_ends_with_sign_out_everywhere():
    browser = Browser()
    browser.sign_in()
    copied = copy_of(browser)
    assert copied.signed_in
    assert browser.post("/settings/sign-out-everywhere").status_code == 302
    assert not copied.signed_in
    assert browser.signed_in


def test_cookie_of_fifteen_days_ago_is_nobody():
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as clock:
        browser = Browser()
        browser.sign_in()
        copied = copy_of(browser)
        clock.shift(timedelta(days=13))
        assert copied.signed_in
        other = copy_of(browser)
        clock.shift(timedelta(days=2))
        assert not other.signed_in


def test_session_slides_once_a_day():
    with time_machine.travel("2026-11-01T12:00:00Z", tick=False) as clock:
        browser = Browser()
        browser.sign_in()
        browser.get("/acknowledge")
        assert "svc.session" not in browser.get("/acknowledge").cookies
        clock.shift(timedelta(days=1))
        assert "svc.session" in browser.get("/acknowledge").cookies
        assert str(User.objects.get().last_seen_on) == "2026-11-02"
        for _ in range(3):
            clock.shift(timedelta(days=10))
            assert browser.signed_in


def test_rotated_secret_with_fallback_keeps_the_session(settings):
    browser = Browser()
    browser.sign_in()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-" + "key" * 20
    assert browser.signed_in


def test_rotated_secret_without_fallback_is_the_sign_in_page(settings):
    browser = Browser()
    browser.sign_in()
    settings.SECRET_KEY = "another-" + "key" * 20
    assert browser.get("/settings").status_code == 303


def test_no_flipped_byte_of_the_cookie_is_an_error():
    browser = Browser()
    browser.sign_in()
    value = browser.client.cookies["svc.session"].value
    for position in range(len(value)):
        client = Client()
        client.cookies["svc.session"] = (
            value[:position] + chr(33 + (ord(value[position]) + 1) % 90) + value[position + 1 :]
        )
        assert client.get("/settings").status_code in (200, 303)


def test_form_without_its_token_is_refused():
    client = Client(enforce_csrf_checks=True)
    page = client.get("/login").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    form = {"email": "ada@example.org", "ack": "on", "ack_version": "1"}
    assert client.post("/login", form).status_code == 403
    assert client.post("/login", '{"email": "x"}', content_type="text/plain").status_code == 403
    assert token is not None
    assert client.post("/login", form | {"csrfmiddlewaretoken": token[1]}).status_code == 302


def test_form_from_a_strange_origin_is_refused():
    client = Client(enforce_csrf_checks=True)
    page = client.get("/login").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    form = {"email": "ada@example.org", "ack": "on", "ack_version": "1", "csrfmiddlewaretoken": token[1]}
    assert client.post("/login", form, headers={"Origin": "https://evil.example"}).status_code == 403


@pytest.mark.parametrize("given", ["", "Basic eDp5", "Bearer mb_wrong"])
def test_no_authorization_header_exempts_a_session_from_the_csrf_check(settings, given):
    """An invalid token has no identity. An empty header leaves the session, which needs a CSRF token."""
    settings.PORTFOLIO_SYNC_ENABLED = True
    client = signed_in(Client(enforce_csrf_checks=True), tier=User.Tier.PAID)
    headers = {"authorization": given, "origin": "https://evil.example"}
    response = client.delete("/api/portfolio/sync", headers=headers)
    assert response.status_code == (401 if given else 403)
