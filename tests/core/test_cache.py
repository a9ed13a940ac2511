"""A Redis that nobody answers for: pages are made anew, and operators are told."""

import socket

import pytest
from django.core.cache import cache

from tests.accounts.readers import signed_in
from tests.pages import edition


@pytest.fixture
def nobody_answers(settings):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    settings.CACHES = {
        "default": {"BACKEND": "briefing.core.cache.RedisCache", "LOCATION": f"redis://127.0.0.1:{port}/0"}
    }


@pytest.mark.usefixtures("nobody_answers")
def test_what_cannot_be_kept_is_a_miss(caplog):
    cache.set("key", "value", 60)
    assert cache.get("key", "default") == "default"
    assert [record.getMessage() for record in caplog.records] == ["cache unavailable: ConnectionError"] * 2


@pytest.mark.django_db
@pytest.mark.usefixtures("nobody_answers")
@pytest.mark.parametrize("path", ["/", "/methods", "/api/universe"])
def test_pages_are_served_without_it(path):
    edition.whole(3)
    assert signed_in().get(path).status_code == 200
