"""Two processes of gunicorn at one socket, and sixteen connections that are opened at once and kept."""

import os
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONNECTIONS = 16


def application(environ, start_response):
    """Says which process answers, after 5 ms of its processor."""
    until = time.process_time() + 0.005
    while time.process_time() < until:
        pass
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(str(os.getpid()))))])
    return [str(os.getpid()).encode()]


@pytest.fixture
def port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        number = taken.getsockname()[1]
    command = [
        sys.executable, "-m", "gunicorn", f"{__name__}:application", "--bind", f"127.0.0.1:{number}",
        "--worker-class", "briefing.core.web_worker.SharingWorker", "--workers", "2", "--threads", "4",
        "--keep-alive", "5", "--no-control-socket", "--log-level", "warning", "--pythonpath", str(ROOT),
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        for _ in range(200):
            time.sleep(0.05)
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", number)):
                    break
        yield number
    finally:
        process.terminate()
        process.wait(30)


def ask(connection: HTTPConnection) -> list[bytes]:
    """Who answered three requests on one connection."""
    found = []
    for _ in range(3):
        connection.request("GET", "/")
        found.append(connection.getresponse().read())
    connection.close()
    return found


def test_connections_opened_at_once_are_shared_by_the_processes(port):
    connections = [HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        answers = list(pool.map(ask, connections))
    assert all(len(set(of_one)) == 1 for of_one in answers)  # a connection stays where it was accepted
    served = Counter(of_one[0] for of_one in answers)
    assert len(served) == 2
    assert min(served.values()) >= CONNECTIONS / 4
