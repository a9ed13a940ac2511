"""A time limit that shuts sockets down, against servers that send just enough to keep a connection open."""

import contextlib
import socket
import threading
import time
from typing import Self


class Deadline:
    """A total time limit: on expiry a timer shuts down every watched socket.

    Socket timeouts limit one wait only; the shutdown also ends a server that sends a byte a second.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = time.monotonic() + seconds
        self._passed = threading.Event()
        self._lock = threading.Lock()
        self._watched: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            for sock in self._watched:
                sock.close()
            self._watched.clear()

    @property
    def passed(self) -> bool:
        return self._passed.is_set() or self.remaining() <= 0

    def remaining(self) -> float:
        return max(0.0, self._ends - time.monotonic())

    def sleep(self, seconds: float) -> None:
        self._passed.wait(seconds)

    def watch(self, sock: socket.socket) -> None:
        # A duplicate, because TLS detaches the first socket object while the connection stays the same.
        with self._lock:
            self._watched.append(sock.dup())
        if self._passed.is_set():
            self._pass()

    def _pass(self) -> None:
        self._passed.set()
        with self._lock:
            for sock in self._watched:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)
