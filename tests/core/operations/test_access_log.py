"""The access log of a real gunicorn: paths in plain ASCII, and no private data."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefing.core.operations.access_log import LONGEST_PATH, shown_path
from tests.shape.running import ROOT, free_port, wait_for


class Web:
    """`manage.py web --access-log` on a free port, used with raw bytes.

    Requests only API paths, whose errors need no template and no collected static files.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.log = folder, free_port(), folder / "log.txt"
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "ENV_FILE": os.devnull, "DATA_DIR": str(folder),
               "LOG_LEVEL": "WARNING", "METRICS_ENABLED": "true"}  # fmt: skip
        command = [
            sys.executable, str(ROOT / "manage.py"), "web", "--bind", f"127.0.0.1:{self.port}", "--access-log",
            "--workers", "1",
        ]  # fmt: skip
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)

    def ask(self, target: bytes, *headers: bytes, host: bytes = b"127.0.0.1") -> bytes:
        """Sends a request with the target and headers unchanged and returns the response."""
        lines = [b"GET " + target + b" HTTP/1.1", b"Host: " + host, b"Connection: close", *headers, b"", b""]
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as line:
            line.sendall(b"\r\n".join(lines))
            return b"".join(iter(lambda: line.recv(65536), b""))

    def said(self) -> str:
        """Returns the log without the heartbeat's error about the missing database."""
        lines = self.log.read_text().splitlines(keepends=True)
        return "".join(line for line in lines if "[briefing.core.work.heartbeat]" not in line)

    def said_of(self, target: bytes, *headers: bytes, host: bytes = b"127.0.0.1") -> tuple[bytes, str]:
        """Returns the status line of the response and the lines added to the log."""
        before = len(self.said())
        answer = self.ask(target, *headers, host=host)
        wait_for(lambda: self.said()[before:].endswith("\n"), seconds=30, what="a line", said=self.said)
        time.sleep(0.2)  # time for a second line, if there is one
        return answer.split(b"\r\n", 1)[0], self.said()[before:]


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    web = Web(tmp_path_factory.mktemp("web"))
    try:
        wait_for(lambda: _answers(web), seconds=120, what="gunicorn", said=web.said)
        # The first request's line may follow its response: wait, so that no test reads it.
        wait_for(lambda: web.said().endswith("status=200\n"), seconds=30, what="its line", said=web.said)
        yield web
    finally:
        web.process.terminate()
        web.process.wait(60)


def _answers(web: Web) -> bool:
    try:
        return b" 200 " in web.ask(b"/healthz")
    except OSError:
        return False


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (b"/healthz", "/healthz"),
        (b"/healthz?token=sekret&email=ada@example.org", "/healthz"),
        (b"/api/no%0a2026-11-23T00:00:00Z%20forged", "/api/no%0A2026-11-23T00:00:00Z%20forged"),
        (b"/api/no%0d%1b[31m%1b]0;x%07", "/api/no%0D%1B%5B31m%1B%5D0;x%07"),
        (b"/api/no%ff%fe%c3%28", "/api/no%FF%FE%C3("),
        (b"/api/no%e2%80%ae%22%5c", "/api/no%E2%80%AE%22%5C"),
        (b"/api/news%3Ftoken=sekret", "/api/news?[query]"),
        (b"/api/news%253Ftoken=sekret", "/api/news?[query]"),
        (b"/api/news%25253ftoken=sekret", "/api/news?[query]"),
        (b"/api/no/ada@example.org", "/api/no/[e-mail]"),
        (b"/api/no/ada%2540example.org", "/api/no/[e-mail]"),
        (b"/api/" + b"a" * 3000, "/api/" + "a" * 192 + "..."),
        (b"/api/" + b"%0a" * 1000, "/api/" + "%0A" * 64 + "..."),
    ],
)  # fmt: skip
def test_a_request_is_one_line_without_anything_foreign(web: Web, target: bytes, path: str):
    _status, said = web.said_of(target, b"User-Agent: Agent-X", b"Referer: https://elsewhere.example/")
    assert said.count("\n") == 1
    assert re.fullmatch(r"[\x20-\x7e]+\n", said)
    assert f"path={path} " in said.replace("'", "").replace("\n", " ")
    of_the_request = re.sub(r"request_id=[0-9a-f]{16}", "", said)  # which may well be 0ada1...
    for kept_out in ("sekret", "ada", "Agent-X", "elsewhere", "127.0.0.1"):
        assert kept_out not in of_the_request


def test_the_line_tells_method_status_and_time(web: Web):
    status, said = web.said_of(b"/healthz")
    assert status.endswith(b"200 OK")
    assert re.search(
        r"request .*method=GET path=/healthz request_id=[0-9a-f]{16} seconds=\d+\.\d+ status=200\n", said
    )


def test_a_refused_host_is_logged_without_its_value_and_without_a_traceback(web: Web):
    status, said = web.said_of(b"/api/news", host=b"stranger" + b"a" * 7_900)
    assert b" 400 " in status
    assert "refused a request: DisallowedHost" in said
    assert [line for line in said.splitlines() if len(line) > 200] == []
    for kept_out in ("stranger", "aaaa", "Traceback", "127.0.0.1"):
        assert kept_out not in said


@pytest.mark.parametrize("target", [b"/x y z?token=sekret", b"/healthz\x01?token=sekret"])
def test_an_unreadable_request_is_logged_without_sender_and_content(web: Web, target: bytes):
    _status, said = web.said_of(target)
    for kept_out in ("sekret", "127.0.0.1", "Traceback"):
        assert kept_out not in said


def test_the_answer_has_the_name_of_its_line(web: Web):
    before = len(web.said())
    answer = web.ask(b"/healthz").decode()
    (name,) = re.findall(r"X-Request-ID: (\w+)", answer)
    wait_for(lambda: f"request_id={name}" in web.said()[before:], seconds=30, what="its line", said=web.said)


def test_requests_of_the_server_are_counted_over_its_processes(web: Web):
    def counted() -> float:
        answer = web.ask(b"/metrics").decode()
        return float(re.search(r'briefing_requests_total\{route="healthz",status="200"\} (\S+)', answer)[1])

    web.ask(b"/healthz")
    before = counted()
    for _ in range(3):
        web.ask(b"/healthz")
    assert counted() == before + 3
    assert list((web.folder / "metrics").glob("127.0.0.1_*/counter_*.db")) != []


def test_no_path_is_longer_than_its_limit():
    for path in ("/" + "a" * 500, "/" + "\xff" * 500, "/" + "%0a" * 67, "/%", "/%%%"):
        assert len(shown_path(path)) <= LONGEST_PATH
