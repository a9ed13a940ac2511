"""Django's SMTP backend with a total deadline, against servers that answer just before each timeout."""

import smtplib
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp
from django.core.mail.message import EmailMessage

from briefing.core.outside.http.deadline import Deadline


class EmailBackend(smtp.EmailBackend):
    """An SMTP backend that takes at most EMAIL_DEADLINE_S from `open` to `close`, then raises TimeoutError."""

    _deadline: Deadline | None = None

    @property
    def connection_class(self) -> Callable[..., smtplib.SMTP]:  # type: ignore[override]  # a factory works too
        kind = _WatchedTLS if self.use_ssl else _Watched
        return partial(kind, watch=self._watch)

    def open(self) -> bool | None:
        if self.connection:
            return False
        self._deadline = Deadline(settings.EMAIL_DEADLINE_S).__enter__()
        with self._named_timeout():
            return super().open()

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        with self._named_timeout():
            return super().send_messages(email_messages)

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._end()

    def _watch(self, sock: socket.socket) -> None:
        if self._deadline:
            self._deadline.watch(sock)

    def _end(self) -> None:
        deadline, self._deadline = self._deadline, None
        if deadline:
            deadline.__exit__(None, None, None)

    @contextmanager
    def _named_timeout(self) -> Iterator[None]:
        """Raises TimeoutError for connection errors that the deadline caused."""
        try:
            yield
        except (OSError, smtplib.SMTPException):
            if self._deadline and self._deadline.passed:
                raise TimeoutError(f"not done within {settings.EMAIL_DEADLINE_S} s") from None
            raise


class _Watched(smtplib.SMTP):
    def __init__(self, *args: Any, watch: Callable[[socket.socket], None], **kwargs: Any) -> None:
        self._watch = watch  # first, because the constructor connects
        super().__init__(*args, **kwargs)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        sock: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        self._watch(sock)
        return sock


class _WatchedTLS(smtplib.SMTP_SSL, _Watched):
    """SMTP over TLS: SMTP_SSL wraps the socket that `_Watched` opens, so that the handshake is watched too."""

    def __init__(self, *args: Any, watch: Callable[[socket.socket], None], **kwargs: Any) -> None:
        self._watch = watch
        smtplib.SMTP_SSL.__init__(self, *args, **kwargs)
