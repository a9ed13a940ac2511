"""A small loopback mail server: takes messages, refuses recipients as told, or hangs up over a message, or greets for ever."""

import socketserver
import threading
import time
from typing import Any


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server: SmtpServer = self.server.owner  # type: ignore[attr-defined]
        while server.drips:  # a greeting without end
            self._say("220-one moment")
            time.sleep(0.1)
        self._say("220 test")
        while line := self.rfile.readline().decode().strip():
            verb = line.split(":")[0].split(" ")[0].upper()
            if verb == "RCPT" and server.refuses and server.refuses in line:
                self._say("550 no")
            elif verb == "RCPT" and server.recipient_reply != 250:
                self._say(f"{server.recipient_reply} no")
            elif verb == "DATA":
                self._say("354 go on")
                server.messages.append(self._message())
                if server.breaks_after_data:
                    return
                self._say("250 taken")
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _message(self) -> str:
        lines = []
        while (line := self.rfile.readline().decode()) not in (".\r\n", ""):
            lines.append(line)
        return "".join(lines)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True


class SmtpServer:
    """`with SmtpServer() as server:` listens on `server.port` and keeps `server.messages`."""

    def __init__(
        self,
        *,
        recipient_reply: int = 250,
        refuses: str = "",
        breaks_after_data: bool = False,
        drips: bool = False,
        bind: str = "127.0.0.1",
    ) -> None:
        self.drips, self.bind = drips, bind
        self.recipient_reply, self.refuses, self.breaks_after_data = (
            recipient_reply,
            refuses,
            breaks_after_data,
        )
        self.messages: list[str] = []

    def __enter__(self) -> "SmtpServer":
        self.listen()
        return self

    def listen(self, port: int = 0) -> None:
        """Also after it was closed, where it listened before."""
        self._server = _Server((self.bind, port), _Session)
        self._server.daemon_threads = True
        self._server.owner = self  # type: ignore[attr-defined]
        self.port = self._server.server_address[1]
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()

    def __exit__(self, *error: object) -> None:
        self.drips = False
        self._server.shutdown()
        self._server.server_close()


def use(settings: Any, port: int) -> None:
    """Mail leaves through the server on this port of loopback."""
    settings.EMAIL_BACKEND = "briefing.core.mail_smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
