"""A threaded gunicorn worker that gives threads complete requests and leaves new connections to idle processes."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from briefing.core.web.web_requests import PIECE, BoundedSocket, IncomingRequest

# Longer than an idle process takes to wake up and accept, and too short for readers to notice.
PAUSE_S = 0.001
MIB = 2**20


class SharingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """Receives requests in its main loop, so that slow clients occupy no thread, with or without a proxy.

    Gunicorn's worker reads in the thread that responds, so a dozen unfinished bodies block it. Each health
    check has its own thread, so that it responds while all others are busy. All processes listen on one
    socket, and a running one accepts connections before an idle one wakes up: the connections that a proxy or
    browser opens at once, and keeps, would stay with one process while the others idle (gunicorn's issues
    908, 2817, 3433). On two cores that halves the throughput.
    """

    # Seconds from the first byte (of a new connection: from accepting it) to the end of the head, and of the body.
    HEAD_S, REQUEST_S = 10.0, 20.0
    # Seconds for the client to receive the response.
    WRITE_S = 30.0
    # Limits of incomplete requests, above which the oldest is refused, and of bytes buffered for all
    # requests, above which the largest incomplete one is refused.
    MOST_INCOMPLETE, MOST_HELD = 500, 32 * MIB
    HEALTH_CHECKS = ("/healthz", "/readyz")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Gunicorn trusts every peer on a Unix socket.
        self.cfg.set("secure_scheme_headers", {})
        self.incoming: dict[Any, IncomingRequest] = {}  # by connection, the oldest first
        self.handed_over: dict[Any, int] = {}  # bytes, by connection
        self.buffered = 0
        self.looked_at = 0.0

    def init_process(self) -> None:
        self.health_pools = {path: ThreadPoolExecutor(max_workers=1) for path in self.HEALTH_CHECKS}
        super().init_process()

    def accept(self, listener: Any) -> None:
        quiet = len(self.keepalived_conns)
        if self.nr_conns > quiet and self.cfg.workers > 1:
            time.sleep(PAUSE_S)
        super().accept(listener)

    def enqueue_req(self, conn: Any) -> None:
        """Gunicorn calls this for new connections, for kept ones with new data, and for pipelined requests."""
        if conn.parser is None:
            conn.sock = BoundedSocket.of(conn.sock, write_s=self.WRITE_S)
            conn.init()
        if conn.sock.gettimeout() != 0:
            conn.sock.setblocking(False)
        buffered = conn.parser.unreader.take_buffered()
        self.buffered += len(buffered)
        self.incoming[conn] = IncomingRequest(buffered)
        if buffered:
            self._continue(conn)
        if conn in self.incoming:
            self._receive(conn)  # most requests arrive in one piece
        if (request := self.incoming.get(conn)) is not None:
            request.awaited = True
            self.poller.register(conn.sock, EVENT_READ, lambda _socket: self._receive(conn))
        if len(self.incoming) > self.MOST_INCOMPLETE:
            self._refuse(next(iter(self.incoming)), "408 Request Timeout")

    def _receive(self, conn: Any) -> None:
        try:
            data = conn.sock.receive()
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._close(conn, graceful=False)
            return
        self.buffered += len(data)
        self.incoming[conn].data += data
        self._continue(conn)

    def _continue(self, conn: Any) -> None:
        if self.buffered > self.MOST_HELD:
            self._make_room()
        request = self.incoming.get(conn)
        if request is None:
            return
        if refusal := request.refusal():
            self._refuse(conn, refusal)
        elif request.is_complete():
            self._dispatch(conn)
        elif request.expects_continue():
            conn.sock.send_at_once(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _make_room(self) -> None:
        largest = max(self.incoming, key=lambda conn: len(self.incoming[conn].data))
        if len(self.incoming[largest].data) > PIECE:
            self._refuse(largest, "503 Service Unavailable")

    def _dispatch(self, conn: Any) -> None:
        request = self._no_longer_incoming(conn)
        self.handed_over[conn] = len(request.data)
        conn.parser.unreader.unread(bytes(request.data))
        conn.sock.write_until = None
        pool = self.health_pools.get(request.path()) or self.tpool
        answer = pool.submit(self.handle, conn)
        answer.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))

    def handle_request(self, req: Any, conn: Any) -> Any:
        req._expected_100_continue = False  # 100 Continue was sent while the body was received
        return super().handle_request(req, conn)

    def finish_request(self, conn: Any, fs: Any) -> None:
        self.buffered -= self.handed_over.pop(conn, 0)
        super().finish_request(conn, fs)

    def murder_pending(self) -> None:
        """Gunicorn calls this after every loop iteration; deadlines are checked about once a second."""
        super().murder_pending()
        now = time.monotonic()
        if now - self.looked_at < min(1.0, self.HEAD_S / 4):
            return
        self.looked_at = now
        for conn, request in [*self.incoming.items()]:
            if now - request.since > (self.REQUEST_S if request.head_end else self.HEAD_S):
                self._refuse(conn, "408 Request Timeout")

    def _refuse(self, conn: Any, status: str) -> None:
        """Sends the status and closes; closes silently if no data were received."""
        if self.incoming[conn].data:
            answer = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            conn.sock.send_at_once(answer.encode())
        self._close(conn, graceful=True)

    def _close(self, conn: Any, *, graceful: bool) -> None:
        self.buffered -= len(self._no_longer_incoming(conn).data)
        self.nr_conns -= 1
        conn.close(graceful=graceful)

    def _no_longer_incoming(self, conn: Any) -> IncomingRequest:
        request = self.incoming.pop(conn)
        if request.awaited:
            self.poller.unregister(conn.sock)
        return request
