"""Logs contain no personal data and no secrets."""

import gzip
import json
import os

import brotli
import pytest
from django.contrib.admin import exceptions as _admin  # noqa: F401  its exceptions count too
from django.contrib.sessions import exceptions as _sessions  # noqa: F401
from django.core.exceptions import SuspiciousOperation
from werkzeug import Response

from briefing.core.operations.error_reporting import before_send
from briefing.core.operations.logs import (
    FIRST_LINES,
    LAST_LINES,
    LONGEST_LINE,
    REFUSED,
    scrub,
    without_controls,
)
from tests import fresh_process

SCRIPT = """
import logging, sys
from briefing.core.operations import logs
logs.configure({"level": "INFO", "json": True, "terminal": False})
log = logging.getLogger("news")
log.info("mail to ada@example.org, see https://x.example/a?token=abc", extra={"email": "ada@example.org"})
try:
    raise ValueError("Authorization: Bearer sekret-token-1234")
except ValueError:
    log.exception("failed")
import structlog
structlog.get_logger("accounts").info("signed in", user_id=7, email="ada@example.org", code="123456")
"""


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("to Ada.Byron+x@mail.example.co.uk now", "to [e-mail] now"),
        ("Bearer abc.def-1", "Bearer [token]"),
        ("GET ?api_key=k123&x=1", "GET ?api_key=[hidden]&x=1"),
        ("cookie svc.session=abc:def; path=/", "cookie svc.session=[hidden]; path=/"),
        ("key sk_live_abcdefgh12", "key sk_[hidden]"),
        ("https://a.example/f?x=1 gone", "https://a.example/f?[query] gone"),
        ("/digest/unsubscribe?t=1.abc failed", "/digest/unsubscribe?[query] failed"),
        ("at /no/ada%40example.org now", "at /no/[e-mail] now"),
        ("redis://:s3cret@redis:6379/0 is away", "redis://***@redis:6379/0 is away"),
        ('{"api_key": "abc def", "x": 1}', '{"api_key": "[hidden]", "x": 1}'),
        ("cookie __Host-svc.session=abc:def; path=/", "cookie __Host-svc.session=[hidden]; path=/"),
        ("ada@esempio.\u0438\u0442", "[e-mail]"),
        ("refreshed 40 symbols in 2.1 s", "refreshed 40 symbols in 2.1 s"),
    ],
)
def test_scrub(text, clean):
    assert scrub(text) == clean


@pytest.mark.parametrize("unit", ["a", "a.", "sk_", "://", "https://", "svc.a", "bearer ", "\u00e9", "1@"])
def test_no_pattern_sees_more_than_a_short_text(unit):
    """An 8 kB Host header took a second; the text is now truncated first."""
    assert len(scrub(f"Invalid HTTP_HOST header: '{unit * 500_000}'.")) <= 2 * LONGEST_LINE
    told = scrub("\n".join([unit * 8_000] * 500))
    assert len(told) <= (FIRST_LINES + LAST_LINES + 1) * 2 * LONGEST_LINE


def test_a_traceback_keeps_its_beginning_and_its_end():
    told = scrub("\n".join(f"line {n}" for n in range(500))).split("\n")
    assert told[:2] == ["line 0", "line 1"]
    assert told[FIRST_LINES] == f"[… {500 - FIRST_LINES - LAST_LINES} lines]"
    assert told[-1] == "line 499"


