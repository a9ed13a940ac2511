"""Nothing personal or secret reaches a log."""

import json
import subprocess
import sys

import pytest

from briefing.core.error_reporting import before_send
from briefing.core.logs import scrub

SCRIPT = """
import logging, sys
from briefing.core import logs
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
        ("refreshed 40 symbols in 2.1 s", "refreshed 40 symbols in 2.1 s"),
    ],
)
def test_scrub(text, clean):
    assert scrub(text) == clean


def test_log_lines_hold_no_marker():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
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
