"""Fixtures of the tests of outgoing requests."""

import pytest


@pytest.fixture
def loopback_allowed(settings) -> None:
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    settings.OUTBOUND_CONTACT = "ops@example.org"
