"""Gunicorn processes with the project's worker: they share connections, and slow clients block no thread."""

import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPResponse

import pytest

from briefing.core.web.web_worker import SharingWorker
from tests.shape.running import ROOT, free_port

CONNECTIONS, BURSTS = 16, 10
ASK = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /length HTTP/1.1\r\nHost: 127.0.0.1\r\n"
THREADS = 4
LARGE = 64 * 2**20  # more than the kernel's buffers hold
released = threading.Event()


def application(environ, start_response):
    """Returns the id of the responding process after 2 ms of CPU time; other paths are for single tests."""
    path, answer = environ["PATH_INFO"], b""
    if path == "/":
        until = time.process_time() + 0.002
        while time.process_time() < until:
            pass
        answer = f"{os.getpid():010}".encode()
    elif path == "/length":
        answer = str(len(environ["wsgi.input"].read())).encode()
    elif path == "/wait":
        released.wait(60)
    elif path == "/readyz":
        released.set()
    elif path == "/scheme":
        answer = environ["wsgi.url_scheme"].encode()
    elif path == "/large":
        answer = bytes(LARGE)
    start_response("200 OK", [("Content-Length", str(len(answer)))])
    return [answer]


class HastyWorker(SharingWorker):
    """A worker with deadlines and limits short enough for tests."""

    HEAD_S, REQUEST_S, WRITE_S = 1.0, 1.5, 1.0
    MOST_INCOMPLETE, MOST_HELD = 20, 3 * 2**20


@contextmanager
def serving(
    *, workers: int, worker: type[SharingWorker] = SharingWorker, more: tuple[str, ...] = ()
) -> Iterator[int]:
    """Yields the port of a gunicorn with this worker."""
    number = free_port()
    command = [
        sys.executable, "-m", "gunicorn", f"{__name__}:application", "--bind", f"127.0.0.1:{number}",
        "--worker-class", f"{worker.__module__}.{worker.__name__}", "--workers", str(workers), "--threads", str(THREADS),
        "--keep-alive", "5", "--no-control-socket", "--log-level", "warning", "--pythonpath", str(ROOT),
        "--graceful-timeout", "1", "--no-sendfile", *more,
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        all_answer(number, workers)
        yield number
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(workers=1) as number:
        yield number


@pytest.fixture(scope="module")
def hasty() -> Iterator[int]:
    with serving(workers=1, worker=HastyWorker) as number:
        yield number


def all_answer(port: int, workers: int) -> None:
    seen: set[bytes] = set()
    until = time.monotonic() + 30
    while len(seen) < workers and time.monotonic() < until:
        try:
            seen |= burst(port).keys()
        except OSError:
            time.sleep(0.05)
    assert len(seen) == workers


def burst(port: int) -> Counter[bytes]:
    """Returns how many of sixteen connections, opened in quick succession, each process gets."""
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


def connected(port: int, sent: bytes) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=20)
    found.sendall(sent)
    return found


def answer_on(connection: socket.socket) -> tuple[int, bytes]:
    found = HTTPResponse(connection)
    found.begin()
    return found.status, found.read()


def answered(port: int, *pieces: bytes) -> tuple[int, bytes]:
    """Returns the response after sending these pieces in succession."""
    with connected(port, pieces[0]) as connection:
        for piece in pieces[1:]:
            time.sleep(0.05)
            connection.sendall(piece)
        return answer_on(connection)


def test_connections_opened_at_once_are_shared_by_the_processes():
    with serving(workers=2) as port:
        bursts = [burst(port) for _ in range(BURSTS)]
    # Of 80: 74 to 78 with the pause under any load; 18 to 31 with gunicorn's own worker.
    fewer = [min(found.values()) if len(found) == 2 else 0 for found in bursts]
    assert sum(fewer) >= 50, fewer


@pytest.mark.parametrize(
    "sent",
    [
        POST + b"Content-Length: 10\r\n\r\n",
        POST + b"Content-Length: 10\r\n\r\nhalf",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhalf",
        POST,
        ASK + POST + b"Content-Length: 10\r\n\r\n",
        b"",
    ],
    ids=["no body", "half a body", "half a chunk", "half a head", "half of a second request", "nothing"],
)
def test_what_does_not_come_holds_no_thread(port, sent):
    with ExitStack() as stack:
        for _ in range(4 * THREADS):
            stack.enter_context(connected(port, sent))
        began = time.monotonic()
        assert answered(port, ASK)[0] == 200
        # Far less than gunicorn's timeout for a first byte, or ours for a body.
        assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    ("pieces", "length"),
    [
        ((POST + b"Content-Len", b"gth: 10\r\n", b"\r\n", b"01234", b"56789"), b"10"),
        ((POST + b"Transfer-Encoding: chunked\r\n\r\n", b"A\r\n0123", b"456789\r\n", b"0\r", b"\n\r\n"), b"10"),
        ((POST + b"Transfer-Encoding: chunked\r\n\r\n7\r\n\r\n0\r\n\r\n", b"\r\n0\r\nX-Sum: 1\r\n", b"\r\n"), b"7"),
        ((POST + b"Content-Length: 0\r\n\r\n",), b"0"),
        ((POST + b"\r\n",), b"0"),
    ],
    ids=["by length", "in chunks", "a chunk that looks like the end", "empty", "without a length"],
)  # fmt: skip
def test_what_comes_in_pieces_is_answered_when_it_is_whole(port, pieces, length):
    assert answered(port, *pieces) == (200, length)


