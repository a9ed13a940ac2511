"""An assistant that asks `POST /mcp` with a reader's token, over a whole edition."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from accounts import access_tokens
from accounts.models import User
from tests.accounts.readers import reader
from tests.pages.conftest import noon  # noqa: F401


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """At an address: a bare Debian cannot look up localhost."""
    server = LiveServer("127.0.0.1")
    yield server
    server.stop()


@pytest.fixture
def ada(db: None) -> User:
    return reader("ada@example.org")


@pytest.fixture
def token(ada: User) -> str:
    return access_tokens.make(ada, "Assistant")


@pytest.fixture
def post(token: str) -> Callable[..., HttpResponse]:
    """post(body, **headers): the raw answer; underscores in a header's name are hyphens, None leaves it out."""

    def send(body: Any, **headers: str | None) -> HttpResponse:
        given = {"authorization": f"Bearer {token}", "accept": "application/json, text/event-stream"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        kind = given.pop("content-type", "application/json")
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        kept = {name: value for name, value in given.items() if value is not None}
        return Client().post("/mcp", raw, content_type=kind, headers=kept)

    return send


@pytest.fixture
def rpc(post: Callable[..., HttpResponse]) -> Callable[..., dict[str, Any]]:
    """rpc(method, params): the JSON-RPC answer."""

    def ask(method: str, params: dict[str, Any] | None = None, **headers: str) -> dict[str, Any]:
        body = {"jsonrpc": "2.0", "id": 7, "method": method} | (
            {"params": params} if params is not None else {}
        )
        return post(body, **headers).json()

    return ask


@pytest.fixture
def call(rpc: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """call(tool, **arguments): the result of a tool."""
    return lambda tool, **arguments: rpc("tools/call", {"name": tool, "arguments": arguments})["result"]
