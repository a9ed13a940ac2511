"""What the processes of the service and of its tests take of the memory, in megabytes.

Starts the service on loopback with sample sources, in the shape of one machine, waits until its first figures,
headlines and texts are there, asks its pages, and reads each process; then collects every test, as each process of a
parallel run does. `rss` is what is resident, `own` what no other process shares. Takes a minute or two.
Argument: another checkout to measure instead of this one.
"""

import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(sys.argv[1] if sys.argv[1:] else Path(__file__).resolve().parents[1]).resolve()
sys.path.insert(0, str(ROOT))

from tests.shape.running import Service

PAGES = ("/", "/news", "/log", "/about", "/healthz")
MB = 1024


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def taken(pid: int) -> tuple[float, float]:
    """Resident and private megabytes."""
    found = dict(re.findall(r"(\w+): +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text()))
    return int(found["Rss"]) / MB, (int(found["Private_Clean"]) + int(found["Private_Dirty"])) / MB


def service() -> None:
    with tempfile.TemporaryDirectory(prefix="bench-memory-") as folder:
        running = Service(Path(folder))
        running.start()
        try:
            running.wait_until_open()
            for path in PAGES * 3:
                running.page(path)
            for name, pid in sorted(running.pids().items()):
                processes = {name: pid}
                if name == "web":  # gunicorn's own process only watches
                    processes |= {
                        f"{name}, child {place}": each for place, each in enumerate(children(pid), 1)
                    }
                for label, each in processes.items():
                    rss, own = taken(each)
                    print(f"{label:24} {rss:7.0f} {own:7.0f}")
        finally:
            running.stop()
            running.end()


def tests() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--collect-only", "-m", "not browser"]
    command += ["--ignore", "tests/evaluation"]  # as in `make test`, which runs them apart
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MB
    print(f"{'every test, collected':24} {most:7.0f}   {done.stdout.strip().splitlines()[-1]}")


if __name__ == "__main__":
    print(f"{'process':24} {'rss':>7} {'own':>7}")
    service()
    tests()
