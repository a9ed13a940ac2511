"""Measures the memory of the service's processes and of its tests in megabytes, and the time to the first page.

Starts the service on loopback with sample sources, as on a single machine, waits for its first figures, headlines
and texts, requests pages and reads each process; restarts it on the filled folder and reads again, also after a full
refresh by its worker; then collects all tests, as each process of a parallel run does. `rss` is resident memory,
`pss` a process's share of it (shared pages are divided, so these add up), `own` private memory. Takes some three
minutes. Argument: another checkout to measure instead.
"""

import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(sys.argv[1] if sys.argv[1:] else Path(__file__).resolve().parents[1]).resolve()
sys.path.insert(0, str(ROOT))

from tests.shape.running import Service, rows, wait_for

PAGES = ("/", "/news", "/log", "/about", "/healthz")
MB = 1024
KINDS = "'indicators.refresh', 'indicators.agenda', 'news.ingest', 'commentary.generate', 'portfolio.quotes'"


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def taken(pid: int) -> tuple[float, float, float]:
    """Resident, proportional and private memory in megabytes."""
    found = dict(re.findall(r"(\w+): +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text()))
    own = int(found["Private_Clean"]) + int(found["Private_Dirty"])
    return int(found["Rss"]) / MB, int(found["Pss"]) / MB, own / MB


def processes(running: Service) -> dict[str, int]:
    found = {}
    for name, pid in sorted(running.pids().items()):
        found[name] = pid
        if name == "web":  # gunicorn's main process only supervises
            found |= {f"{name}, child {place}": each for place, each in enumerate(children(pid), 1)}
    return found


def show(title: str, running: Service) -> None:
    for path in PAGES * 3:
        running.page(path)
    print(f"{title:24} {'rss':>7} {'pss':>7} {'own':>7}")
    figures = {name: taken(pid) for name, pid in processes(running).items()}
    figures["together"] = tuple(map(sum, zip(*figures.values(), strict=True)))  # type: ignore[assignment]
    for name, (rss, pss, own) in figures.items():
        print(f"{name:24} {rss:7.0f} {pss:7.0f} {own:7.0f}", flush=True)


def processor(pid: int) -> float:
    """Processor seconds of the process and of the children it has waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def opened(running: Service) -> str:
    """Starts the service; the time to the first page, and processor time, which other load hardly changes."""
    began = time.perf_counter()
    running.forget_log()
    running.start()
    while running.status("/") != 200:
        time.sleep(0.05)
    took = time.perf_counter() - began
    busy = sum(processor(pid) for pid in processes(running).values())
    running.wait_until_open()
    return f"first page {took:.1f} s after the start ({busy:.1f} s of the processor)"


def work(running: Service) -> None:
    """Lets the worker repeat the work of a first start, every series with its whole history."""
    database = sqlite3.connect(running.folder / "var/db.sqlite3", timeout=20)
    with database:
        database.execute(
            "UPDATE quotes SET fetched_at = datetime('now', '-9 days'), whole_at = NULL, validators = '{}'"
        )
        database.execute("UPDATE news_feed SET next_check_at = datetime('now'), etag = '', body_digest = ''")
        database.execute(
            "UPDATE briefing_job SET state = 'new', attempts = 0, not_before = datetime('now', '-1 minute')"
            f" WHERE kind IN ({KINDS})"
        )
    database.close()
    unfinished = f"SELECT 1 FROM briefing_job WHERE kind IN ({KINDS}) AND state IN ('new', 'running')"
    wait_for(lambda: not rows(running, unfinished), seconds=300, what="the worker's round")


def service() -> None:
    with tempfile.TemporaryDirectory(prefix="bench-memory-") as folder:
        running = Service(Path(folder))
        try:
            print(f"empty folder: {opened(running)}")
            show("after the first fill", running)
            running.stop()
            print(f"filled folder: {opened(running)}")
            show("nothing done yet", running)
            work(running)
            show("after a round of work", running)
        finally:
            running.stop()
            running.end()


def tests() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--collect-only", "-m", "not browser"]
    command += ["--ignore", "tests/evaluation"]  # as in `make test`, which runs them separately
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MB
    print(f"{'every test, collected':24} {most:7.0f}   {done.stdout.strip().splitlines()[-1]}")


if __name__ == "__main__":
    service()
    tests()
