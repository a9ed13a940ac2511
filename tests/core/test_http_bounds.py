"""Bounds of an outgoing request: time, size, form of the response."""

import gzip
import socket
import threading
import time
import tracemalloc
import zlib
from datetime import UTC, datetime

import pytest
import time_machine

from briefing.core.http import fetch
from tests.core.test_http import OK, failure
from tests.core.upstream import upstream


@pytest.fixture(autouse=True)
def _loopback_allowed(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    settings.OUTBOUND_CONTACT = "ops@example.org"


def drip(head: bytes, piece: bytes):
    def act(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(piece)
            time.sleep(0.1)

    return act


@pytest.mark.parametrize(
    "behaviour",
    [
        drip(OK, b"X-Header: again\r\n"),
        drip(b"HTTP/1.1 2", b"0"),
        drip(OK + b"Content-Length: 9999\r\n\r\n", b"a"),
        drip(OK + b"\r\n", b"a"),
        drip(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
        drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["headers", "status line", "body", "body without length", "chunks", "continue"],
)
def test_deadline_ends_a_drip(behaviour):
    with upstream(behaviour) as server:
        assert failure(server.url, deadline_s=0.8).code == "deadline"


def test_deadline_holds_with_a_frozen_clock():
    with (
        time_machine.travel(datetime(2026, 11, 21, tzinfo=UTC), tick=False),
        upstream(drip(OK + b"\r\n", b"a")) as server,
    ):
        assert failure(server.url, deadline_s=0.6).code == "deadline"


def test_deadline_covers_the_resolver():
    free = threading.Event()

    def slow(host: str, port: int) -> list:
        free.wait(30)
        return []

    assert failure("http://slow.example/", resolver=slow, deadline_s=0.3).code == "deadline"
    free.set()  # released only after the caller had its result


def test_size_cap_stops_a_gzip_bomb_with_little_memory():
    packer = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    bomb = b"".join(packer.compress(bytes(2**20)) for _ in range(200)) + packer.flush()  # 200 MB in 0.2 MB

    with upstream(OK + b"Content-Encoding: gzip\r\n\r\n" + bomb) as server:
        tracemalloc.start()
        try:
            assert failure(server.url, max_bytes=2**20).code == "too_large"
            assert tracemalloc.get_traced_memory()[1] < 6 * 2**20
        finally:
            tracemalloc.stop()


def test_size_cap_stops_endless_chunks():
    def act(connection: socket.socket, _: bytes) -> None:
        connection.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n")
        while True:
            connection.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")

    with upstream(act) as server:
        assert failure(server.url, max_bytes=2**20).code == "too_large"


def test_size_cap_believes_an_honest_length_at_once():
    with upstream(OK + b"Content-Length: 99999999\r\n\r\n") as server:
        assert failure(server.url, deadline_s=5).code == "too_large"


@pytest.mark.parametrize(
    "answer",
    [
        OK + b"Content-Length: 50\r\n\r\nshort",
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
        OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"figures" * 50)[:-9],
        OK + b"Content-Encoding: gzip\r\n\r\nnot gzip at all",
        OK + b"Content-Encoding: br\r\n\r\nabc",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        OK + b"X: 1\r\n" * 400 + b"\r\n",
    ],
    ids=["length", "chunks", "gzip", "no gzip", "brotli", "not http", "headers"],
)
def test_broken_answer_is_an_error(answer):
    with upstream(answer) as server:
        assert failure(server.url).code == "protocol"


@pytest.mark.parametrize("coding", ["none", "aws-chunked", "utf-8", "identity", "gzip"])
def test_plain_document_is_read_whatever_it_is_called(coding):
    answer = OK + f"Content-Encoding: {coding}\r\n\r\n<rss/>".encode()
    with upstream(answer) as server:
        assert fetch(server.url).body == b"<rss/>"


@pytest.mark.parametrize(
    ("coding", "word"), [("br", "encoded as br"), ("zstd", "encoded as zstd"), ("gzip", "called gzip")]
)
def test_error_names_the_coding(coding, word):
    with upstream(OK + f"Content-Encoding: {coding}\r\n\r\nnothing plain".encode()) as server:
        assert word in str(failure(server.url))


def test_an_answer_with_many_cookies_is_read():
    with upstream(OK + b"Set-Cookie: a=b\r\n" * 120 + b"\r\nfigures") as server:
        assert fetch(server.url).body == b"figures"


EARLY_HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"


@pytest.mark.parametrize(
    "interim",
    [
        EARLY_HINTS,
        EARLY_HINTS * 20,
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" + EARLY_HINTS,
    ],
)
def test_interim_answers_are_skipped(interim):
    final = OK + b"Content-Length: 7\r\nETag: v1\r\n\r\nfigures"
    with upstream(interim + final) as server:
        reply = fetch(server.url)
    assert (reply.status, reply.body, reply.headers) == (
        200,
        b"figures",
        {"content-length": "7", "etag": "v1"},
    )


def test_interim_answers_without_end_are_an_error():
    with upstream(EARLY_HINTS * 21 + OK + b"Content-Length: 0\r\n\r\n") as server:
        assert failure(server.url).code == "protocol"


def test_an_interim_answer_and_no_other_is_a_failed_connection():
    with upstream(EARLY_HINTS) as server:
        assert failure(server.url).code == "connect"


def test_connection_closed_without_an_answer_is_a_failed_connection():
    with upstream(b"") as server:
        assert failure(server.url).code == "connect"
