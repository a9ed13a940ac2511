"""The sample server on loopback: `/<route>/…` for sample sources and `/feeds/<name>.xml` for feeds."""

import hashlib
import importlib
import ipaddress
import pkgutil
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cache, lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast
from urllib.parse import parse_qs, unquote, urlsplit

from django.utils import timezone

import briefing.demo
from briefing.demo import POSTED, Query, SampleResponse, feeds

Answerer = Callable[[str, Query, datetime], SampleResponse]
NOWHERE = SampleResponse("The sample server has nothing at this address.\n", "text/plain", 404)


@cache
def routes() -> dict[str, Answerer]:
    modules = [
        importlib.import_module(f"{briefing.demo.__name__}.{entry.name}")
        for entry in pkgutil.iter_modules(briefing.demo.__path__)
        if entry.name != __name__.rpartition(".")[2]
    ]
    return {
        vars(module)["ROUTE"]: cast(Answerer, module.answer) for module in modules if hasattr(module, "ROUTE")
    }


MOST_POSTED = 64 * 1024


@lru_cache(maxsize=96)
def answer(target: str, now: datetime, posted: str = "") -> SampleResponse:
    parts = urlsplit(target)
    route, _, path = unquote(parts.path).strip("/").partition("/")
    if not route:
        return SampleResponse(f"Sample sources: {', '.join(sorted(routes()))}, feeds\n", "text/plain")
    source = routes().get(route)
    query = parse_qs(parts.query, keep_blank_values=True) | ({POSTED: [posted]} if posted else {})
    return source(path, query, now) if source else NOWHERE


def quarter(now: datetime) -> datetime:
    now = now.astimezone(UTC)
    return now - timedelta(minutes=now.minute % 15, seconds=now.second, microseconds=now.microsecond)


class Handler(BaseHTTPRequestHandler):
    """Handles GET, and POST of small documents; feeds have an ETag and support 304."""

    protocol_version = "HTTP/1.1"
    server_version = "SampleSources"
    timeout = 30
    wbufsize = 64 * 1024  # head and body in one packet: two would wait for each other's acknowledgement

    def do_GET(self) -> None:
        now = timezone.now()
        if self.path.startswith("/feeds/"):
            self._feed(urlsplit(self.path).path.removeprefix("/feeds/").removesuffix(".xml"), now)
            return
        self._answer(answer(self.path, quarter(now)))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MOST_POSTED:
            self._send(
                413, b"The document is too long.\n", {"Content-Type": "text/plain", "Connection": "close"}
            )
            self.close_connection = True
            return
        posted = self.rfile.read(int(length)).decode("utf-8", "replace")
        self._answer(answer(self.path, quarter(timezone.now()), posted))

    def _answer(self, found: SampleResponse) -> None:
        self._send(found.status, found.file or found.body.encode(), {"Content-Type": found.content_type})

    def _feed(self, name: str, now: datetime) -> None:
        body = feeds.feed(unquote(name), now)
        if body is None:
            self._send(404, b"There is no such sample feed.\n", {"Content-Type": "text/plain"})
            return
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        headers = {"ETag": tag, "Content-Type": "application/xml"}
        if self.headers.get("If-None-Match") == tag:
            self._send(304, b"", headers)
        else:
            self._send(
                200, body, headers | {"Last-Modified": format_datetime(now.astimezone(UTC), usegmt=True)}
            )

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name, text)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Silent: one line per request would hide the service's own messages."""


class SampleServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignores clients that disconnect; reports other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class SampleServer6(SampleServer):
    address_family = socket.AF_INET6


def serve(bind: str, port: int) -> SampleServer:
    """Returns a listening server; raises ValueError if `bind` is not loopback, OSError if the port is taken."""
    address = ipaddress.ip_address("127.0.0.1" if bind == "localhost" else bind)
    if not address.is_loopback:
        raise ValueError(f"{bind} is not a loopback address")
    kind = SampleServer6 if address.version == 6 else SampleServer
    return kind((str(address), port), Handler)
