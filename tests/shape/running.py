"""Runs the real service in processes of its own, on its own data folder and ports."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended and was not collected yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_for(
    condition: Callable[[], object], *, seconds: float, what: str, said: Callable[[], str] = str
) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.2)
    raise AssertionError(f"not within {seconds} s: {what}: {said()[-2000:]}")


class Service:
    """`manage.py start` in the embedded deployment with sample sources."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder, self.port, self.samples = folder, free_port(), free_port()
        self.log = folder / "log.txt"
        self.env = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "ENV_FILE": os.devnull, "DATA_DIR": str(folder / "var"),
            "SAMPLE_DATA": "true", "SAMPLE_SOURCES_URL": f"http://127.0.0.1:{self.samples}",
            "BASE_URL": f"http://127.0.0.1:{self.port}", "LOG_LEVEL": "WARNING", **variables,
        }  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=300, check=False)

    def manage_as(self, samples: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command with another SAMPLE_DATA."""
        before = self.env["SAMPLE_DATA"]
        self.env["SAMPLE_DATA"] = samples
        try:
            return self.manage(*arguments)
        finally:
            self.env["SAMPLE_DATA"] = before

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "start", "--port", str(self.port)],
                cwd=self.folder, env=self.env, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def wait_until_open(self, seconds: float = 180) -> None:
        wait_for(
            lambda: "Open http" in self.said(), seconds=seconds, what="the service to open", said=self.said
        )
        wait_for(lambda: self.status("/healthz") == 200, seconds=300, what="the first page")

    def said(self) -> str:
        return self.log.read_text() if self.log.exists() else ""

    def forget_log(self) -> None:
        self.log.write_text("")

    def pid(self, name: str) -> int:
        return int((self.folder / "var/run" / f"{name}.pid").read_text())

    def pids(self) -> dict[str, int]:
        return {path.stem: int(path.read_text()) for path in (self.folder / "var/run").glob("*.pid")}

    def kill(self, name: str) -> int:
        pid = self.pid(name)
        os.kill(pid, signal.SIGKILL)
        return pid

    def status(self, path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            return int(error.code)
        except OSError:
            return 0

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as response:
            return str(response.read().decode())

    def stop(self) -> int:
        """Ctrl-C, and the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(120)

    def end(self) -> None:
        """Whatever is left of the processes that this test started."""
        left = self.pids()
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for pid in left.values():
            if alive(pid):
                os.kill(pid, signal.SIGKILL)


def rows(service: Service, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(service.folder / "var/db.sqlite3", timeout=20)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()
