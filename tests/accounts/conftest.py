"""Fixtures of the passkey tests: the relying party's address, and a reader who can have a passkey."""

from typing import Any

import pytest

from tests.accounts.passkeys import ORIGIN, KeyHolder


@pytest.fixture
def host_name(settings: Any) -> None:
    settings.BASE_URL = ORIGIN


@pytest.fixture
def ada() -> KeyHolder:
    browser = KeyHolder()
    browser.sign_in()
    return browser
