"""The production shape on servers of its own: what a supervisor keeps alive, what a reader meets, what staff are told."""

import contextlib
import http.client
import json
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import psycopg

from briefing.local.supervisor import die_with_parent
from tests.shape.attacks import Stranger, code_for
from tests.shape.faults.servers import PostgreSQL, Redis
from tests.shape.running import ROOT, Service, wait_for
from tests.smtp import SmtpServer

TOKEN = "the-operators-own-token-of-the-faults"
PROCESSES = {
    "worker": ["worker", "--queue", "work"],
    "urgent": ["worker", "--queue", "urgent"],
    "beat": ["beat"],
}
KEPT = '<p class="kept"'


@dataclass(frozen=True)
class Answer:
    """What a reader got; status 0 where nothing answered."""

    status: int
    seconds: float
    text: str


class Site:
    """`with Site(folder) as site:` is filled from the sample sources and serves; nothing of it is left behind."""

    def __init__(self, folder: Path) -> None:
        self.postgresql, self.redis = PostgreSQL(folder / "postgresql"), Redis(folder / "redis")
        self.mailbox = SmtpServer()
        self.mailbox.__enter__()
        self.postgresql.start()
        self.service = Service(
            folder,
            DATABASE_URL=self.postgresql.make("briefing"), REDIS_URL=self.redis.url, SERVICE_TOKEN=TOKEN,
            EMAIL_URL=f"smtp://127.0.0.1:{self.mailbox.port}", TRUSTED_PROXIES="127.0.0.1",
            ALLOWED_HOSTS="briefing.example",  # by hand, as an operator would
        )  # fmt: skip
        self.commands = {
            "samples": ["sample_sources", "--port", str(self.service.samples)],
            "web": ["web", "--bind", f"127.0.0.1:{self.service.port}"],
            **PROCESSES,
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.ending = threading.Event()
        self.lock = threading.Lock()
        self.reader: Stranger | None = None

    def __enter__(self) -> "Site":
        threading.Thread(target=self._keep_alive, daemon=True).start()
        return self

    def end_processes(self) -> None:
        self.ending.set()
        self.stop_processes()

    def stop_processes(self) -> None:
        """Until `start` is called."""
        with self.lock:
            for process in self.running.values():
                process.send_signal(signal.SIGCONT)
                process.terminate()
            for process in self.running.values():
                try:
                    process.wait(40)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            self.running.clear()

    def __exit__(self, *error: object) -> None:
        self.end_processes()
        self.redis.stop()
        self.postgresql.stop()
        self.mailbox.__exit__()

    def start(self, *names: str) -> None:
        with self.lock:
            for name in names or self.commands:
                self._start(name)
                # A worker that asks before they listen has failed series until the next slot.
                if name == "samples":
                    wait_for(self._samples_listen, seconds=60, what="the sample sources to listen")

    def _samples_listen(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.service.samples), 1):
            return True
        return False

    def _start(self, name: str) -> None:
        with self.service.log.open("ab") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), *self.commands[name]],
                env=self.service.env, stdout=log, stderr=log, preexec_fn=die_with_parent,  # noqa: PLW1509  a few threads
            )  # fmt: skip

    def _keep_alive(self) -> None:
        """What systemd or compose do: whatever ended is started again."""
        while not self.ending.wait(1):
            with self.lock:
                for name, process in self.running.items():
                    if process.poll() is not None and not self.ending.is_set():
                        self._start(name)

    def kill(self, name: str) -> int:
        process = self.running[name]
        process.kill()
        return process.pid

    # --- What a reader meets ---

    def get(self, path: str, *, reader: bool = False, host: str = "", token: str = "") -> Answer:
        began = time.monotonic()
        request = urllib.request.Request(f"http://127.0.0.1:{self.service.port}{path}")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if host:
            request.add_header("Host", host)
        opener = self.reader.opener if reader and self.reader else urllib.request.build_opener()
        try:
            with opener.open(request, timeout=60) as response:
                status, text = response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        except (OSError, http.client.HTTPException) as error:
            status, text = 0, str(error)
        return Answer(status, time.monotonic() - began, text)

    def sign_in(self) -> float:
        """A reader asks for a code, gets it by mail and types it; the seconds until the code arrived."""
        address = f"reader.{secrets.token_hex(4)}@example.org"
        browser = Stranger(self.service, f"198.18.{secrets.randbelow(250)}.{secrets.randbelow(250) + 1}")
        began = time.monotonic()
        code = code_for(self.service, self.mailbox, browser, address, arrives_at=address)
        took = time.monotonic() - began
        browser.send("/verify", code=code)
        assert address in browser.page("/settings"), "the code did not open the account"
        self.reader = browser
        return took

    # --- What staff are told ---

    def readyz(self) -> dict[str, object]:
        time.sleep(5.2)  # a look is kept for five seconds in each process
        return dict(json.loads(self.get("/readyz", token=TOKEN).text)["checks"])

    def staff(self) -> str:
        """The lines of `manage.py doctor` that are no good news; without that command what /readyz says is wrong."""
        done = self.service.manage("doctor", "--json")
        if "Unknown command" in done.stderr:
            faults = [
                name
                for name, check in self.readyz().items()
                if isinstance(check, dict) and not check.get("ok", True)
            ]
            return "/readyz: " + (", ".join(faults) or "nothing")
        if not done.stdout.startswith("{"):
            return (
                f"doctor: {done.stderr.strip().splitlines()[-1][:100]}"
                if done.stderr.strip()
                else "doctor: nothing"
            )
        sections = json.loads(done.stdout)["sections"]
        lines = [line["text"] for section in sections for line in section["lines"] if line["level"] != "ok"]
        return "doctor: " + ("; ".join(lines) or "nothing")

    # --- What the database says ---

    def sql(self, query: str, *values: object) -> list[tuple[object, ...]]:
        address = self.service.env["DATABASE_URL"].replace("postgres://", "postgresql://")
        with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(query.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    def count(self, query: str, *values: object) -> int:
        return int(str(self.sql(query, *values)[0][0]))

    def seed(self, number: int) -> str:
        """So many harmless jobs; returns the beginning of their keys."""
        mark = secrets.token_hex(4)
        self.sql(
            "INSERT INTO briefing_job (kind, key, payload, state, attempts, not_before, owner, created_at, outcome)"
            " SELECT 'lease', %s || n, '{}', 'new', 0, now(), '', now(), '' FROM generate_series(1, %s) n",
            mark, number,
        )  # fmt: skip
        return mark

    def done(self, mark: str) -> int:
        return self.count(
            "SELECT count(*) FROM briefing_job WHERE starts_with(key, %s) AND state = 'done'", mark
        )

    def settle(self, mark: str, number: int, *, seconds: float = 180) -> None:
        """All of the seeded jobs are done, and nothing was done twice."""
        wait_for(
            lambda: self.done(mark) == number, seconds=seconds, what=f"{number} jobs (done: {self.done(mark)})",
            said=self.service.said,
        )  # fmt: skip
        self.nothing_doubled()

    def nothing_doubled(self) -> None:
        for table, key in (("briefing_job", "kind, key"), ("headlines", "feed_id, guid"), ("quotes_daily", "symbol, day"),
                           ("indicator_summaries", 'cycle, "group", tone, style')):  # fmt: skip
            assert self.sql(f"SELECT {key} FROM {table} GROUP BY {key} HAVING count(*) > 1") == [], (
                f"doubled: {table}"
            )

    def healthy(self, *, seconds: float = 120) -> None:
        wait_for(
            lambda: self.get("/healthz").status == 200 and self.get("/").status == 200
            and KEPT not in self.get("/").text,
            seconds=seconds, what="pages", said=self.service.said,
        )  # fmt: skip

    def filled(self) -> None:
        """Waits for the first figures and headlines; stopped before, the site lacks them until the next slot."""
        wait_for(
            lambda: self.count("SELECT count(*) FROM headlines") > 10
            and self.count("SELECT count(*) FROM quotes WHERE fetched_at IS NOT NULL") > 0
            and self.count("SELECT count(*) FROM quotes WHERE fetched_at IS NULL") == 0,
            seconds=300, what="figures and headlines", said=self.service.said,
        )  # fmt: skip

    def log_tail(self) -> str:
        return re.sub(r"\s+", " ", self.service.said()[-400:])