def test_two_requests_sent_at_once_are_answered_one_after_the_other(port):
    with connected(
        port, POST + b"Content-Length: 3\r\n\r\nabc" + POST + b"Content-Length: 5\r\n\r\nab"
    ) as both:
        assert answer_on(both) == (200, b"3")
        both.sendall(b"cde")
        assert answer_on(both) == (200, b"5")


def test_a_client_that_waits_for_leave_gets_it_once(port):
    with connected(port, POST + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n") as connection:
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"abc")
        assert answer_on(connection) == (200, b"3")


def test_health_checks_answer_while_every_thread_is_busy(port):
    released.clear()
    busy = [connected(port, ASK.replace(b"/ ", b"/wait ", 1)) for _ in range(2 * THREADS)]
    try:
        assert answered(port, ASK.replace(b"/ ", b"/healthz ", 1)) == (200, b"")
        assert answered(port, ASK.replace(b"/ ", b"/readyz ", 1)) == (200, b"")  # releases them
        assert [answer_on(each)[0] for each in busy] == [200] * len(busy)
    finally:
        for each in busy:
            each.close()


@pytest.mark.parametrize(
    "sent",
    [POST + b"Content-Length: 9999999\r\n\r\nbeginning", POST + b"Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n" + bytes(2**22)],
    ids=["by length", "in chunks"],
)  # fmt: skip
def test_a_body_that_is_too_long_is_refused(port, sent):
    """Refused while it is still being sent, without waiting for the client."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        with suppress(ConnectionError):
            connection.sendall(sent)
        with suppress(ConnectionError):
            assert answer_on(connection)[0] == 413
    assert answered(port, ASK)[0] == 200


@pytest.mark.parametrize("sent", [POST, POST + b"Content-Length: 9\r\n\r\nhalf"], ids=["a head", "a body"])
def test_what_takes_too_long_is_refused(hasty, sent):
    assert answered(hasty, sent)[0] == 408


def test_a_connection_that_says_nothing_is_closed(hasty):
    with connected(hasty, b"") as silent:
        assert silent.recv(10) == b""


def test_a_head_without_end_is_refused(hasty):
    assert answered(hasty, POST, b"X: " + b"a" * 70_000)[0] == 431


def test_above_so_many_incomplete_requests_the_oldest_goes(hasty):
    with ExitStack() as stack:
        waiting = [stack.enter_context(connected(hasty, POST)) for _ in range(21)]
        began = time.monotonic()
        assert answer_on(waiting[0])[0] == 408
        assert time.monotonic() - began < HastyWorker.HEAD_S / 2
        assert answered(hasty, ASK)[0] == 200


def test_above_so_many_bytes_the_largest_goes(hasty):
    half = POST + b"Content-Length: 1900000\r\n\r\n" + bytes(1_800_000)
    with (
        connected(hasty, ASK[:20]) as small,
        connected(hasty, half) as first,
        connected(hasty, half[:-400_000]),
    ):
        began = time.monotonic()
        assert answer_on(first)[0] == 503
        assert time.monotonic() - began < HastyWorker.HEAD_S / 2
        small.sendall(ASK[20:])
        assert answer_on(small)[0] == 200


def test_bodies_that_wait_for_a_thread_count_too(hasty):
    released.clear()
    with ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(connected(hasty, ASK.replace(b"/ ", b"/wait ", 1)))
        whole = POST + b"Content-Length: 1800000\r\n\r\n" + bytes(1_800_000)
        both = {stack.enter_context(connected(hasty, whole)) for _ in range(2)}
        try:
            refused = select.select(both, [], [], 20)[0]
            assert [answer_on(each)[0] for each in refused] == [503]
        finally:
            assert answered(hasty, ASK.replace(b"/ ", b"/readyz ", 1))[0] == 200  # releases them
        assert [answer_on(each) for each in both - {*refused}] == [(200, b"1800000")]


def test_readers_who_do_not_read_let_go_of_their_threads(hasty):
    with ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(connected(hasty, ASK.replace(b"/ ", b"/large ", 1)))
        assert answered(hasty, ASK)[0] == 200


def test_no_header_changes_the_scheme_even_at_a_socket_without_addresses(tmp_path):
    place = str(tmp_path / "socket")
    with serving(workers=1, more=("--bind", f"unix:{place}")), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(place)
        connection.sendall(
            b"GET /scheme HTTP/1.1\r\nHost: x\r\nX-Forwarded-Ssl: on\r\nX-Forwarded-Proto: http\r\n\r\n"
        )
        assert answer_on(connection) == (200, b"http")


def test_a_client_that_does_not_hang_up_costs_the_others_nothing(port):
    """Gunicorn waits two seconds for it, in the loop that accepts connections."""
    close = ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with ExitStack() as stack:
        left = [stack.enter_context(connected(port, close)) for _ in range(CONNECTIONS)]
        began = time.monotonic()
        assert [answer_on(each)[0] for each in left] == [200] * CONNECTIONS
        assert time.monotonic() - began < 5
