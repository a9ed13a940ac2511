"""Cookie names: `__Host-` in production, and the attributes that browsers require for this prefix."""

import json
from pathlib import Path

import pytest

from tests import fresh_process
from tests.accounts.browser import Browser

NAMES = """
import json, os
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "briefing.settings"
django.setup()
from django.conf import settings
from accounts import pending
from briefing.core import cookies
from news import filters
print(json.dumps([settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, pending.COOKIE,
                  settings.DEVICE_COOKIE_NAME, cookies.TONE, cookies.PLACE, filters.COOKIE,
                  cookies.Notices.cookie_name, settings.LANGUAGE_COOKIE_NAME]))
"""


@pytest.mark.parametrize(("shape", "prefix"), [("production", "__Host-"), ("embedded", "")])
def test_names_are_bound_to_the_host_in_production(tmp_path: Path, shape: str, prefix: str):
    env = {"ENV_FILE": "/dev/null", "DATA_DIR": str(tmp_path), "SERVICE_ENV": shape,
           "SERVICE_SESSION_SECRET": "x9Kq" * 20, "BASE_URL": "https://briefing.example"}  # fmt: skip
    done = fresh_process.python(NAMES, **env)
    ours = [
        f"{prefix}svc.{name}"
        for name in ("session", "csrf", "verify", "device", "tone", "place", "news", "notices")
    ]
    assert json.loads(done.stdout) == [*ours, "svc.lang"]


@pytest.mark.django_db
def test_every_cookie_is_as_such_a_name_demands(settings):
    """Secure, for all paths, without a domain: otherwise browsers reject the cookie in production."""
    settings.PRODUCTION = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.LANGUAGE_COOKIE_SECURE = True
    browser = Browser()
    browser.get("/?lang=it&tone=INTERMEDIATE")
    browser.sign_in()
    browser.get("/news?include=EU")
    browser.post("/settings", {"lang": "it", "tone": "NOVICE", "style": "DRY", "anchor": "US",
                               "digest_opt_in": "off", "digest_tone": "NOVICE"})  # fmt: skip
    cookies = browser.client.cookies
    assert len(cookies) == 9
    assert [
        name
        for name, each in cookies.items()
        if (each["path"], each["domain"], each["secure"]) != ("/", "", True)
        and each["max-age"] != 0  # Django deletes a cookie by setting max-age 0
    ] == []
