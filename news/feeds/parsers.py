"""Parses untrusted feeds in subprocesses with CPU, memory and time limits."""

import contextlib
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

from news.feeds import parsing_child
from news.feeds.entries import Document
from news.feeds.parse import Unreadable, too_costly

AT_ONCE = 2
WITHIN_S = 20.0
ROOT = Path(__file__).resolve().parents[2]


class Parsers:
    """Up to two parser processes, started on demand and terminated at the end of the block.

    `parse` may be called from many threads. A document that kills a process or exceeds the time limit is Unreadable
    (too_costly), and the next one gets a new process. Closing also terminates busy processes.
    """

    def __init__(self, *, within_s: float = WITHIN_S) -> None:
        self._within_s = within_s
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._all: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Terminates every process; threads that wait for one get Unreadable."""
        with self._lock:
            self._closed = True
            left = list(self._all)
        for process in left:
            self._forget(process)

    def parse(self, body: bytes, *, url: str = "", content_type: str = "") -> Document:
        """Runs `parse.parse` in a subprocess."""
        head = {"url": url, "content_type": content_type, "size": len(body)}
        with self._free:
            process = self._idle_process()
            killed = threading.Event()
            answer = self._send(process, json.dumps(head).encode() + b"\n" + body, killed)
            if answer.endswith(b"\n") and not killed.is_set():
                with self._lock:
                    self._idle.append(process)
            else:
                self._forget(process)
        if answer.endswith(b"\n"):
            return parsing_child.unpacked(json.loads(answer))
        raise self._failure(process, killed)

    def _idle_process(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Unreadable("stopped", "The run ended before the document was read.")
            while self._idle:
                process = self._idle.pop()
                if process.poll() is None:
                    return process
            process = subprocess.Popen(  # noqa: S603  # nosec B603  # our own command line
                [sys.executable, "-m", parsing_child.__name__],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
                env={"PYTHONDONTWRITEBYTECODE": "1"},  # an empty environment, since the process reads untrusted input
                start_new_session=True,  # Ctrl-C reaches only the parent; the process ends when stdin closes
            )  # fmt: skip
            self._all.add(process)
            return process

    def _send(self, process: subprocess.Popen[bytes], request: bytes, killed: threading.Event) -> bytes:
        """Returns the line of the response, truncated or empty if the process died."""

        def kill() -> None:
            killed.set()
            process.kill()

        assert process.stdin and process.stdout
        killer = threading.Timer(self._within_s, kill)
        killer.daemon = True
        killer.start()
        try:
            process.stdin.write(request)
            process.stdin.flush()
            return process.stdout.readline()
        except (BrokenPipeError, ValueError):  # ValueError: `close` has closed the pipe
            return b""
        finally:
            killer.cancel()
            killer.join()

    def _forget(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):  # unwritten data on a broken pipe
                pipe.close()  # type: ignore[union-attr]
        with self._lock:
            self._all.discard(process)

    def _failure(self, process: subprocess.Popen[bytes], killed: threading.Event) -> Exception:
        if killed.is_set():
            return too_costly(f"it takes more than {self._within_s:g} seconds")
        if self._closed:
            return Unreadable("stopped", "The run ended before the document was read.")
        if process.returncode < 0 or process.returncode == parsing_child.TIMED_OUT:
            return too_costly(
                f"it takes more than {parsing_child.CPU_S} seconds of the processor, or the memory"
            )
        return RuntimeError(f"the process that parses ended with exit code {process.returncode}")
