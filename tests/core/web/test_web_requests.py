"""Detection of complete requests wherever the network splits them, verified with gunicorn's parser."""

import socket

import pytest
from gunicorn.config import Config
from gunicorn.http.parser import RequestParser

from briefing.core.web.web_requests import LONGEST_BODY, LONGEST_HEAD, BoundedSocket, IncomingRequest

HOST = b"Host: x\r\n"
WHOLE = [
    b"GET / HTTP/1.1\r\n" + HOST + b"\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\nabcde",
    b"POST / HTTP/1.1\r\n" + HOST + b"content-length:\t5 \r\n\r\n\r\n\r\nx",
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\n\r\n",
    b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\n"
    + HOST
    + b"Transfer-Encoding: chunked\r\n\r\n7\r\n\r\n0\r\n\r\n\r\n0\r\nX-Sum: 1\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
]


def came(data: bytes) -> IncomingRequest:
    found = IncomingRequest(b"")
    found.data += data
    return found


@pytest.mark.parametrize("whole", WHOLE)
def test_whole_with_its_last_byte_and_not_before(whole: bytes):
    request = came(b"")
    for position in range(len(whole)):
        assert not request.is_complete(), whole[:position]
        request.data += whole[position : position + 1]
    assert request.is_complete()
    assert came(whole + b"GET /next").is_complete()


@pytest.mark.parametrize("whole", WHOLE)
def test_gunicorn_finds_nothing_missing_and_nothing_over(whole: bytes):
    parser = RequestParser(Config(), iter([whole]), ("127.0.0.1", 1))
    request = next(parser)
    request.body.read()
    assert parser.unreader.take_buffered() == b""


@pytest.mark.parametrize(
    "wrong",
    [
        b"GET / HTTP/1.1\n\n",
        b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: many\r\n\r\n",
        b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n",
    ],
    ids=["bare line ends", "length", "chunk", "negative chunk"],
)
def test_what_is_to_be_refused_is_not_waited_for(wrong: bytes):
    assert came(wrong).is_complete()


POST = b"POST / HTTP/1.1\r\n" + HOST


@pytest.mark.parametrize(
    ("fine", "too_long", "status"),
    [
        (b"a" * LONGEST_HEAD, b"a" * (LONGEST_HEAD + 1), "431"),
        (POST + b"Content-Length: %d\r\n\r\n" % LONGEST_BODY, POST + b"Content-Length: %d\r\n\r\n" % (LONGEST_BODY + 1), "413"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"a" * LONGEST_BODY,
         POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"a" * (LONGEST_BODY + 1), "413"),
    ],
    ids=["head", "body", "chunks"],
)  # fmt: skip
def test_what_is_too_long_is_refused(fine: bytes, too_long: bytes, status: str):
    assert came(fine).refusal() == ""
    assert came(too_long).refusal().startswith(f"{status} ")


def test_leave_is_awaited_once_and_behind_the_head():
    head = b"POST / HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\nContent-Length: 2\r\n"
    request = came(head)
    assert (request.is_complete(), request.expects_continue()) == (False, False)
    request.data += b"\r\n"
    assert (request.is_complete(), request.expects_continue(), request.expects_continue()) == (
        False,
        True,
        False,
    )
    in_the_body = came(b"POST / HTTP/1.1\r\nContent-Length: 99\r\n\r\nExpect: 100-continue\r\n")
    assert (in_the_body.is_complete(), in_the_body.expects_continue()) == (False, False)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (b"GET /healthz HTTP/1.1", "/healthz"), (b"HEAD /readyz?x HTTP/1.1", "/readyz"), (b"POST /healthz HTTP/1.1", ""),
        (b"GET /healthzz HTTP/1.1", "/healthzz"), (b"GET /" + b"a" * 30 + b" HTTP/1.1", ""), (b"", ""),
    ],
)  # fmt: skip
def test_requested_path(line: bytes, path: str):
    assert came(line).path() == path


def test_a_thread_that_wants_more_than_came_waits_for_nothing():
    ours, theirs = socket.socketpair()
    with theirs, BoundedSocket.of(ours, write_s=1) as bounded:
        bounded.setblocking(True)
        with pytest.raises(ConnectionResetError):
            bounded.recv(10)


def test_a_reader_has_so_long_for_a_whole_answer():
    ours, theirs = socket.socketpair()
    with theirs, BoundedSocket.of(ours, write_s=0.2) as bounded, pytest.raises(BrokenPipeError):
        bounded.setblocking(True)
        for _ in range(1000):
            bounded.sendall(bytes(2**20))


class CountedBytes(bytearray):
    """Counts the bytes that it was searched through; `re` does not count, and is asked for heads alone."""

    searched = 0

    def find(self, mark: bytes, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        found = super().find(mark, start, len(self) if end is None else end)
        self.searched += (found if found >= 0 else len(self)) - start
        return found


@pytest.mark.parametrize(
    "endless",
    [b"1;", b"0\r\nX: ", b"3\r\nabc\r\n1;"],
    ids=["a chunk's line", "trailers", "a later chunk's line"],
)
def test_what_came_before_is_not_searched_again_for_each_byte(endless: bytes):
    request = IncomingRequest(b"")
    request.data = CountedBytes(POST + b"Transfer-Encoding: chunked\r\n\r\n" + endless + b"a" * 10_000)
    for _ in range(100):
        assert not request.is_complete()
        request.data += b"a"
    assert request.data.searched < 2 * len(request.data)


def test_leave_is_looked_for_once_in_a_head():
    request = came(POST + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")
    assert not request.is_complete()
    assert (request.expects_continue(), request.expects_continue()) == (True, False)
