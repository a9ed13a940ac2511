"""Hashes in the database depend on a separate key."""

import hmac
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

from accounts.models import SignInChallenge
from briefing.core.hashing import keyed_hash
from briefing.core.web import limits
from tests.accounts.browser import Browser

HOUR = timedelta(hours=1)


def test_purposes_share_no_hash():
    assert keyed_hash("one", "value") != keyed_hash("other", "value")
    assert keyed_hash("one", "value") == keyed_hash("one", "value")


def test_without_a_key_nothing_is_hashed(settings):
    settings.HASH_KEY = ""
    with pytest.raises(ImproperlyConfigured, match="SERVICE_HASH_KEY"):
        keyed_hash("one", "value")


@pytest.mark.django_db
def test_rotated_secret_resets_no_limit(settings):
    assert limits.count_use("codes", "198.51.100.7", limit=1, window=HOUR) == 0
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" * 8, [settings.SECRET_KEY]
    assert limits.count_use("codes", "198.51.100.7", limit=1, window=HOUR) > 0


@pytest.mark.django_db
def test_cookies_secret_and_the_row_do_not_give_the_code(settings):
    """The old hash of the right code (found by brute force in three seconds), and other guesses of a thief."""
    browser = Browser()
    browser.ask()
    code = browser.code()
    row = SignInChallenge.objects.get()
    held = settings.SECRET_KEY
    settings.HASH_KEY = "what-a-thief-does-not-have-" * 2
    before = salted_hmac("accounts.codes.key", held, algorithm="sha256").digest()
    guesses = {
        hmac.new(before, f"{row.pk}:{code}".encode(), "sha256").hexdigest(),
        hmac.new(held.encode(), f"{row.pk}:{code}".encode(), "sha256").hexdigest(),
        keyed_hash("sign-in-code", f"{row.pk}:{code}"),
    }
    assert row.code_hash not in guesses
    assert browser.type(code).status_code == 400  # the row was created with the key that was removed


@pytest.mark.django_db
def test_code_survives_a_rotated_secret(settings):
    browser = Browser()
    browser.ask()
    code = browser.code()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" * 8, [settings.SECRET_KEY]
    assert browser.type(code).status_code == 302
