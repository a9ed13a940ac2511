"""A loopback server that speaks the chat-completions protocol as a test scripts it, well-behaved or not.

    with FakeModel() as model:
        model.script(status(503), says("Rates rose."))
        ...
        assert [each.prompt for each in model.seen] == [...]

A step is a function of the handler and of what was asked; `model.otherwise` answers when the script is over.
"""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

KEY = "sk-test-6f1c0a9d5e"


@dataclass(frozen=True)
class Seen:
    """One request: path, headers with lower-case names, the JSON body."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def system(self) -> str:
        return self.body["messages"][0]["content"]

    @property
    def prompt(self) -> str:
        return self.body["messages"][1]["content"]


Step = Callable[["Handler", Seen], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = Seen(self.path, headers, json.loads(raw or b"{}"))
        step = self.server.model.take(seen)
        with contextlib.suppress(OSError):
            step(self, seen)

    def do_GET(self) -> None:
        self.do_POST()

    def log_message(self, *_: object) -> None:
        return None

    def send(self, status: int, body: bytes, content_type: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def begin(self, content_type: str = "application/json") -> None:
        """The head of an answer whose body ends with the connection."""
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    model: "FakeModel"

    def handle_error(self, *_: object) -> None:
        return None


class FakeModel:
    """The server; `seen` lists what reached it, in order."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.otherwise: Step = status(500)
        self._steps: list[Step] = []
        self._lock = threading.Lock()
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.model = self

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def script(self, *steps: Step) -> None:
        self._steps = list(steps)

    def take(self, seen: Seen) -> Step:
        with self._lock:
            self.seen.append(seen)
            return self._steps.pop(0) if self._steps else self.otherwise

    def __enter__(self) -> Self:
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def completion(
    text: Any,
    *,
    finish: str | None = "stop",
    usage: Any = (100, 20),
    message: dict[str, Any] | None = None,
    **more: Any,
) -> bytes:
    """The body of a 200. `usage` is (prompt, completion) or the object itself."""
    if isinstance(usage, tuple):
        usage = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    said = {"role": "assistant", "content": text} | (message or {})
    choice = {"index": 0, "message": said, "finish_reason": finish}
    answer = {"id": "x1", "object": "chat.completion", "created": 1, "model": "small", "choices": [choice]}
    return json.dumps(answer | {"usage": usage} | more).encode()


def says(text: Any, **options: Any) -> Step:
    return lambda handler, _: handler.send(200, completion(text, **options))


def answers(write: Callable[[Seen], str], **options: Any) -> Step:
    """A text that depends on what was asked."""
    return lambda handler, seen: handler.send(200, completion(write(seen), **options))


def raw(body: bytes, *, code: int = 200, content_type: str = "application/json", **headers: str) -> Step:
    return lambda handler, _: handler.send(code, body, content_type, **headers)


def status(
    code: int, error: dict[str, Any] | None = None, *, more: dict[str, Any] | None = None, **headers: str
) -> Step:
    """An error answer; it echoes the key, as careless endpoints do."""

    def step(handler: Handler, seen: Seen) -> None:
        body = {"error": error or {"message": f"bad: {seen.headers.get('authorization')}", "code": None}} | (
            more or {}
        )
        handler.send(code, json.dumps(body).encode(), **headers)

    return step


def hangs(seconds: float = 30.0) -> Step:
    return lambda handler, _: _idle(handler, seconds)


def drips(body: bytes | None = None, *, every_s: float = 0.1, size: int = 4) -> Step:
    """A whole answer, a few bytes at a time."""

    def step(handler: Handler, _: Seen) -> None:
        handler.begin()
        sent = body or completion("Drop by drop. " * 50)
        for start in range(0, len(sent), size):
            handler.wfile.write(sent[start : start + size])
            time.sleep(every_s)

    return step


def drips_headers(*, every_s: float = 0.1) -> Step:
    def step(handler: Handler, _: Seen) -> None:
        handler.close_connection = True
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(300):
            handler.wfile.write(b"X-%d: y\r\n" % number)
            time.sleep(every_s)

    return step


def keeps_alive_blankly(*, every_s: float = 0.1, seconds: float = 30.0) -> Step:
    """Blank lines, as some endpoints send under load."""

    def step(handler: Handler, _: Seen) -> None:
        handler.begin()
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            handler.wfile.write(b"\n")
            time.sleep(every_s)

    return step


def disconnects() -> Step:
    """Closes before the first byte of an answer."""

    def step(handler: Handler, _: Seen) -> None:
        handler.close_connection = True
        handler.connection.shutdown(socket.SHUT_RDWR)

    return step


def breaks_off(share: float = 0.5) -> Step:
    """Closes in the middle of the body that it announced."""

    def step(handler: Handler, _: Seen) -> None:
        body = completion("It was a dark and stormy session.")
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body[: int(len(body) * share)])
        handler.connection.shutdown(socket.SHUT_RDWR)

    return step


def huge(megabytes: int = 20, *, code: int = 200) -> Step:
    return lambda handler, _: handler.send(code, completion("x" * megabytes * 2**20))


def redirects(url: str, code: int = 307) -> Step:
    return lambda handler, _: handler.send(code, b"", Location=url)


def _idle(handler: Handler, seconds: float) -> None:
    """Says nothing until the caller is gone, or for so long."""
    handler.close_connection = True
    handler.connection.settimeout(seconds)
    handler.connection.recv(1)
