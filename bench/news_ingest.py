"""The ingestion against a floor measured in the same run, over 300 loopback feeds of 50 entries each.

Prints: the first cycle (fetch, parse, clean, store) as a multiple of fetching and parsing the same
documents with a bare pool of 16 threads, requests and feedparser (limit 1.5); and the second cycle, answered
304 throughout, as a part of the first (limit 0.1). So many headlines at once are a flood: they are grouped
and tagged by a job of its own, whose time is printed beside. Exits 1 when a limit is passed.
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
    described = timed(describe)
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
    """A database of its own, the guard opened for the loopback server, the per-host limit raised."""
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
    Feed.objects.update(enabled=False)  # the public ones are out of reach here
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


def describe() -> None:
    from news import cycle as news_cycle

    news_cycle.describe_flood("first")


def timed(work: object) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
