"""Faults that a test of the suite injects into the real parts already: they are run here once more, by name."""

import os
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

from tests.shape.faults.registry import Result, Seen
from tests.shape.running import ROOT

# Number, what is done, which tests, what a reader saw, what staff saw.
TESTS = (
    ("19", "Outage of 26 hours", "tests/core/work/test_schedule.py -k outage",
     "the newest slot done once, older ones skipped", "the skipped slots in Jobs"),
    ("20", "Slot missed by five hours", "tests/core/work/test_schedule.py -k missed_by_five", "that slot done once", "none needed"),
    ("21", "Clock changes in March and October", "tests/core/work/test_schedule.py", "each local slot once", "none needed"),
    ("23", "Feeds that drip their bytes or their headers", "tests/core/outside/test_http.py tests/core/outside/test_http_bounds.py -k deadline",
     "other feeds go on", "the feed's error and its failures"),
    ("24", "Bombs: gzip, endless, entities, ten megabytes", "tests/core/outside/test_http_bounds.py tests/news/test_bounds.py",
     "nothing", "the feed's error names the bound"),
    ("25", "Addresses of the inside in every disguise, redirects, names with two answers", "tests/core/outside/test_guard.py",
     "nothing", "the feed's error: blocked"),
    ("26, M15", "Model provider: 429, 500, hangs, cut JSON, empty, one megabyte", "tests/core/outside/llm/test_chain.py"
     " tests/core/outside/llm/test_circuit.py", "the rules' text with its label", "a notice: the circuit is open"),
    ("27", "Storm of webhooks, doubled and in the wrong order", "tests/billing/test_concurrency.py tests/billing/test_order.py",
     "one effect each, the newest state", "none needed"),
    ("29", "Storm of guessed codes", "tests/accounts/test_concurrency.py", "counted once each, then refused", "sign_in_refused in the log"),
    ("30", "Secret rotated, the old one as fallback", "tests/accounts/test_sessions.py tests/core/test_hashing.py -k rotated",
     "still signed in", "none needed"),
    ("M1", "A handler that hangs; a mail server that greets for ever", "tests/core/work/test_leases.py tests/core/outside/test_mail.py",
     "other work goes on", "the job's outcome: not done within its time"),
    ("M5", "A migration longer than a page's statements, or behind a lock", "tests/core/test_database.py -k migration",
     "nothing: it waits 5 s for a lock at most", "a line that says to run it again"),
    ("M6", "TRUSTED_PROXIES forgotten, or without the proxy", "tests/pages/test_middleware.py tests/core/test_settings.py"
     " -k proxy|unsafe|believe", "503 instead of redirects without end", "a check refuses; a notice names the proxy"),
    ("M7", "A job of a kind that this version does not know", "tests/core/work/test_jobs.py -k kind", "nothing", "put back for a minute, a warning"),
    ("M11", "Passwords with @ / # %", "tests/core/test_settings.py -k password", "nothing", "none needed"),
    ("M13", "Frozen cache", "tests/core/test_cache.py", "one time limit, then pages without it", "log: not asked for 5 s"),
    ("M15", "An entity bomb as a headline", "tests/news/test_bounds.py -k laughs|entit", "nothing: the entry is refused", "the feed's error"),
)  # fmt: skip


def results(postgresql: str, redis: str) -> list[Result]:
    """All of them in one run, since each would make a database of its own."""
    began = time.monotonic()
    with tempfile.NamedTemporaryFile(suffix=".xml") as report:
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report.name}", *sorted(_files())],
            cwd=ROOT, env={**os.environ, "TEST_DATABASE_URL": f"{postgresql}/postgres", "TEST_REDIS_URL": redis},
            check=False, timeout=1800,
        )  # fmt: skip
        cases = list(ElementTree.parse(report.name).iter("testcase"))
    took = time.monotonic() - began
    return [_result(row, cases, took) for row in TESTS]


def _files() -> set[str]:
    return {path for row in TESTS for path in row[2].partition(" -k ")[0].split()}


def _result(row: tuple[str, str, str, str, str], cases: list[ElementTree.Element], took: float) -> Result:
    number, done, tests, reader, staff = row
    files, _, words = tests.partition(" -k ")
    modules = {path.removesuffix(".py").replace("/", ".") for path in files.split()}
    found = [
        case for case in cases
        if case.get("classname") in modules and any(word in case.get("name", "") for word in words.split("|"))
    ]  # fmt: skip
    failed = [
        str(case.get("name"))
        for case in found
        if case.find("failure") is not None or case.find("error") is not None
    ]
    if not found or failed:
        return Result(
            number, done, Seen(f"failed: {', '.join(failed) or 'no such test'}", "not asked"), False, took
        )
    return Result(number, done, Seen(f"{reader} ({len(found)} tests)", staff), True, took)
