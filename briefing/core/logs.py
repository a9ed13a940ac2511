"""Logs: one line an event, keys from an allow-list, nothing personal (decision 4.8).

Addresses, codes, tokens, cookies and e-mails must not reach a log: free text is scrubbed of what looks like
one of them, and structured events keep only the keys named here.
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
# What the application leaves in the environment of a request for its line.
OF_A_REQUEST = {"request_id": "briefing.request_id", "user_id": "briefing.user_id"}
# The kinds of `django.core.exceptions.SuspiciousOperation`; a test compares.
REFUSED = (
    "DisallowedHost", "DisallowedModelAdminLookup", "DisallowedModelAdminToField", "DisallowedRedirect",
    "InvalidSessionKey", "RequestDataTooBig", "SuspiciousFileOperation", "SuspiciousMultipartForm",
    "SuspiciousOperation", "SuspiciousSession", "TooManyFieldsSent", "TooManyFilesSent",
)  # fmt: skip
# What no line of a log needs to be longer than. Foreign texts (a Host header of 8 kB, a reply of 5 MB) reach the
# patterns below only after they were cut to it.
LONGEST_LINE = 1_000
FIRST_LINES, LAST_LINES = 20, 60
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Each begins where no earlier attempt has passed (a look-behind, a run taken whole), so that all are linear.
SECRETS: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"(?<![^\s@\"'<>=/])[^\s@\"'<>=/]++@[^\s@\"'<>]+\.[^\W\d_][\w-]+"), "[e-mail]"),
    (re.compile(r"(?<![\w.+-])[\w.+-]++%40[\w.-]++"), "[e-mail]"),
    (re.compile(r"(?<=://)[^/?#\s\"'<>]*@"), "***@"),
    (re.compile(r"(?i)\b(bearer\s++)[\w.~+/=-]++"), r"\1[token]"),
    (re.compile(r"(?i)\b((?:api_?key|token|secret|password|code|sessionid|svc\.\w++)=)[^\s&;,\"']++"), r"\1[hidden]"),
    (re.compile(r"(?i)((?:api_?key|token|secret|password|sessionid)[\"']: ?[\"'])[^\"']++"), r"\1[hidden]"),
    (re.compile(r"\b(sk|rk|whsec|pk|mb)_[\w+/=-]{8,}+"), r"\1_[hidden]"),
    # The queries of addresses and of paths; an address without one is passed over whole, so as to be read once.
    (re.compile(r"((?:https?:/|(?<![^\s\"'<>(=]))/[^\s?\"'<>]*+)(\?[^\s\"'<>]*+)?"),
     lambda found: found[1] + ("?[query]" if found[2] else "")),
]  # fmt: skip


def shortened(text: str) -> str:
    """The text as far as a person would read it: long lines without their rest, many lines without their middle."""
    lines = text.split("\n")
    if len(lines) > FIRST_LINES + LAST_LINES:
        left_out = f"[… {len(lines) - FIRST_LINES - LAST_LINES} lines]"
        lines = [*lines[:FIRST_LINES], left_out, *lines[-LAST_LINES:]]
    return "\n".join(_shortened_line(line) for line in lines)


def _shortened_line(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    # Without the word that the cut went through: half an address is one that no pattern knows.
    words = line[:LONGEST_LINE].rsplit(maxsplit=1)
    return f"{words[0] if len(words) > 1 else ''} [… {len(line)} characters]".lstrip()


def scrub(text: str) -> str:
    """`text`, shortened, without anything that looks like an address, a token or a query string."""
    text = shortened(text)
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def drop_unlisted_keys(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name in [name for name in event if name not in ALLOWED and not name.startswith("_")]:
        del event[name]
    return event


def scrub_event(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Every value scrubbed, in one line but for a traceback: a foreign text begins no line of its own."""
    return {name: _plain(value, lines=name == "exception") for name, value in event.items()}


def _plain(value: Any, *, lines: bool) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    return without_controls(scrub(str(value)), lines=lines)


def without_controls(text: str, *, lines: bool = False) -> str:
    """`text` with its control characters written out, as `\\n` and `\\x1b`; of a traceback the line ends stay."""
    return CONTROL.sub(lambda found: "\n" if lines and found[0] == "\n" else repr(found[0])[1:-1], text)


class Refusals(logging.Filter):
    """What Django refuses as suspicious (a strange host, too many fields) is told by its kind alone.

    Its own record holds the value that was sent and a traceback: 8 kB of a stranger's choice, at each request.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.msg, record.args = f"refused a request: {record.name.rpartition('.')[2]}", ()
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class OnPurpose(logging.Filter):
    """Drops Django's errors about answers of 503: who gives one on purpose says why, or there is nothing to mend.

    A stranger asks for as many as they like, of an address whose secret is not set for one, and each would be an error
    in the log and a report.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", 0) != 503 or bool(record.exc_info)


# What both ways into the log add; the context is the request or the job that the line belongs to.
SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def line_formatter(*, json: bool, terminal: bool = False) -> structlog.stdlib.ProcessorFormatter:
    """One JSON object a record, a traceback inside it; or a readable line."""
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
    """`LOGGING_CONFIG`: JSON lines or readable ones, warnings of Python among them."""
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
                # At the loggers themselves: a handler's filter would come after the error reports were made.
                **{f"django.security.{name}": {"filters": ["refusals"]} for name in REFUSED},
                "briefing.access": {"level": "INFO"},  # asked for by `--access-log`, whatever LOG_LEVEL says
                "django_celery_beat": {"level": "WARNING"},
                "celery": {"level": "WARNING"},
                "celery.app.trace": {"level": "ERROR"},
                "kombu": {"level": "ERROR"},  # of memory:// it warns that there is no host name
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
    """What a row may keep of an error: its type and the first line of its text, without addresses and secrets.

    The first alone: PostgreSQL quotes the values of the row from the second on ("DETAIL: Failing row contains").
    """
    first = next(iter(str(error).splitlines()), "")
    return scrub(f"{type(error).__name__}: {first[:500]}")
