"""`manage.py start`: one command fills and serves; what stands in its way is one clear line. Kills: `kills.py`."""

import contextlib
import re
import socket
import sqlite3
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import fresh_process
from tests.shape.running import ROOT, Service, rows, wait_for


class Forked(Service):
    """Its commands run in processes forked with the libraries loaded; the service itself does not."""

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return fresh_process.manage(*arguments, **self.env)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Forked(tmp_path)
    yield service
    service.end()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that filled itself on an empty folder and runs; tests leave it as it is."""
    service = Forked(tmp_path_factory.mktemp("filled"))
    del service.env["BASE_URL"]
    service.start()
    try:
        service.wait_until_open()
        yield service
    finally:
        service.end()


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


def test_port_is_believed_by_links_where_no_address_is_set(filled: Service):
    address = f"http://127.0.0.1:{filled.port}"
    assert f'<link rel="canonical" href="{address}/' in filled.page("/")
    assert address in filled.page("/api/docs") and ":8000" not in filled.page("/api/docs")


@pytest.fixture
def copied(filled: Service, service: Service) -> Service:
    """Another service, not started, on a copy of the filled database."""
    (service.folder / "var").mkdir()
    with (
        contextlib.closing(sqlite3.connect(filled.folder / "var/db.sqlite3")) as running,
        contextlib.closing(sqlite3.connect(service.folder / "var/db.sqlite3")) as copy,
    ):
        running.backup(copy)
    return service


def test_samples_are_removed_before_real_sources_are_fetched(copied: Service):
    live = copied.manage_as("false", "start", "--port", str(copied.port))
    assert live.returncode == 1
    assert "`manage.py purge_samples` removes them" in live.stderr and "Traceback" not in live.stderr
    assert copied.manage_as("false", "purge_samples").returncode == 0
    assert rows(copied, "SELECT (SELECT count(*) FROM quotes), (SELECT count(*) FROM headlines)") == [(0, 0)]


def test_database_of_a_newer_version_is_one_clear_line_and_stays_as_it_is(copied: Service):
    path = copied.folder / "var/db.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('news', '9999_later', '2027-01-01')"
        )
    before = path.read_bytes()
    done = copied.manage("start", "--port", str(copied.port))
    assert (done.returncode, path.read_bytes() == before) == (1, True)
    assert done.stderr.strip().splitlines() == [
        f"The database in {copied.folder}/var was made by a newer version, which has news.9999_later: "
        "start that version, or set DATA_DIR to another folder."
    ]


def test_web_takes_the_socket_on_which_systemd_listens(service: Service):
    activated = (
        "import os, sys; os.dup2(int(sys.argv[1]), 3); os.environ |= {'LISTEN_FDS': '1', 'LISTEN_PID': str(os.getpid())};"
        "os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"
    )
    with socket.create_server(("127.0.0.1", service.port)) as listening:
        web = subprocess.Popen(
            [sys.executable, "-c", activated, str(listening.fileno()), str(ROOT / "manage.py"), "web",
             "--bind", f"127.0.0.1:{service.port}", "--workers", "1"],
            env=service.env, pass_fds=[listening.fileno()], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert service.status("/healthz") == 200
        finally:
            web.terminate()
            web.wait(60)


@pytest.mark.parametrize("port", ["70000", "0", "word"])
def test_no_port_is_one_clear_line(service: Service, port: str):
    done = service.manage("start", "--port", port)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().splitlines() == [
        f"{port} is no port: give one from 1 to 65535, such as --port 8001."
    ]


def test_port_of_the_sample_sources_is_one_clear_line(service: Service):
    done = service.manage("start", "--port", str(service.samples))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().splitlines() == [
        f"The sample sources need port {service.samples}: give the pages another one with --port (make run PORT=8001)."
    ]


def test_folder_that_is_none_is_one_clear_line(service: Service):
    (service.folder / "var").write_text("a file")
    done = service.manage("start", "--port", str(service.port))
    assert (done.returncode, len(done.stderr.strip().splitlines())) == (1, 1)
    assert "set DATA_DIR to a folder that can be written" in done.stderr


def test_busy_port_is_one_clear_line(service: Service):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", service.port))
        holder.listen()
        done = service.manage("start", "--port", str(service.port))
    assert done.returncode == 1
    assert done.stderr.strip().splitlines() == [
        f"Port {service.port} on 127.0.0.1 cannot be used for the pages (Address already in use): "
        "stop what uses it, or give another one with --port (make run PORT=8001)."
    ]


def test_busy_port_of_the_samples_is_one_clear_line_before_anything_is_done(service: Service):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", service.samples))
        holder.listen()
        done = service.manage("start", "--port", str(service.port))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().splitlines() == [
        f"Port {service.samples} on 127.0.0.1 cannot be used for the sample sources (Address already in use): "
        "stop what uses it, or set SAMPLE_SOURCES_URL (http://127.0.0.1:8766)."
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
