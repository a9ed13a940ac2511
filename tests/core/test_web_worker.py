"""Two processes of gunicorn at one socket, and connections that are opened at once and kept."""

import os
import socket
import subprocess
import sys
import time
from collections import Counter
from http.client import HTTPResponse

import pytest

from tests.shape.running import ROOT, free_port

CONNECTIONS, BURSTS = 16, 10
ASK = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def application(environ, start_response):
    """Says which process answers, after 2 ms of its processor."""
    until = time.process_time() + 0.002
    while time.process_time() < until:
        pass
    start_response("200 OK", [("Content-Length", "10")])
    return [f"{os.getpid():010}".encode()]


@pytest.fixture
def port():
    number = free_port()
    command = [
        sys.executable, "-m", "gunicorn", f"{__name__}:application", "--bind", f"127.0.0.1:{number}",
        "--worker-class", "briefing.core.web_worker.SharingWorker", "--workers", "2", "--threads", "4",
        "--keep-alive", "5", "--no-control-socket", "--log-level", "warning", "--pythonpath", str(ROOT),
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        both_answer(number)
        yield number
    finally:
        process.terminate()
        process.wait(30)


def both_answer(port: int) -> None:
    seen: set[bytes] = set()
    until = time.monotonic() + 30
    while len(seen) < 2 and time.monotonic() < until:
        try:
            seen |= burst(port).keys()
        except OSError:
            time.sleep(0.05)
    assert len(seen) == 2


def burst(port: int) -> Counter[bytes]:
    """How many of sixteen connections, opened one right after the other, each process has."""
    opened = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(CONNECTIONS)]
    for each in opened:
        each.sendall(ASK)
    answers = [HTTPResponse(each) for each in opened]
    for answer in answers:
        answer.begin()
    found = Counter(answer.read() for answer in answers)
    for each in opened:
        each.close()
    return found


def test_connections_opened_at_once_are_shared_by_the_processes(port):
    bursts = [burst(port) for _ in range(BURSTS)]
    # Of 80: 74 to 78 with the pause, whatever else the machine does; 18 to 31 with gunicorn's own worker.
    fewer = [min(found.values()) if len(found) == 2 else 0 for found in bursts]
    assert sum(fewer) >= 50, fewer
