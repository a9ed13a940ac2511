"""The privacy notice is true: what it names is what the program does."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import codes, pending, tasks
from accounts.models import SignInChallenge, User
from accounts.passkeys import challenges
from briefing.core.models import LimitWindow
from briefing.core.web import cookies, limits
from news import filters
from news.ingest import KEPT
from tests.accounts.browser import Browser

pytestmark = pytest.mark.django_db


def cookies_named(lang: str) -> set[str]:
    page = Client().get("/privacy", headers={"accept-language": lang}).content.decode()
    return set(re.findall(r'<th scope="row"><code>([^<]+)</code>', page))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_cookies_are_named(lang):
    assert cookies_named(lang) == {
        settings.SESSION_COOKIE_NAME, pending.COOKIE, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME,
        cookies.TONE, cookies.PLACE, cookies.ARRANGEMENT, filters.COOKIE, settings.DEVICE_COOKIE_NAME, cookies.named("notices"),
        challenges.COOKIE,
    }  # fmt: skip


def test_no_other_cookie_is_set_by_signing_in_and_choosing():
    browser = Browser()
    for path in ("/", "/?lang=it&tone=INTERMEDIATE", "/about", "/login"):
        browser.get(path)
    browser.sign_in()
    browser.get("/settings")
    browser.post("/settings", {"lang": "it", "tone": "NOVICE", "style": "DRY", "anchor": "US",
                               "digest_opt_in": "off", "digest_tone": "NOVICE"})  # fmt: skip
    assert set(browser.client.cookies) - cookies_named("en") == set()
    assert {settings.SESSION_COOKIE_NAME, pending.COOKIE, settings.CSRF_COOKIE_NAME, cookies.TONE} <= set(
        browser.client.cookies
    )


def test_times_are_those_of_the_cookies():
    ages = (settings.SESSION_COOKIE_AGE, pending.MAX_AGE_S, settings.LANGUAGE_COOKIE_AGE, codes.LIFETIME)
    assert ages == (14 * 86400, 15 * 60, 365 * 86400, timedelta(minutes=10))
    assert settings.DEVICE_COOKIE_AGE == 365 * 86400


def test_sign_in_requests_are_deleted_after_two_days():
    now = timezone.now()
    for name, hours in (("old", 49), ("young", 47)):
        SignInChallenge.objects.create(
            id=name, email="a@example.org", language="en", created_at=now - timedelta(hours=hours)
        )
    tasks.purge_challenges(now)
    assert [row.id for row in SignInChallenge.objects.all()] == ["young"]


def test_client_addresses_are_stored_as_hashes_for_two_days():
    limits.count_use("code", "198.51.100.7", limit=5, window=timedelta(hours=1))
    assert "198.51.100.7" not in str(list(LimitWindow.objects.values()))
    assert limits.purge(timezone.now() + timedelta(hours=47)) == 0
    assert limits.purge(timezone.now() + timedelta(hours=49)) == 1


def test_headlines_are_deleted_after_ninety_days():
    assert timedelta(days=90) == KEPT


@pytest.mark.parametrize("lang", ["en", "it"])
def test_keys_of_the_browsers_storage_are_named(lang, settings):
    settings.PORTFOLIO_AI_ENABLED = True
    page = Client().get("/privacy", headers={"accept-language": lang}).content.decode()
    scripts = "".join(path.read_text() for path in (settings.BASE_DIR / "static/js").rglob("*.js"))
    used = set(re.findall(r'"(svc\.[a-z.]+)"', scripts)) | set(re.findall(r"`\$\{key\}(\.[a-z]+)`", scripts))
    assert {"svc.theme", "svc.seen", "svc.portfolio", ".kept", ".explain", ".left"} <= used
    assert [key for key in sorted(used) if f"<code>{key}</code>" not in page] == []
    assert User(browser_key="x").portfolio_key == "svc.portfolio.x" and "<code>svc.portfolio.</code>" in page
