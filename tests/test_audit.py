"""The audit of the locked packages tells "none is vulnerable" from "nobody could tell"."""

import json
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

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


# --- the list in the repository ---


def listed(tmp_path: Path, *, days: int = 0, **packages: list[Any]) -> Path:
    """A list of so many days ago; each package with its advisories as [id, first affected, first that is not]."""
    made = datetime.now(UTC).date() - timedelta(days=days)
    entries = {
        name: [{"id": each[0], "ranges": [[each[1], each[2]]]} for each in known]
        for name, known in packages.items()
    }
    file = tmp_path / "advisories.json"
    file.write_text(json.dumps({"date": made.isoformat(), "packages": entries}))
    return file


def offline(locked: Path, advisories: Path, *more: str) -> tuple[int, str]:
    command = [
        sys.executable,
        str(ROOT / ".ci/audit.py"),
        "--services",
        "",
        "--list",
        str(advisories),
        *more,
        str(locked),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_list_of_today_that_knows_every_package_is_an_answer(locked: Path, tmp_path: Path):
    code, said = offline(locked, listed(tmp_path, idna=[["X-1", "0", "3.20"], ["X-2", "3.21", None]], nh3=[]))
    assert (code, "knows 2 of 2" in said, "NOT AUDITED" in said) == (0, True, False), said


@pytest.mark.parametrize("affected", [("0", "3.21"), ("3.20", "3.20.1"), ("0", None)])
def test_list_names_a_vulnerable_package_however_old_it_is(locked: Path, tmp_path: Path, affected):
    code, said = offline(locked, listed(tmp_path, days=400, idna=[["X-1", *affected]]))
    assert (code, "idna 3.20: X-1" in said) == (1, True), said


@pytest.mark.parametrize(
    ("days", "packages", "why"),
    [
        (31, ["idna", "nh3"], "the list is older than 30 days"),
        (0, ["idna"], "of 1 packages nothing is known (nh3 …)"),
    ],
)
def test_list_that_is_old_or_incomplete_is_no_answer(locked: Path, tmp_path: Path, days, packages, why):
    code, said = offline(locked, listed(tmp_path, days=days, **{name: [] for name in packages}))
    assert (code, "list of 20" in said) == (75, True), said
    assert f"NOT AUDITED: {why}" in said and "audit.py --write" in said


def test_list_is_fetched_where_no_service_answers(locked: Path, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    known = listed(tmp_path, idna=[["X-1", "0", "3.21"]])
    code, said = offline(locked, known, "--services", "osv", "--osv-url", f"http://127.0.0.1:{port}/query")
    assert (code, "idna 3.20: X-1" in said) == (1, True), said


def test_list_is_made_from_the_service(locked: Path, tmp_path: Path, httpserver: HTTPServer):
    def answer(asked: Any) -> dict[str, Any]:
        name = asked.json["package"]["name"]
        return {"vulns": [ADVISORY | {"affected": [ADVISORY["affected"][0] | {"package": {"name": name}}]}]}

    httpserver.expect_request("/query", method="POST").respond_with_handler(
        lambda asked: Response(json.dumps(answer(asked)), content_type="application/json")
    )
    made = tmp_path / "made.json"
    code, said = offline(locked, made, "--write", "--osv-url", httpserver.url_for("/query"))
    assert code == 0, said
    found = json.loads(made.read_text())
    assert found["packages"]["idna"] == [{"id": "OSV-2026-1", "ranges": [["0", "3.21"]]}]
    assert offline(locked, made)[0] == 1  # idna 3.20 and nh3 0.3.7 are both below it


def test_our_own_list_knows_what_made_the_newest_cryptography_due(tmp_path: Path):
    file = tmp_path / "locked.txt"
    file.write_text("cryptography==49.0.0 \\\n")
    code, said = offline(file, ROOT / ".ci/advisories.json")
    assert (code, "CVE-2026-69247" in said) == (1, True), said
    assert offline(ROOT / "requirements.txt", ROOT / ".ci/advisories.json")[0] in (0, 75)
