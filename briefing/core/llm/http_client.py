"""One HTTP call that cannot outlive its deadline, cannot grow past its cap, and goes where it is sent.

The SDK's time-outs bound one read each. Here a timer shuts the socket down when the total time is over, which also
ends drips, blank keep-alives and header drips; bytes are counted before anything is decoded or kept.
"""

import contextlib
import ssl
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from briefing.core.http.deadline import Deadline

if TYPE_CHECKING:
    import httpx2

CONNECT_S = 10.0
# Everything else that the SDK or its environment variables would add stays at home.
SENT = {"host", "authorization", "content-type", "content-length", "accept", "accept-encoding", "connection",
        "user-agent", "transfer-encoding", "x-or-allow-training",
        "x-stainless-raw-response"}  # fmt: skip


class TooLarge(Exception):
    """More bytes came than may be read."""


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextlib.contextmanager
def http_client(deadline: Deadline, *, max_bytes: int) -> "Iterator[httpx2.Client]":
    """A client for one call: no redirects, no proxies, nothing of the environment."""
    import httpx2  # comes with the SDK; a process without a key does without both

    left = max(deadline.remaining(), 0.001)

    def watch(name: str, info: dict[str, Any]) -> None:
        if name == "connection.connect_tcp.complete":
            deadline.watch(info["return_value"].get_extra_info("socket"))

    def on_request(request: httpx2.Request) -> None:
        request.extensions = {**request.extensions, "trace": watch}
        for header in set(request.headers) - SENT:
            del request.headers[header]

    def on_response(response: httpx2.Response) -> None:
        response.stream = _capped(response.stream, max_bytes)
        # Asked for as it is; a server that packs it all the same gives no bomb a chance to unfold.
        response.headers.pop("content-encoding", None)

    with httpx2.Client(
        verify=_tls(),
        trust_env=False,
        follow_redirects=False,
        timeout=httpx2.Timeout(left, connect=min(CONNECT_S, left)),
        event_hooks={"request": [on_request], "response": [on_response]},
    ) as client:
        yield client


def _capped(stream: Any, max_bytes: int) -> "httpx2.SyncByteStream":
    import httpx2

    class Capped(httpx2.SyncByteStream):
        """Counts what comes over the wire, the bodies of errors included."""

        def __iter__(self) -> Iterator[bytes]:
            seen = 0
            for piece in stream:
                seen += len(piece)
                if seen > max_bytes:
                    raise TooLarge
                yield piece

        def close(self) -> None:
            stream.close()

    return Capped()


def read_body(pieces: Iterator[bytes], deadline: Deadline, *, max_bytes: int) -> bytes:
    """The decoded body; TooLarge past the cap, TimeoutError past the deadline."""
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > max_bytes:
            raise TooLarge
        if deadline.passed:
            break
    if deadline.passed:  # also where the timer's shutdown looks like the end of the body
        raise TimeoutError
    return bytes(body)
