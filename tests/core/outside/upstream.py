"""A fake upstream on raw sockets that sends exactly the given bytes and counts its connections."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator

Behaviour = Callable[[socket.socket, bytes], None]


class Upstream:
    def __init__(self, behaviour: Behaviour | None = None, tls: ssl.SSLContext | None = None) -> None:
        self.behaviour = behaviour
        self.tls = tls
        self.requests: list[bytes] = []
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            request = b""
            while b"\r\n\r\n" not in request:
                piece = connection.recv(65536)
                if not piece:
                    return
                request += piece
            self.requests.append(request)
            if self.behaviour:
                self.behaviour(connection, request)
            connection.close()

    def close(self) -> None:
        self.listener.close()


@contextlib.contextmanager
def upstream(
    behaviour: Behaviour | bytes | None = None, tls: ssl.SSLContext | None = None
) -> Iterator[Upstream]:
    """Starts a server; bytes are sent unchanged, a function gets the socket and the request."""
    act = (lambda connection, _: connection.sendall(behaviour)) if isinstance(behaviour, bytes) else behaviour
    server = Upstream(act, tls)
    try:
        yield server
    finally:
        server.close()
