"""Logs: one line an event, keys from an allow-list, nothing personal (decision 4.8).

Addresses, codes, tokens, cookies and e-mails must not reach a log: free text is scrubbed of what looks like
one of them, and structured events keep only the keys named here.
"""

import logging
import logging.config
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

ALLOWED = {
    "event", "level", "timestamp", "logger", "exc_info", "exception", "kind", "key", "job", "status", "method",
    "path", "seconds", "count", "source", "symbol", "feed", "error", "error_code", "attempt", "host", "user_id",
}  # fmt: skip
SECRETS = [
    (re.compile(r"[^\s@\"'<>=/]+@[^\s@\"'<>]+\.[a-zA-Z]{2,}"), "[e-mail]"),
    (re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]+"), r"\1[token]"),
    (re.compile(r"(?i)\b((?:api_?key|token|secret|password|code|sessionid|svc\.\w+)=)[^\s&;,\"']+"), r"\1[hidden]"),
    (re.compile(r"\b(sk|rk|whsec|pk)_[A-Za-z0-9_]{8,}"), r"\1_[hidden]"),
    (re.compile(r"(https?://[^\s?\"']+)\?[^\s\"']*"), r"\1?[query]"),
]  # fmt: skip


def scrub(text: str) -> str:
    """`text` without anything that looks like an address, a token or a query string."""
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def keep_allowed(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name in [name for name in event if name not in ALLOWED and not name.startswith("_")]:
        del event[name]
    return event


def scrub_event(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {name: scrub(value) if isinstance(value, str) else value for name, value in event.items()}


def configure(options: dict[str, Any]) -> None:
    """`LOGGING_CONFIG`: JSON lines in production, readable lines elsewhere."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if options["json"]
        else structlog.dev.ConsoleRenderer(colors=options["terminal"], pad_event_to=0)
    )
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": shared,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            keep_allowed,
            scrub_event,
            renderer,
        ],
    }
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"lines": formatter},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"handlers": ["stderr"], "level": options["level"]},
            "loggers": {
                "django.request": {"level": "ERROR"},
                "django.security": {"level": "ERROR"},
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
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
