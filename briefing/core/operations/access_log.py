"""Gunicorn's log: one structured line per request without personal data (decision 4.8).

No query string, client address or user agent is logged. Gunicorn's master imports this module too, so it must
not read Django's settings.
"""

import logging
import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote, unquote_to_bytes

import structlog
from gunicorn.glogging import Logger

from briefing.core.operations.logs import OF_A_REQUEST, line_formatter, scrub, without_controls

LONGEST_PATH = 200
# Characters that RFC 3986 allows in a path; all others, line ends and escapes included, become %XX.
PLAIN = "/:@!$&'()*+,;=~"
# Also encoded more than once, as some programs send an address that they were given encoded.
QUESTION_MARK = re.compile(rb"\?|%(?:25)*+3f", re.IGNORECASE)
access_log = structlog.get_logger("briefing.access")


def shown_path(target: str) -> str:
    """Returns a request's path percent-encoded to ASCII, at most 200 characters.

    Anything after an encoded question mark was meant as a query and is dropped, since queries may hold personal data.
    """
    path, *query = QUESTION_MARK.split(unquote_to_bytes(target.encode("latin-1", "replace")), maxsplit=1)
    shown = quote(path[: LONGEST_PATH + 1], safe=PLAIN)
    if len(shown) > LONGEST_PATH:
        return f"{shown[: LONGEST_PATH - 3]}..."
    return shown + ("?" if query else "")


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's own messages without the client's address and without what it sent."""

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
            path=shown_path(req.path or "-"),  # not PATH_INFO, which Django decodes
            status=int(str(resp.status).split(None, 1)[0]),
            seconds=round(request_time.total_seconds(), 3),
            **{name: environ[key] for name, key in OF_A_REQUEST.items() if key in environ},
        )


class JsonServerLog(ServerLog):
    """Logs JSON lines. `manage.py web` selects it by class, since gunicorn's master cannot read the settings."""

    def formatter(self) -> logging.Formatter:
        return line_formatter(json=True)


class Scrubbed(logging.Formatter):
    """Gunicorn's log format, with secrets scrubbed and control characters removed."""

    def format(self, record: logging.LogRecord) -> str:
        return without_controls(scrub(super().format(record)), lines=True)


class WithoutStrangers(logging.Filter):
    """Replaces messages about unreadable requests, which quote the client's address and the line it sent."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = str(record.msg)
        if text.startswith("Invalid request from ip="):
            record.msg, record.args = "refused a request that cannot be read", ()
        elif text.startswith("Error handling request %s"):
            record.msg, record.args = "error handling a request", ()
        return True
