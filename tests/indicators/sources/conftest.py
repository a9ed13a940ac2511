import re
from collections.abc import Callable, Iterator
from datetime import date

import pytest
import time_machine
from pytest_httpserver import HTTPServer

from indicators.sources import addresses

SINCE = date(2020, 1, 1)


@pytest.fixture(autouse=True)
def _today() -> Iterator[None]:
    """Saturday 21 November 2026, noon."""
    with time_machine.travel("2026-11-21T12:00:00Z"):
        yield


@pytest.fixture
def web(httpserver: HTTPServer, settings) -> HTTPServer:
    """A loopback server that every source's base address points at, under the prefix in lower case."""
    settings.OUTBOUND_ALLOWED_HOSTS = [f"{httpserver.host}:{httpserver.port}"]
    settings.SOURCE_BASE_URLS = {prefix: httpserver.url_for(f"/{prefix.lower()}") for prefix in addresses()}
    return httpserver


@pytest.fixture
def answers(web: HTTPServer) -> Callable[..., HTTPServer]:
    """answers(body) makes the server say that, in order, to whatever is asked."""

    def say(*bodies: object, status: int = 200, content_type: str = "text/plain") -> HTTPServer:
        for body in bodies:
            handler = web.expect_ordered_request(re.compile(".*"))
            if isinstance(body, dict | list):
                handler.respond_with_json(body, status=status)
            else:
                handler.respond_with_data(body, status=status, content_type=content_type)
        return web

    return say
