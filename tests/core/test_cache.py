"""Redis outages: pages are rendered without it, and operators are notified."""

import socket
import threading
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from briefing.core.cache import PAUSE_S, RedisCache
from tests.accounts.readers import signed_in
from tests.pages import edition


def use(settings, port: int) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "briefing.core.cache.RedisCache", "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
        }
    }  # fmt: skip


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    RedisCache.paused_until.clear()
    yield
    RedisCache.paused_until.clear()


@pytest.fixture
def nobody_answers(settings):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    use(settings, port)


@pytest.fixture
def calls(settings) -> Iterator[list[object]]:
    """The connections to a frozen Redis, which accepts them and never replies."""
    taken: list[object] = []

    def take(listener: socket.socket) -> None:
        while True:
            try:
                taken.append(listener.accept())
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=take, args=(listener,))
        thread.start()
        use(settings, listener.getsockname()[1])
        yield taken
        listener.shutdown(socket.SHUT_RDWR)
    thread.join()


@pytest.mark.usefixtures("nobody_answers")
def test_what_cannot_be_stored_is_a_miss(caplog):
    cache.set("key", "value", 60)
    RedisCache.paused_until.clear()
    assert cache.get("key", "default") == "default"
    assert [record.getMessage() for record in caplog.records] == [
        "cache unavailable, not asked for 5 s: ConnectionError"
    ] * 2


def test_frozen_server_gets_one_request_in_some_seconds(calls, monkeypatch):
    assert [cache.get("key", "default"), cache.get_many(["a"]), cache.set_many({"a": 1})] == [
        "default",
        {},
        ["a"],
    ]
    first = len(calls)
    cache.set("key", "value", 60)
    assert len(calls) == first
    monkeypatch.setattr(
        "briefing.core.cache.monotonic", lambda: max(RedisCache.paused_until.values()) + PAUSE_S
    )
    cache.get("key")
    assert len(calls) > first


@pytest.mark.django_db
@pytest.mark.usefixtures("nobody_answers")
@pytest.mark.parametrize("path", ["/", "/methods", "/api/universe"])
def test_pages_are_served_without_it(path):
    edition.whole(3)
    assert signed_in().get(path).status_code == 200
