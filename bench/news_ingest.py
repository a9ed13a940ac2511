"""Times the ingestion of 300 loopback feeds of 50 entries each against a floor from the same run.

Prints the first cycle (fetch, parse, clean, store) as a multiple of fetching and parsing the same documents with a
bare pool of 16 threads, requests and feedparser (limit 1.5); and the second cycle, all 304 responses, as a part of
the first (limit 0.1). A separate job groups and tags such a flood of headlines; its time is printed too. Exits 1
above a limit.
"""

import io
import os
import subprocess
import sys
import tempfile
import time
from multiprocessing.pool import ThreadPool
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEEDS, ENTRIES = 300, 50
FIRST_LIMIT, SECOND_LIMIT = 1.5, 0.1


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="bench-news-") as folder:
        command = [sys.executable, str(ROOT / "bench" / "loopback" / "feeds.py"), str(FEEDS), str(ENTRIES)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                return measure(int(server.stdout.readline()), folder)
            finally:
                server.kill()


def measure(port: int, folder: str) -> int:
    prepare(port, folder)
    urls = [f"http://127.0.0.1:{port}/{number}.xml" for number in range(FEEDS)]
    floor = min(timed(lambda: bare(urls)), timed(lambda: bare(urls)))
    plant(urls)
    first = timed(lambda: cycle("first"))
    second = timed(lambda: cycle("second"))
    described = timed(group_and_tag)
    from news.models import Feed, Headline

    stored, read = Headline.objects.count(), Feed.objects.filter(last_ok_at__isnull=False).count()
    print(f"feeds {read} of {FEEDS}, headlines {stored} of {FEEDS * ENTRIES}")
    print(f"floor: fetch and parse with a bare pool {floor:.2f} s")
    print(f"first cycle {first:.2f} s, second cycle (all 304) {second:.2f} s")
    print(f"grouping and tagging the flood, in a job of its own: {described:.2f} s")
    print(f"first / floor   {first / floor:.2f} (at most {FIRST_LIMIT})")
    print(f"second / first  {second / first:.3f} (at most {SECOND_LIMIT})")
    held = first / floor <= FIRST_LIMIT and second / first <= SECOND_LIMIT
    return 0 if held and (read, stored) == (FEEDS, FEEDS * ENTRIES) else 1


def prepare(port: int, folder: str) -> None:
    """Sets up a temporary database, allows the loopback server and raises the limit per host."""
    sys.path.insert(0, str(ROOT))
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "briefing.settings",
        "ENV_FILE": os.devnull,
        "DATA_DIR": folder,
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "SAMPLE_DATA": "false",
        "LLM_API_KEY": "",
        "LLM_GATEWAY_API_KEY": "",
        "OUTBOUND_ALLOWED_HOSTS": f"127.0.0.1:{port}",
        "FEEDS_PER_HOST": "300",
        "LOG_LEVEL": "WARNING",
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def plant(urls: list[str]) -> None:
    from news.feeds import sync
    from news.models import Feed

    sync.sync()
    Feed.objects.update(enabled=False)  # the public feeds are not reachable
    Feed.objects.bulk_create(
        [
            Feed(url=url, title=f"Feed {number}", publisher=f"Publisher {number}")
            for number, url in enumerate(urls)
        ]
    )


def bare(urls: list[str]) -> None:
    import feedparser
    import requests

    def one(url: str) -> int:
        return len(feedparser.parse(io.BytesIO(requests.get(url, timeout=20).content)).entries)

    with ThreadPool(16) as pool:
        assert sum(pool.map(one, urls, chunksize=1)) == FEEDS * ENTRIES


def cycle(key: str) -> None:
    from django.utils import timezone

    from news import cycle as news_cycle

    news_cycle.run(timezone.now(), key, force=True)


def group_and_tag() -> None:
    from news import cycle as news_cycle

    news_cycle.group_and_tag_backlog("first")


def timed(work: object) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
