"""Measures pages per second on the production setup, each with a floor from the same run.

`TEST_DATABASE_URL=postgres://… TEST_REDIS_URL=redis://… python bench/pages.py` creates a temporary database, fills it
from the sample sources, starts gunicorn with two processes on loopback, loads each URL five times for a second over
sixteen connections with gzip, and drops the database. A page's floor is a bare view behind the same middleware, with
session and reader where the page has them, that returns the page's uncompressed bytes. Needs `wrk`. Writes the table
into docs/performance.md, with the date.
"""

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import psycopg
import redis
import requests

from bench.loopback.lanes import PAGES
from evaluation.tables import measured

SECONDS, CONNECTIONS, WORKERS, THREADS = int(os.environ.get("BENCH_SECONDS", "5")), 16, 2, 4
ADMIN = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
DOCUMENT, BEGIN, END = ROOT / "docs/performance.md", "<!-- bench/pages.py -->\n", "<!-- end -->"
COLUMNS = ("page", "requests a second", "floor", "of the floor", "304 of the floor", "304 of the page", "median ms",
           "p99 ms", "p99 / median")  # fmt: skip
SCRIPT = """
done = function(summary, latency, requests)
  io.stderr:write(string.format("%.1f %.2f %.2f %d\\n", summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status
      + summary.errors.timeout))
end
"""


@dataclass(frozen=True)
class Measure:
    """Requests a second, and the median and 99th percentile of the response time in milliseconds."""

    rate: float
    median: float
    p99: float


@contextmanager
def database() -> Iterator[str]:
    name = f"bench_pages_{secrets.token_hex(4)}"
    with psycopg.connect(ADMIN, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield f"{ADMIN.rsplit('/', 1)[0]}/{name}"
    finally:
        with psycopg.connect(ADMIN, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[None]:
    process = subprocess.Popen(command, env=env, cwd=ROOT, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def gunicorn(module: str, port: int) -> list[str]:
    return [
        sys.executable, "-m", "gunicorn", module, "--bind", f"127.0.0.1:{port}", "--pythonpath", str(ROOT),
        "--worker-class", "briefing.core.web.web_worker.SharingWorker", "--workers", str(WORKERS),
        "--threads", str(THREADS), "--keep-alive", "5", "--no-control-socket", "--log-level", "warning",
    ]  # fmt: skip


def wait_for(address: str) -> None:
    for _ in range(300):
        try:
            if requests.get(address, timeout=5).status_code < 500:
                return
        except requests.RequestException:
            time.sleep(0.2)
    raise SystemExit(f"{address} does not answer")


def ask(address: str, headers: dict[str, str]) -> Measure:
    """Runs wrk for a second."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(SCRIPT)
        script.flush()
        given = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
        command = [
            "wrk",
            "-t1",
            f"-c{CONNECTIONS}",
            "-d1s",
            "--timeout",
            "10s",
            "-s",
            script.name,
            *given,
            address,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    rate, median, p99, errors = done.stderr.split()[-4:]
    if int(errors):
        raise SystemExit(f"{address}: {errors} requests failed")
    return Measure(float(rate), float(median), float(p99))


def in_turn(*asks: tuple[str, dict[str, str]]) -> list[Measure]:
    """Medians of each URL, measured alternately second by second, so that other load affects all of them."""
    for each in asks:
        ask(*each)  # warms up
    found = list(zip(*([ask(*each) for each in asks] for _ in range(SECONDS)), strict=True))
    return [
        Measure(*(median(getattr(one, part) for one in of) for part in ("rate", "median", "p99")))
        for of in found
    ]


def rows(address: str, session: str, publish: str) -> Iterator[str]:
    """Yields a table row for each page with its 304 and its floor; the dashboard also while news are published."""
    signed = {"Cookie": f"svc.session={session}; svc.lang=en", "Accept-Encoding": "gzip"}
    nobody = {"Accept-Encoding": "gzip", "Accept-Language": "en"}
    for name, path in PAGES.items():
        headers = nobody if name == "landing" else signed
        tag = requests.get(address + path, headers=headers, timeout=30).headers["ETag"]
        floor, page, known = in_turn(
            (f"{address}/floor/{name}", headers), (address + path, headers),
            (address + path, headers | {"If-None-Match": tag}),
        )  # fmt: skip
        yield line(name, page, known, floor)
    with publishing(publish):
        floor, page = in_turn((f"{address}/floor/dashboard", signed), (f"{address}/", signed))
        yield line("dashboard while news are published every second", page, None, floor)


def line(name: str, page: Measure, known: Measure | None, floor: Measure) -> str:
    same = [f"{known.rate / floor.rate:.2f}", f"{known.rate / page.rate:.2f}"] if known else ["", ""]
    cells = (name, f"{page.rate:.0f}", f"{floor.rate:.0f}", f"{page.rate / floor.rate:.2f}", *same,
             f"{page.median:.1f}", f"{page.p99:.1f}", f"{page.p99 / page.median:.1f}")  # fmt: skip
    return f"| {' | '.join(cells)} |"


@contextmanager
def publishing(address: str) -> Iterator[None]:
    """Invalidates the news once a second."""
    over = threading.Event()

    def work() -> None:
        with psycopg.connect(address, autocommit=True) as connection:
            while not over.wait(1):
                number = secrets.randbits(60)
                connection.execute("UPDATE briefing_edition SET number = %s WHERE part = 'news'", [number])

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def write(table: list[str]) -> None:
    text = DOCUMENT.read_text()
    before, _, rest = text.partition(BEGIN)
    written = f"{BEGIN}{measured()}\n\n" + "\n".join(table) + f"\n{END}"
    DOCUMENT.write_text(before + written + rest.partition(END)[2])


def main() -> None:
    if not shutil.which("wrk"):
        raise SystemExit("wrk is not installed")
    redis.Redis.from_url(REDIS).flushdb()
    with tempfile.TemporaryDirectory() as folder, database() as address:
        port = 9000 + secrets.randbelow(450) * 2
        env = {"PATH": os.environ["PATH"], "HOME": folder, "ENV_FILE": os.devnull, "DATA_DIR": folder,
               "DATABASE_URL": address, "REDIS_URL": REDIS, "SAMPLE_DATA": "true", "LOG_LEVEL": "WARNING",
               "SAMPLE_SOURCES_URL": f"http://127.0.0.1:{port + 1}",
               "BASE_URL": f"http://127.0.0.1:{port}", "DJANGO_SETTINGS_MODULE": "briefing.settings"}  # fmt: skip
        lanes = [sys.executable, "-m", "bench.loopback.lanes"]
        samples = [sys.executable, "manage.py", "sample_sources", "--port", str(port + 1)]
        with running(samples, env):
            wait_for(f"http://127.0.0.1:{port + 1}/feeds/ecb.xml")
            session = subprocess.run(
                lanes, env=env, cwd=ROOT, check=True, capture_output=True, text=True
            ).stdout
        with running(gunicorn("bench.loopback.lanes:application", port), env):
            wait_for(f"http://127.0.0.1:{port}/healthz")
            table = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
            for each in rows(f"http://127.0.0.1:{port}", session.split()[-1], address):
                print(each, flush=True)
                table.append(each)
    redis.Redis.from_url(REDIS).flushdb()
    if re.search(BEGIN.strip(), DOCUMENT.read_text()):
        write(table)


if __name__ == "__main__":
    main()
