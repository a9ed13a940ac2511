"""A PostgreSQL and a Redis of the suite's own, in a temporary folder, which it can kill, freeze and fill."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import redis

from briefing.local.supervisor import die_with_parent
from tests.shape.running import free_port, wait_for


def _unprivileged() -> str | None:
    """Whom the servers run as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _as_somebody() -> dict[str, Any]:
    user = _unprivileged()
    return {"user": user, "extra_groups": []} if user else {}


def _binary(name: str) -> str:
    """Debian keeps PostgreSQL's programs out of the path; the newest version counts."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    path = shutil.which(name) or (str(found[-1]) if found else None)
    if path is None:
        raise SystemExit(
            f"make faults needs {name}: install PostgreSQL and Redis (Debian: postgresql redis-server)."
        )
    return path


def family(pid: int) -> list[int]:
    """The process and its children."""
    pids = [pid]
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(path.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                pids.append(int(path.parent.name))
    return pids


class Server:
    """One server process: `start`, `stop`, `kill`, `freeze`, `thaw`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True)
        if (user := _unprivileged()) is not None:
            shutil.chown(folder, user)

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdout=log, stderr=log, **_as_somebody(),
                preexec_fn=die_with_parent,  # noqa: PLW1509  no other thread of ours starts processes meanwhile
            )  # fmt: skip
        wait_for(self.answers, seconds=60, what=f"{self.folder.name} to answer")

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        if self.process is None:
            return
        self.thaw()
        self.process.send_signal(number)
        self.process.wait(60)
        self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        self.freeze()
        try:
            yield
        finally:
            self.thaw()

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        for pid in family(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


class PostgreSQL(Server):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        subprocess.run(
            [_binary("initdb"), "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"],
            check=True, capture_output=True, cwd=folder, **_as_somebody(),
        )  # fmt: skip

    @property
    def server(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [_binary("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), "-h", "127.0.0.1",
                "-k", str(self.folder), "-F"]  # fmt: skip

    def answers(self) -> bool:
        try:
            psycopg.connect(f"{self.server}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def make(self, name: str) -> str:
        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return f"{self.server}/{name}"


class Redis(Server):
    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def client(self) -> "redis.Redis":
        return redis.Redis.from_url(self.url, socket_timeout=5)

    def command(self) -> list[str]:
        return [_binary("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
                "--appendonly", "no", "--dir", str(self.folder)]  # fmt: skip

    def answers(self) -> bool:
        try:
            return bool(self.client().ping())
        except redis.RedisError:
            return False
