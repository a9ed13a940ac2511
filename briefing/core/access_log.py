"""What gunicorn writes: one line a request through the structured log, and nothing personal (decision 4.8).

No query string, no address, no agent. Loaded by gunicorn's master too, which knows no Django settings.
"""

import logging
from datetime import timedelta
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import structlog
from gunicorn.glogging import Logger

from briefing.core.logs import OF_A_REQUEST, line_formatter, scrub, without_controls

LONGEST_PATH = 200
# What a path may hold as it stands (RFC 3986); everything else is written as %XX, line ends and escapes too.
PLAIN = "/:@!$&'()*+,;=~"
access_log = structlog.get_logger("briefing.access")


def shown_path(target: str) -> str:
    """The path of a request as it came (`/a%0Ab`), quoted anew: ASCII, and at most 200 characters.

    What follows an encoded question mark was meant as a query, and may hold what only queries hold.
    """
    path, mark, _rest = unquote_to_bytes(target.encode("latin-1", "replace")).partition(b"?")
    shown = quote(path[: LONGEST_PATH + 1], safe=PLAIN)
    if len(shown) > LONGEST_PATH:
        return f"{shown[: LONGEST_PATH - 3]}..."
    return shown + ("?" if mark else "")


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own messages without the sender and without what was sent."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.filters = [WithoutStrangers()]
        for handler in self.error_log.handlers:
            handler.setFormatter(self.formatter())

    def formatter(self) -> logging.Formatter:
        return Scrubbed(self.error_fmt, self.datefmt)

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        if not self.access_log_enabled:
            return
        access_log.info(
            "request",
            method=quote(str(environ.get("REQUEST_METHOD") or "-")[:20], safe=""),
            path=shown_path(req.path or "-"),  # not PATH_INFO, which Django writes anew
            status=int(str(resp.status).split(None, 1)[0]),
            seconds=round(request_time.total_seconds(), 3),
            **{name: environ[key] for name, key in OF_A_REQUEST.items() if key in environ},
        )


class JsonServerLog(ServerLog):
    """The same in JSON lines; chosen by `manage.py web`, since gunicorn's master knows no settings."""

    def formatter(self) -> logging.Formatter:
        return line_formatter(json=True)


class Scrubbed(logging.Formatter):
    """Lines as gunicorn writes them, in the words of our own log."""

    def format(self, record: logging.LogRecord) -> str:
        return without_controls(scrub(super().format(record)), lines=True)


class WithoutStrangers(logging.Filter):
    """A request that cannot be read is named by its kind: the message has the address and the line that was sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = str(record.msg)
        if text.startswith("Invalid request from ip="):
            record.msg, record.args = "refused a request that cannot be read", ()
        elif text.startswith("Error handling request %s"):
            record.msg, record.args = "error handling a request", ()
        return True
