"""`manage.py start`: one command fills and serves; kills lose nothing, double nothing, leave nobody behind."""

import contextlib
import re
import shutil
import sqlite3
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shape.running import Service, alive, wait_for


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    yield service
    service.end()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that filled itself on an empty folder and runs; tests leave it as it is."""
    service = Service(tmp_path_factory.mktemp("filled"))
    service.start()
    try:
        service.wait_until_open()
        yield service
    finally:
        service.end()


def copy_of(filled: Service, service: Service) -> None:
    """Puts what the filled service has into the other's folder."""
    (service.folder / "var").mkdir()
    for path in (filled.folder / "var").iterdir():
        if path.is_file() and not path.name.startswith("db.sqlite3"):
            shutil.copy(path, service.folder / "var")
    with (
        contextlib.closing(sqlite3.connect(filled.folder / "var/db.sqlite3")) as old,
        contextlib.closing(sqlite3.connect(service.folder / "var/db.sqlite3")) as new,
    ):
        old.backup(new)


def rows(service: Service, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(service.folder / "var/db.sqlite3", timeout=20)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def assert_nothing_doubled(service: Service) -> None:
    for table, key in (
        ("headlines", "feed_id, guid"),
        ("quotes_daily", "symbol, day"),
        ("indicator_summaries", 'cycle, "group", tone, style'),
        ("briefing_job", "kind, key"),
    ):
        assert rows(service, f"SELECT {key}, count(*) FROM {table} GROUP BY {key} HAVING count(*) > 1") == []
    assert rows(service, "PRAGMA integrity_check") == [("ok",)]


def test_one_command_fills_and_serves(filled: Service):
    for step in ("Figures:", "Headlines:", "Texts:"):
        assert step in filled.said()
    assert "Sample data" in filled.page("/")
    assert filled.status("/readyz") == 200
    counts = rows(filled, "SELECT (SELECT count(*) FROM quotes WHERE value IS NOT NULL), (SELECT count(*) FROM headlines),"
                  " (SELECT count(*) FROM indicator_summaries)")[0]  # fmt: skip
    assert min(counts) > 10


def test_second_start_on_the_same_folder_is_one_clear_line(filled: Service):
    second = filled.manage("start", "--port", str(filled.port + 1))
    assert second.returncode == 1
    assert second.stderr.strip().splitlines() == [
        f"Market Briefing is already running on this data folder (process {filled.pid('start')})."
    ]


def test_code_is_plainly_to_be_seen_in_the_terminal(filled: Service):
    jar = urllib.request.HTTPCookieProcessor()
    browser = urllib.request.build_opener(jar)
    base = f"http://127.0.0.1:{filled.port}"
    page = browser.open(f"{base}/login", timeout=60).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None

    def post(path: str, **fields: str) -> str:
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        return str(
            browser.open(urllib.request.Request(base + path, form, {"Origin": base}), timeout=60).geturl()
        )

    assert post("/login?next=/settings", email="ada@example.org", ack="on", ack_version="1").endswith(
        "/verify"
    )
    wait_for(lambda: "Subject:" in filled.said(), seconds=300, what="the message in the terminal")
    code = re.search(
        r"^E-mail to ada@example.org\nSubject: (\d{6}) is your", filled.said(), flags=re.MULTILINE
    )
    assert code is not None
    token = re.search(r'value="(\w+)"', browser.open(f"{base}/verify", timeout=60).read().decode())
    assert token is not None
    assert post("/verify", code=code[1]).endswith("/settings")


def test_killed_processes_come_back_and_nobody_is_left(filled: Service, service: Service):
    copy_of(filled, service)
    service.start()
    service.wait_until_open(60)
    assert "Figures:" not in service.said()
    for name in ("worker", "urgent", "web", "samples"):
        old = service.kill(name)
        wait_for(lambda name=name, old=old: service.pid(name) != old, seconds=300, what=f"a new {name}")
    wait_for(lambda: service.status("/healthz") == 200, seconds=300, what="pages after the kills")
    wait_for(lambda: rows(service, "SELECT count(*) FROM briefing_job WHERE state IN ('new', 'running')")[0][0] == 0,
             seconds=300, what="all work done")  # fmt: skip

    everyone = service.pids()
    service.kill("start")
    wait_for(lambda: not any(alive(pid) for pid in everyone.values()), seconds=300, what="no orphan")
    wait_for(lambda: service.status("/healthz") == 0, seconds=300, what="the port to be free")

    service.forget_log()
    service.start()
    service.wait_until_open(60)
    assert_nothing_doubled(service)
    children = list(service.pids().values())
    assert service.stop() == 0
    assert [pid for pid in children if alive(pid)] == []


def test_kill_during_the_first_fill_loses_nothing(service: Service):
    service.start()
    wait_for(lambda: "Figures" in service.said(), seconds=180, what="the fill to begin")
    assert service.process is not None
    service.process.kill()
    service.process.wait()
    service.forget_log()
    service.start()
    service.wait_until_open(120)
    wait_for(
        lambda: rows(service, "SELECT count(*) FROM indicator_summaries")[0][0] > 0, seconds=300, what="texts"
    )
    assert_nothing_doubled(service)
    assert service.stop() == 0


def test_busy_port_is_one_clear_line(service: Service):
    import socket

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", service.port))
        holder.listen()
        done = service.manage("start", "--port", str(service.port))
    assert done.returncode == 1
    assert done.stderr.strip().splitlines() == [
        f"Port {service.port} on 127.0.0.1 cannot be used for the pages (Address already in use): "
        "stop what uses it, or give --port."
    ]


def test_busy_port_of_the_samples_is_one_clear_line_before_anything_is_done(service: Service):
    import socket

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", service.samples))
        holder.listen()
        done = service.manage("start", "--port", str(service.port))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().splitlines() == [
        f"Port {service.samples} on 127.0.0.1 cannot be used for the sample sources (Address already in use): "
        "set SAMPLE_SOURCES_URL."
    ]


def test_broken_env_file_is_one_clear_line(service: Service):
    broken = service.folder / "env"
    broken.write_text("BASE_URL=http://127.0.0.1:8000\nnonsense here\n")
    service.env["ENV_FILE"] = str(broken)
    done = service.manage("start")
    assert done.returncode == 1
    assert [line[:50] for line in done.stderr.strip().splitlines()] == [
        ".env line 2 of env is not NAME=value. Correct it i"
    ]