@pytest.mark.parametrize(
    "secret", ["ada.byron@example.org", "Bearer sekret-token-1234", "https://a.example/f?t=sekret"]
)
def test_the_cut_leaves_no_half_of_a_secret(secret):
    for shift in range(-20, 3):
        cut = scrub("x " * ((LONGEST_LINE + shift) // 2) + f" {secret} " + "y" * 50)
        assert [part for part in ("ada", "byron", "exam", "sek") if part in cut] == [], shift


def test_a_foreign_text_begins_no_line_and_colours_no_terminal():
    assert without_controls("a\nERROR forged\r\x1b[31m\x9b\u2028\u202e") == (
        "a\\nERROR forged\\r\\x1b[31m\\x9b\\u2028\\u202e"
    )
    assert without_controls("Traceback\n  x\r", lines=True) == "Traceback\n  x\\r"


def test_terminal_lines_are_one_line_each():
    script = SCRIPT.replace('"json": True', '"json": False').replace("mail to ", "first\\nsecond\\x1b[31m ")
    done = fresh_process.python(script)
    assert "first\\nsecond\\x1b[31m" in done.stderr
    assert "\x1b" not in done.stderr


def test_every_kind_of_refusal_is_logged_by_its_kind_alone():
    kinds, waiting = set(), [SuspiciousOperation]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        kinds.add(kind.__name__)
    assert sorted(kinds) == sorted(REFUSED)


def test_log_lines_hold_no_marker():
    done = fresh_process.python(SCRIPT)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["level"] for line in lines] == ["info", "error", "info"]
    for marker in ("ada@example.org", "sekret-token", "abc", "123456"):
        assert marker not in done.stderr
    assert lines[2]["user_id"] == 7


def test_error_report_is_scrubbed():
    event = {
        "user": {"email": "ada@example.org"},
        "request": {
            "method": "POST",
            "url": "http://x.example/login?next=1",
            "data": "code=123456",
            "cookies": "a",
        },
        "exception": {
            "values": [{"value": "ada@example.org", "stacktrace": {"frames": [{"vars": {"code": "1"}}]}}]
        },
    }
    assert before_send(event, {}) == {
        "request": {"method": "POST", "url": "http://x.example/login?[query]"},
        "exception": {"values": [{"value": "[e-mail]", "stacktrace": {"frames": [{}]}}]},
    }


REPORTS = """
import logging, os
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "briefing.settings"
django.setup()
import sentry_sdk
from django.test import Client
answer = Client().get("/api/news", headers={"host": "stranger" + "a" * 7900})
assert answer.status_code == 400, answer
answer = Client(headers={"host": "127.0.0.1"}).post("/api/billing2/webhook", {}, "application/json")
assert answer.status_code == 503, answer
try:
    raise ValueError("for ada@example.org: " + "word " * 5000 + "sekret")
except ValueError:
    logging.getLogger("news").exception("failed")
sentry_sdk.flush(10)
"""


def test_what_a_stranger_makes_us_refuse_is_no_error_report_and_an_error_a_short_one(httpserver, tmp_path):
    bodies: list[bytes] = []

    def take(request):
        raw = request.get_data()
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(
            request.headers.get("Content-Encoding"), bytes
        )
        bodies.append(unpack(raw))
        return Response("{}")

    httpserver.expect_request("/api/1/envelope/").respond_with_handler(take)
    dsn = f"http://key@127.0.0.1:{httpserver.port}/1"
    env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path), "SENTRY_DSN": dsn}
    done = fresh_process.python(REPORTS, **env)
    assert (done.returncode, "Service Unavailable" in done.stderr) == (0, False)
    events = [body.decode() for body in bodies if b'"exception"' in body or b'"logentry"' in body]
    assert len(events) == 1
    for kept_out in ("stranger", "ada@", "sekret"):
        assert kept_out not in events[0]
    assert "for [e-mail]: word word" in events[0]


CELERY = """
import logging, os, warnings
os.environ["DJANGO_SETTINGS_MODULE"] = "briefing.settings"
import django
django.setup()
from structlog.contextvars import bound_contextvars
from briefing.celery import app
app.log.setup(loglevel="WARNING", redirect_stdouts=False)
logging.getLogger("celery.worker").warning("from celery for ada@example.org")
logging.getLogger("multiprocessing").warning("from its pool")
warnings.warn("a warning of Python")
with bound_contextvars(job_id=7, kind="news.ingest", attempt=2, request_id="abc"):
    logging.getLogger("news").error("failed")
from briefing.core.operations.access_log import JsonServerLog
from gunicorn.config import Config
server = JsonServerLog(Config())
server.error("Worker (pid:%s) was sent SIGKILL! Perhaps out of memory?", 12)
try:
    raise ValueError("for ada@example.org")
except ValueError:
    server.exception("Exception in worker process")
"""


def test_one_json_line_an_event_from_celery_gunicorn_and_python(tmp_path):
    env = {
        "PATH": os.environ["PATH"],
        "ENV_FILE": os.devnull,
        "DATA_DIR": str(tmp_path),
        "LOG_FORMAT": "json",
    }
    done = fresh_process.python(CELERY, **env)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    said = [line["event"] for line in lines]
    assert said[:2] == ["from celery for [e-mail]", "from its pool"]
    assert "a warning of Python" in said[2]
    named = {name: lines[3][name] for name in ("event", "job_id", "kind", "attempt", "request_id")}
    assert named == {"event": "failed", "job_id": 7, "kind": "news.ingest", "attempt": 2, "request_id": "abc"}
    assert said[4:] == [
        "Worker (pid:12) was sent SIGKILL! Perhaps out of memory?",
        "Exception in worker process",
    ]
    assert lines[5]["exception"].startswith("Traceback")
    assert "ada@" not in done.stderr


@pytest.mark.parametrize(("chosen", "as_json"), [("json", True), ("text", False), ("", False)])
def test_log_format_is_the_operators_choice(tmp_path, chosen, as_json):
    script = CELERY[: CELERY.index("from structlog")] + "logging.getLogger('news').error('failed')"
    env = {
        "PATH": os.environ["PATH"],
        "ENV_FILE": os.devnull,
        "DATA_DIR": str(tmp_path),
        "LOG_FORMAT": chosen,
    }
    done = fresh_process.python(script, **env)
    assert (done.stderr.startswith("{"), "failed" in done.stderr) == (as_json, True)
