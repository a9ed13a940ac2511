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

from tests.shape.running import Service, wait_for

PAGES = ("/", "/news", "/log", "/about", "/healthz")
MB = 1024


def tree(pid: int) -> list[int]:
    """The process and its descendants."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in tree(int(child)))]


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
            wait_for(lambda: "<article" in running.page("/"), seconds=240, what="the first texts")
            for path in PAGES * 3:
                running.page(path)
            for name, pid in sorted(running.pids().items()):
                for place, each in enumerate(tree(pid)):
                    rss, own = taken(each)
                    print(f"{name + ('' if place == 0 else f', child {place}'):24} {rss:7.0f} {own:7.0f}")
        finally:
            running.stop()
            running.end()


def tests() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "--collect-only", "-m", "not browser"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MB
    print(f"{'every test, collected':24} {most:7.0f}   {done.stdout.strip().splitlines()[-1]}")


if __name__ == "__main__":
    tests()
    print(f"{'process':24} {'rss':>7} {'own':>7}")
    service()
