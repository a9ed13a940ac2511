"""The audit of the locked packages tells "none is vulnerable" from "nobody could tell"."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

ROOT = Path(__file__).resolve().parent.parent
LOCKED = "idna==3.20 --hash=sha256:{0:064x}\nnh3==0.3.7 --hash=sha256:{0:064x}\n"
ADVISORY = {
    "id": "OSV-2026-1", "summary": "made up", "aliases": [], "modified": "2026-11-01T00:00:00Z",
    "affected": [{
        "package": {"name": "idna", "ecosystem": "PyPI"},
        "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "3.21"}]}],
    }],
}  # fmt: skip


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    file = tmp_path / "locked.txt"
    file.write_text(LOCKED.format(0))
    return file


def audit(locked: Path, url: str) -> tuple[int, str]:
    command = [sys.executable, str(ROOT / ".ci/audit.py"), "--services", "osv", "--osv-url", url, str(locked)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_packages_without_an_advisory_pass(locked: Path, httpserver: HTTPServer):
    httpserver.expect_request("/query", method="POST").respond_with_json({})
    code, said = audit(locked, httpserver.url_for("/query"))
    assert (code, len(httpserver.log), "every package was looked up" in said) == (0, 2, True), said


def test_package_with_an_advisory_is_named(locked: Path, httpserver: HTTPServer):
    httpserver.expect_request("/query", method="POST").respond_with_json({"vulns": [ADVISORY]})
    code, said = audit(locked, httpserver.url_for("/query"))
    assert (code, "idna: OSV-2026-1" in said) == (1, True), said


def test_service_that_is_away_is_not_taken_for_an_answer(locked: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code, said = audit(locked, f"http://127.0.0.1:{port}/query")
    assert (code, "every package" in said) == (75, False), said
