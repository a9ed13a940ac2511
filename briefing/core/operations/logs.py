"""Logging: one line per event, allow-listed keys, no personal data (decision 4.8).

Addresses, codes, tokens, cookies and e-mails must not reach a log: free text is scrubbed by patterns, and
structured events keep only the keys in ALLOWED.
"""

import logging
import logging.config
import re
from collections.abc import Callable, MutableMapping
from typing import Any

import structlog

ALLOWED = {
    "event", "level", "timestamp", "logger", "exc_info", "exception", "kind", "key", "job", "status", "method",
    "path", "seconds", "count", "source", "symbol", "feed", "error", "error_code", "attempt", "host", "user_id",
    "job_id", "request_id",
}  # fmt: skip
# Set in the WSGI environment by the application, for the access log.
OF_A_REQUEST = {"request_id": "briefing.request_id", "user_id": "briefing.user_id"}
# The subclasses of `django.core.exceptions.SuspiciousOperation`; a test compares.
REFUSED = (
    "DisallowedHost", "DisallowedModelAdminLookup", "DisallowedModelAdminToField", "DisallowedRedirect",
    "InvalidSessionKey", "RequestDataTooBig", "SuspiciousFileOperation", "SuspiciousMultipartForm",
    "SuspiciousOperation", "SuspiciousSession", "TooManyFieldsSent", "TooManyFilesSent",
)  # fmt: skip
# Longest line of a log. Untrusted texts (an 8 kB Host header, a 5 MB reply) are cut to this before the
# patterns below are applied.
LONGEST_LINE = 1_000
FIRST_LINES, LAST_LINES = 20, 60
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Each pattern is linear: a look-behind or a possessive run prevents backtracking.
SECRETS: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"(?<![^\s@\"'<>=/])[^\s@\"'<>=/]++@[^\s@\"'<>]+\.[^\W\d_][\w-]+"), "[e-mail]"),
    (re.compile(r"(?<![\w.+-])[\w.+-]++%(?:25)*+40[\w.-]++"), "[e-mail]"),
    (re.compile(r"(?<=://)[^/?#\s\"'<>]*@"), "***@"),
    (re.compile(r"(?i)\b(bearer\s++)[\w.~+/=-]++"), r"\1[token]"),
    (re.compile(r"(?i)\b((?:api_?key|token|secret|password|code|sessionid|svc\.\w++)=)[^\s&;,\"']++"), r"\1[hidden]"),
    (re.compile(r"(?i)((?:api_?key|token|secret|password|sessionid)[\"']: ?[\"'])[^\"']++"), r"\1[hidden]"),
    (re.compile(r"\b(sk|rk|whsec|pk|mb)_[\w+/=-]{8,}+"), r"\1_[hidden]"),
    # Queries of URLs and paths; one without a query is matched whole, so that it is scanned once.
    (re.compile(r"((?:https?:/|(?<![^\s\"'<>(=]))/[^\s?\"'<>]*+)(\?[^\s\"'<>]*+)?"),
     lambda found: found[1] + ("?[query]" if found[2] else "")),
]  # fmt: skip


def shortened(text: str) -> str:
    """Shortens long lines at their end and long texts in their middle."""
    lines = text.split("\n")
    if len(lines) > FIRST_LINES + LAST_LINES:
        left_out = f"[… {len(lines) - FIRST_LINES - LAST_LINES} lines]"
        lines = [*lines[:FIRST_LINES], left_out, *lines[-LAST_LINES:]]
    return "\n".join(_shortened_line(line) for line in lines)


def _shortened_line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    # Drops the word that the cut split, since half an address matches no pattern.
    words = line[:LONGEST_LINE].rsplit(maxsplit=1)
    return f"{words[0] if len(words) > 1 else ''} [… {len(line)} characters]".lstrip()


def scrub(text: str) -> str:
    """Returns `text`, shortened, without e-mail addresses, tokens and query strings."""
    text = shortened(text)
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def drop_unlisted_keys(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name in [name for name in event if name not in ALLOWED and not name.startswith("_")]:
        del event[name]
    return event


def scrub_event(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Scrubs every value and escapes line ends, except in tracebacks, so that untrusted text cannot forge lines."""
    return {name: _plain(value, lines=name == "exception") for name, value in event.items()}


def _plain(value: Any, *, lines: bool) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    return without_controls(scrub(str(value)), lines=lines)


def without_controls(text: str, *, lines: bool = False) -> str:
    """Escapes control characters, as `\\n` and `\\x1b`; `lines` leaves line ends as they are."""
    return CONTROL.sub(lambda found: "\n" if lines and found[0] == "\n" else repr(found[0])[1:-1], text)


class Refusals(logging.Filter):
    """Logs Django's suspicious requests (a wrong host, too many fields) by their kind only.

    Django's own record holds the sent value and a traceback: up to 8 kB of a client's choice per request.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.msg, record.args = f"refused a request: {record.name.rpartition('.')[2]}", ()
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class OnPurpose(logging.Filter):
    """Drops Django's errors about 503 responses, which are deliberate and logged where they are made.

    Otherwise clients could cause any number of error reports by requesting an address whose secret is not configured.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != 503 or bool(record.exc_info)


# Processors of structlog's and the standard library's records; the context is the request or the job.
SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def line_formatter(*, json: bool, terminal: bool = False) -> structlog.stdlib.ProcessorFormatter:
    """Returns a formatter for JSON lines, tracebacks included, or for readable lines."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(colors=terminal, pad_event_to=0)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            drop_unlisted_keys,
            scrub_event,
            renderer,
        ],
    )


def configure(options: dict[str, Any]) -> None:
    """`LOGGING_CONFIG`: JSON or readable lines, with Python's warnings."""
    logging.captureWarnings(bool(options["json"]))
    formatter = {"()": line_formatter, "json": options["json"], "terminal": options["terminal"]}
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"lines": formatter},
            "filters": {"refusals": {"()": Refusals}, "on purpose": {"()": OnPurpose}},
            "handlers": {
                "stderr": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["refusals"]}
            },
            "root": {"handlers": ["stderr"], "level": options["level"]},
            "loggers": {
                "django.request": {"level": "ERROR", "filters": ["on purpose"]},
                "django.security": {"level": "ERROR"},
                # On the loggers themselves: a handler's filter would run after the error reports are made.
                **{f"django.security.{name}": {"filters": ["refusals"]} for name in REFUSED},
                "briefing.access": {"level": "INFO"},  # enabled by `--access-log` at any LOG_LEVEL
                "django_celery_beat": {"level": "WARNING"},
                "celery": {"level": "WARNING"},
                "celery.app.trace": {"level": "ERROR"},
                "kombu": {"level": "ERROR"},  # for memory:// it warns that there is no host name
                "urllib3": {"level": "ERROR"},
                "httpx2": {"level": "WARNING"},
                "exchange_calendars": {"level": "WARNING"},
            },
        }
    )
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def error_line(error: BaseException) -> str:
    """Returns an error's type and the first line of its text, scrubbed, for storing in a row.

    Only the first line: from the second on PostgreSQL quotes the row's values ("DETAIL: Failing row contains").
    """
    first = next(iter(str(error).splitlines()), "")
    return scrub(f"{type(error).__name__}: {first[:500]}")
