"""Requests as they arrive, and a socket with bounded reads and writes."""

import contextlib
import errno
import re
import socket
import time

KIB = 2**10
# Largest single read in the main loop, since other connections wait meanwhile.
PIECE = 64 * KIB
# Above gunicorn's own limits for the headers that browsers send; low enough to bound memory.
LONGEST_HEAD = 64 * KIB
# Twice what any view accepts, and the limit of the documented proxies.
LONGEST_BODY = 2 * KIB * KIB

HEAD_END = re.compile(rb"\r?\n\r?\n")
# The value after the header's name.
LENGTH = re.compile(rb"[ \t]*(\d{1,18})[ \t]*\r?\n")
EXPECTS = re.compile(rb"\nexpect:[ \t]*100-continue", re.IGNORECASE)
PATH = re.compile(rb"(?:GET|HEAD) ([^ ?]{1,20})[ ?]")
CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,15}")


class BoundedSocket(socket.socket):
    """A socket whose reads never block a thread and whose response must be written within `write_s`."""

    closing = False
    write_s = 0.0
    write_until: float | None = None

    @classmethod
    def of(cls, other: socket.socket, *, write_s: float) -> "BoundedSocket":
        """Takes over the connection of another socket, which is detached."""
        found = cls(other.family, other.type, other.proto, fileno=other.detach())
        found.write_s = write_s
        return found

    def receive(self) -> bytes:
        """Reads without blocking, in the main loop; raises BlockingIOError if there are no data, b"" at the end."""
        return super().recv(PIECE)

    def send_at_once(self, data: bytes) -> None:
        """Sends as much as the kernel takes without blocking, which for one line is everything."""
        with contextlib.suppress(OSError):
            self.send(data)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """Raises ConnectionResetError, since threads are given complete requests.

        While gunicorn closes the connection it drains what has arrived, without waiting for more.
        """
        if not self.closing:
            raise ConnectionResetError(errno.ECONNRESET, "the rest of the request was not received")
        self.setblocking(False)
        return super().recv(size, flags)

    def shutdown(self, how: int, /) -> None:
        self.closing = True
        super().shutdown(how)

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override]  # only bytes are passed
        if self.write_until is None:
            self.write_until = time.monotonic() + self.write_s
        self.settimeout(max(self.write_until - time.monotonic(), 0.001))
        try:
            super().sendall(data, flags)
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the reader was too slow") from None


class IncomingRequest:
    """The bytes of a request so far; only their length is tracked here, gunicorn's parser validates them."""

    def __init__(self, held: bytes) -> None:
        self.data = bytearray(held)
        self.since = time.monotonic()
        self.head_end = 0  # 0 until the head is complete
        self._length: int | None = 0  # of the body; None if it is chunked
        # Where the next chunk begins, and up to where its line end, or the end of the head, was looked for in vain.
        self._chunk_at = self._searched = 0
        self._in_trailers = False  # the last chunk has arrived
        self.awaited = False  # registered with the main loop's selector
        self._waits_for_leave = False

    def refusal(self) -> str:
        """Returns the status line for a head or body that is too long; "" otherwise."""
        self._look_for_head()
        if not self.head_end:
            return "431 Request Header Fields Too Large" if len(self.data) > LONGEST_HEAD else ""
        length = len(self.data) - self.head_end if self._length is None else self._length
        return "413 Content Too Large" if length > LONGEST_BODY else ""

    def is_complete(self) -> bool:
        self._look_for_head()
        if not self.head_end:
            return False
        if self._length is None:
            return self._has_last_chunk()
        return len(self.data) - self.head_end >= self._length

    def expects_continue(self) -> bool:
        """Whether the client waits for "100 Continue"; True only once."""
        waits, self._waits_for_leave = self._waits_for_leave, False
        return waits

    def path(self) -> str:
        """Returns the path of a GET or HEAD request; "" for other methods and long paths."""
        found = PATH.match(self.data)
        return found[1].decode("latin-1") if found else ""

    def _look_for_head(self) -> None:
        if self.head_end:
            return
        found = HEAD_END.search(self.data, self._searched)
        self._searched = max(0, len(self.data) - 3)
        if not found:
            return
        self.head_end = self._chunk_at = self._searched = found.end()
        self._waits_for_leave = bool(EXPECTS.search(self.data, 0, self.head_end))
        head = self.data[: self.head_end].lower()
        name = b"\ncontent-length:"
        if b"\ntransfer-encoding:" in head:
            self._length = None
        elif (at := head.find(name)) >= 0 and (found := LENGTH.match(head, at + len(name))):
            self._length = int(found[1])

    def _has_last_chunk(self) -> bool:
        """Whether the last chunk has arrived (RFC 9112, 7.1); also True for a malformed size, left to gunicorn."""
        while not self._in_trailers:
            line_end = self._find(b"\r\n")
            if line_end < 0:
                return False
            size = CHUNK_SIZE.match(self.data, self._chunk_at, line_end)
            if size is None:
                return True
            following = line_end + 2 + int(size[0], 16) + 2
            if not int(size[0], 16):
                self._in_trailers, self._chunk_at = True, line_end
            elif following > len(self.data):
                return False
            else:
                self._chunk_at = following
        return self._find(b"\r\n\r\n") >= 0  # after the trailers, if any

    def _find(self, mark: bytes) -> int:
        """Returns the mark's place from the chunk on, or -1; what was searched in vain is not searched again."""
        start = max(self._chunk_at, self._searched)
        found = self.data.find(mark, start)
        self._searched = found if found >= 0 else max(start, len(self.data) - len(mark) + 1)
        return found
