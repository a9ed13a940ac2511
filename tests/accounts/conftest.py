"""Fixtures of the passkey tests: the relying party's address, and a reader who can have a passkey."""

from typing import Any

import pytest
import time_machine

from tests.accounts.passkeys import ORIGIN, KeyHolder


@pytest.fixture
def host_name(settings: Any) -> None:
    settings.BASE_URL = ORIGIN


@pytest.fixture
def ada() -> KeyHolder:
    browser = KeyHolder()
    browser.sign_in()
    return browser


@pytest.fixture
def clock():
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def owner(ada) -> KeyHolder:
    """Ada with a passkey that every sign-in requires."""
    ada.add()
    ada.post("/settings/passkeys/second-step", {"on": "1"})
    return ada
