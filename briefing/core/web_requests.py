"""A request while it arrives, and the socket that it arrives on."""

import contextlib
import errno
import re
import socket
import time

KIB = 2**10
# Of one reading in the main loop: other connections wait meanwhile.
PIECE = 64 * KIB
# Above gunicorn's own limits of a line and of the fields that browsers send; below what would cost memory.
LONGEST_HEAD = 64 * KIB
# Twice what any view takes, and what the proxies let through.
LONGEST_BODY = 2 * KIB * KIB

HEAD_END = re.compile(rb"\r?\n\r?\n")
# Behind the name.
LENGTH = re.compile(rb"[ \t]*(\d{1,18})[ \t]*\r?\n")
EXPECTS = re.compile(rb"\nexpect:[ \t]*100-continue", re.IGNORECASE)
PATH = re.compile(rb"(?:GET|HEAD) ([^ ?]{1,20})[ ?]")
CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,15}")


class BoundedSocket(socket.socket):
    """A socket on which a thread never waits to read, and `write_s` in all to write an answer."""

    closing = False
    write_s = 0.0
    write_until: float | None = None

    @classmethod
    def of(cls, other: socket.socket, *, write_s: float) -> "BoundedSocket":
        """Takes the connection over from a socket, which is left without one."""
        found = cls(other.family, other.type, other.proto, fileno=other.detach())
        found.write_s = write_s
        return found

    def receive(self) -> bytes:
        """What has come; BlockingIOError when nothing has, b"" at the end. For the main loop."""
        return super().recv(PIECE)

    def send_at_once(self, data: bytes) -> None:
        """As much as the kernel takes without waiting, which for a line is all."""
        with contextlib.suppress(OSError):
            self.send(data)

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """ConnectionResetError: a thread is handed all that is received of a request.

        While gunicorn closes it drains what has come, and does not wait for more in its main loop.
        """
        if not self.closing:
            raise ConnectionResetError(errno.ECONNRESET, "the rest of the request was not received")
        self.setblocking(False)
        return super().recv(size, flags)

    def shutdown(self, how: int, /) -> None:
        self.closing = True
        super().shutdown(how)

    def sendall(self, data: bytes, flags: int = 0, /) -> None:  # type: ignore[override]  # bytes alone come here
        if self.write_until is None:
            self.write_until = time.monotonic() + self.write_s
        self.settimeout(max(self.write_until - time.monotonic(), 0.001))
        try:
            super().sendall(data, flags)
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the reader was too slow") from None


class IncomingRequest:
    """The bytes of a request. They are only counted here: gunicorn's parser reads them, and refuses what is wrong."""

    def __init__(self, held: bytes) -> None:
        self.data = bytearray(held)
        self.since = time.monotonic()
        self.head_end = 0  # as long as the head is not whole
        self._length: int | None = 0  # of the body; None where it comes in chunks
        self._chunk_at = self._searched = 0
        self.awaited = False  # by the main loop's selector
        self._has_leave = False

    def refusal(self) -> str:
        """The status for what is longer than anything that is answered here, else ""."""
        self._look_for_head()
        if not self.head_end:
            return "431 Request Header Fields Too Large" if len(self.data) > LONGEST_HEAD else ""
        length = len(self.data) - self.head_end if self._length is None else self._length
        return "413 Content Too Large" if length > LONGEST_BODY else ""

    def is_complete(self) -> bool:
        """Whether nothing more is to be waited for."""
        self._look_for_head()
        if not self.head_end:
            return False
        if self._length is None:
            return self._has_last_chunk()
        return len(self.data) - self.head_end >= self._length

    def expects_continue(self) -> bool:
        """Whether the client waits for "100 Continue"; once."""
        if self._has_leave or not self.head_end or not EXPECTS.search(self.data, 0, self.head_end):
            return False
        self._has_leave = True
        return True

    def path(self) -> str:
        """The path that is asked for by GET or HEAD, "" for others and for long ones."""
        found = PATH.match(self.data)
        return found[1].decode("latin-1") if found else ""

    def _look_for_head(self) -> None:
        if self.head_end:
            return
        found = HEAD_END.search(self.data, self._searched)
        self._searched = max(0, len(self.data) - 3)
        if not found:
            return
        self.head_end = self._chunk_at = found.end()
        head = self.data[: self.head_end].lower()
        name = b"\ncontent-length:"
        if b"\ntransfer-encoding:" in head:
            self._length = None
        elif (at := head.find(name)) >= 0 and (found := LENGTH.match(head, at + len(name))):
            self._length = int(found[1])

    def _has_last_chunk(self) -> bool:
        """Steps from chunk to chunk (RFC 9112, 7.1). One without a size is gunicorn's to refuse."""
        while (line_end := self.data.find(b"\r\n", self._chunk_at)) >= 0:
            size = CHUNK_SIZE.match(self.data, self._chunk_at, line_end)
            if size is None:
                return True
            if not int(size[0], 16):
                return self.data.find(b"\r\n\r\n", line_end) >= 0  # behind the trailers, where there are some
            following = line_end + 2 + int(size[0], 16) + 2
            if following > len(self.data):
                return False
            self._chunk_at = following
        return False
