"""Faults on SQLite and the one command that starts everything. Each leaves the service as it found it."""

import concurrent.futures
import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

from tests.shape.attacks import Stranger
from tests.shape.faults.registry import EMBEDDED, Seen, fault
from tests.shape.running import Service, alive, wait_for

MIB = 2**20


def post(service: Service, number: int) -> tuple[int, float]:
    """The status and the seconds of a form that writes."""
    began = time.monotonic()
    status, _page = Stranger(service, f"198.19.{number // 250}.{number % 250 + 1}").ask(
        f"writer{number}@example.org"
    )
    return status, time.monotonic() - began


def held_lock(service: Service, seconds: float) -> threading.Thread:
    """Another process's write that takes so long."""
    locked = threading.Event()

    def hold() -> None:
        connection = sqlite3.connect(service.folder / "var/db.sqlite3", timeout=20, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        locked.set()
        time.sleep(seconds)
        connection.execute("ROLLBACK")
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert locked.wait(30)
    return thread


@fault("8", "SQLite's write lock held for 8 s", EMBEDDED)
def write_lock_short(service: Service) -> Seen:
    service.status("/")
    holder = held_lock(service, 8)
    began = time.monotonic()
    read = service.status("/")
    page_took = time.monotonic() - began
    status, took = post(service, 1)
    holder.join()
    assert (read, status, page_took < 2, took < 12) == (200, 200, True, True), (read, status, page_took, took)
    return Seen(f"pages in {page_took:.2f} s, the form accepted after {took:.1f} s", "none needed")


@fault("9", "SQLite's write lock held for 30 s", EMBEDDED)
def write_lock_long(service: Service) -> Seen:
    holder = held_lock(service, 30)
    status, took = post(service, 2)
    holder.join()
    after, _took = post(service, 3)
    assert (status, took < 24, after) == (503, True, 200), (status, took, after)
    return Seen(f"503 after {took:.1f} s, the next form accepted", "log: database unavailable")


@fault("10", "200 forms that write, 40 at once", EMBEDDED)
def many_writers(service: Service) -> Seen:
    service.forget_log()
    with concurrent.futures.ThreadPoolExecutor(40) as crowd:
        found = list(crowd.map(lambda number: post(service, 100 + number), range(200)))
    bad = [status for status, _took in found if status >= 500 or status == 0]
    assert (bad, "locked" in service.said()) == ([], False), bad
    return Seen(f"no error, slowest {max(took for _status, took in found):.1f} s", "none needed")


@fault("5", "Started a second time on the same folder", EMBEDDED)
def second_start(service: Service) -> Seen:
    began = time.monotonic()
    done = service.manage("start", "--port", str(service.port + 1))
    took = time.monotonic() - began
    assert (done.returncode, len(done.stderr.strip().splitlines()), service.status("/")) == (1, 1, 200)
    return Seen("nothing", f"one line after {took:.1f} s: {done.stderr.strip()[:60]}")


@fault("11", "Disk full", EMBEDDED)
def disk_full(service: Service) -> Seen:
    folder = service.folder / "var"
    service.status("/")
    _used, free = shutil.disk_usage(folder)[1:]
    try:
        with (folder / "fill").open("wb", buffering=0) as fill, contextlib.suppress(OSError):
            os.posix_fallocate(fill.fileno(), 0, free)
            fill.seek(0, os.SEEK_END)
            while True:  # what was freed meanwhile
                fill.write(b"x" * 4096)
        page, (form, _took) = service.status("/"), post(service, 4)
    finally:
        (folder / "fill").unlink()
    wait_for(lambda: post(service, 5)[0] == 200, seconds=60, what="a form after the space came back")
    with sqlite3.connect(folder / "db.sqlite3") as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
    assert (page, form in (200, 503), whole) == (200, True, "ok"), (page, form, whole)
    return Seen(
        f"pages 200, a form {form}; accepted again when there was space; database whole",
        "log: database unavailable",
    )


@fault("2", "Start process killed (SIGKILL)", EMBEDDED)
def start_killed(service: Service) -> Seen:
    everyone = service.pids()
    service.kill("start")
    wait_for(lambda: not any(alive(pid) for pid in everyone.values()), seconds=60, what="no orphan")
    wait_for(lambda: service.status("/healthz") == 0, seconds=60, what="the port to be free")
    service.forget_log()
    service.start()
    service.wait_until_open(180)
    return Seen("away until it was started again", "nobody was left behind")


@fault("3", "The runner above the start process killed", EMBEDDED)
def runner_killed(service: Service) -> Seen:
    assert service.process is not None
    everyone = service.pids()
    os.killpg(service.process.pid, signal.SIGKILL)
    service.process.wait()
    wait_for(lambda: not any(alive(pid) for pid in everyone.values()), seconds=60, what="no orphan")
    service.forget_log()
    service.start()
    service.wait_until_open(180)
    return Seen("away until it was started again", "nobody was left behind")


@fault("4", "Stopped politely under load", EMBEDDED)
def graceful_stop(service: Service) -> Seen:
    ending, statuses = threading.Event(), []

    def ask() -> None:
        while not ending.is_set():
            statuses.append(service.status("/login"))

    asking = [threading.Thread(target=ask) for _ in range(4)]
    for thread in asking:
        thread.start()
    time.sleep(2)
    began = time.monotonic()
    code = service.stop()
    took = time.monotonic() - began
    ending.set()
    for thread in asking:
        thread.join()
    service.forget_log()
    service.start()
    service.wait_until_open(180)
    assert (code, set(statuses) <= {200, 0}, took < 35) == (0, True, True), (code, set(statuses), took)
    return Seen(
        f"{statuses.count(200)} pages 200, none broken off with an error", f"exit code 0 after {took:.1f} s"
    )


class OnATmpfs:
    """A data folder of 300 MB, where this machine lets us mount one; else any folder, and fault 11 is left out."""

    def __init__(self, service: Service) -> None:
        self.folder = service.folder / "var"
        self.folder.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=300m,mode=700", "tmpfs", str(self.folder)],
            capture_output=True, check=False,
        )  # fmt: skip
        self.mounted = done.returncode == 0

    def end(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)
