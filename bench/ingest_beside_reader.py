"""Compares the processor time of an ingestion with that of `reader`, a feed library, on the same loopback feeds.

33 feeds of 7 entries are fetched, parsed, stored and indexed for search by both; `reader` parses in its own process,
the service in a child with limits. Grouping into stories and tagging, which `reader` does not have, are printed apart.
Each is run three times on a new database and the least is taken. Exits 1 above the limit. `reader` is installed
into a temporary environment.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

from bench.news_ingest import ROOT, plant, prepare

FEEDS, ENTRIES, TIMES = 33, 7, 3
READER = ("reader==3.26", "sgmllib3k==1.0.0")  # the second is missing from what the first declares
LIMIT = 1.5
BESIDE = """
import json, resource, sys
from reader import make_reader
port, feeds, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
reader = make_reader(folder + "/reader.sqlite3", search_enabled=True)
for number in range(feeds):
    reader.add_feed(f"http://127.0.0.1:{port}/{number}.xml")
before = resource.getrusage(resource.RUSAGE_SELF)
reader.update_feeds()
reader.update_search()
after = resource.getrusage(resource.RUSAGE_SELF)
assert reader.get_entry_counts().total == feeds * int(sys.argv[4])
print(json.dumps({"stored": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}))
"""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="bench-beside-") as folder:
        python = _with_reader(Path(folder) / "env")
        command = [sys.executable, str(ROOT / "bench/loopback/feeds.py"), str(FEEDS), str(ENTRIES)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                port = server.stdout.readline().strip()
                theirs = _least([python, "-c", BESIDE, port, str(FEEDS), "{}", str(ENTRIES)])
                ours = _least([sys.executable, "-m", "bench.ingest_beside_reader", port, "{}"])
            finally:
                server.kill()
    ratio = ours["stored"] / theirs["stored"]
    print(f"reader: fetched, parsed, stored, indexed in {theirs['stored']:.2f} s of processor")
    print(f"ours:   fetched, parsed in a child, stored, indexed in {ours['stored']:.2f} s")
    print(f"ours:   grouped into stories in {ours['grouped']:.2f} s, tagged in {ours['tagged']:.2f} s")
    print(f"ours / reader  {ratio:.2f} (at most {LIMIT})")
    return 0 if ratio <= LIMIT else 1


def _with_reader(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    python = str(folder / "bin/python")
    subprocess.run([python, "-m", "pip", "install", "-qq", *READER], check=True)
    return python


def _least(command: list[str]) -> dict[str, float]:
    """Runs the command several times, each with a new folder in place of `{}`; returns the least of each figure."""
    found = []
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory(prefix="bench-beside-") as folder:
            words = [folder if word == "{}" else word for word in command]
            done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
        found.append(json.loads(done.stdout.splitlines()[-1]))
    return {name: min(each[name] for each in found) for name in found[0]}


def ours(port: int, folder: str) -> dict[str, float]:
    prepare(port, folder)
    plant([f"http://127.0.0.1:{port}/{number}.xml" for number in range(FEEDS)])
    from django.utils import timezone

    from briefing.core import leases
    from news import cycle, ingest
    from news.models import Headline
    from news.stories.storage import attach
    from news.tagging import tag

    def store() -> None:
        with leases.claimed("feeds", cycle.AT_MOST) as claim:
            assert claim
            list(ingest.refresh_due(timezone.now(), claim, force=True))

    def group() -> None:
        attach(list(Headline.objects.without_story().values_list("pk", flat=True)))

    measured = {
        "stored": _processor(store),
        "grouped": _processor(group),
        "tagged": _processor(tag.tag_pending),
    }
    assert Headline.objects.count() == FEEDS * ENTRIES
    return measured


def _processor(work: Callable[[], object]) -> float:
    """Processor seconds of the work, child processes included."""
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.chdir(ROOT)
        print(json.dumps(ours(int(sys.argv[1]), sys.argv[2])))
        sys.exit(0)
    sys.exit(main())
