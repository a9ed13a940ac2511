"""Times a page of headlines with each filter, as medians and as multiples of the plain list.

`python bench/news_search.py [ROWS]` fills a temporary database (PostgreSQL of `TEST_DATABASE_URL` if set, else a
SQLite file) with 20,000 generated headlines, or ROWS, runs each query thirty times, and drops it.
"""

import os
import random
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ADMIN = os.environ.get("TEST_DATABASE_URL", "")
NAME = f"bench_search_{os.getpid()}"
os.environ |= {"DJANGO_SETTINGS_MODULE": "briefing.settings", "ENV_FILE": os.devnull}
os.environ |= {"DATA_DIR": tempfile.mkdtemp(), "DATABASE_URL": ADMIN and f"{ADMIN.rsplit('/', 1)[0]}/{NAME}"}
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django

django.setup()

import psycopg
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from briefing.core.web.cursors import make_cursor
from news import queries
from news.models import Feed, Headline, Story

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
ROUNDS, BATCH = 30, 5_000
WORDS = [
    *("inflation", "rates", "bank", "growth", "shares", "oil", "prices", "jobs"),
    *("trade", "output", "survey", "profit", "yields", "euro", "dollar"),
]
TAGS = ("USA", "EU", "Inflation", "Growth", "Equities", "Central Banks", "Jobs")
DAYS = 90
QUESTIONS: dict[str, dict[str, Any]] = {
    "the plain list": {},
    "a tag of one in eight": {"include": ["Inflation"]},
    "a rare tag": {"include": ["Crypto"]},
    "none of seven tags": {"exclude": list(TAGS)},
    "a frequent word": {"q": "inflation"},
    "a rare word": {"q": "zinc"},
    "the beginning of a word": {"q": "unusu"},
    "two words that never meet": {"q": "inflation output survey profit"},
    "a word that is nowhere": {"q": "quetzalcoatl"},
    "a frequent word and a rare tag": {"q": "rates", "include": ["Crypto"]},
    "an Italian page of a tag": {"include": ["EU"], "language": "it"},
}


def fill() -> None:
    """Two tags and three words for each headline, three headlines for each story; rare tags and words in few."""
    chance = random.Random(1)
    feeds = Feed.objects.bulk_create(
        Feed(url=f"https://feed{n}.example/", publisher=f"P{n}") for n in range(20)
    )
    now = timezone.now()
    for start in range(0, ROWS, BATCH):
        stories = Story.objects.bulk_create(Story() for _ in range(BATCH // 3 + 1))
        Headline.objects.bulk_create(
            Headline(
                feed=chance.choice(feeds),
                guid=str(n),
                title=f"Headline {n}",
                published_at=now - timedelta(days=DAYS) * (n / ROWS),
                lang="it" if n % 5 == 0 else "en",
                tags=["Crypto"] if n % 3000 == 7 else chance.sample(TAGS, 2) if n % 9 else [],
                words=" ".join(
                    ["", *chance.sample(WORDS, 3), "zinc unusually" if n % 2000 == 3 else f"w{n % 5000}", ""]
                ),
                story=stories[(n - start) // 3],
            )
            for n in range(start, min(start + BATCH, ROWS))
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def measured(wanted: dict[str, Any]) -> tuple[float, float, int]:
    """Median and worst milliseconds of a query's first and second page, and the number of rows."""
    took, found = [], queries.page(**wanted)
    for number in range(ROUNDS):
        cursor = found.next_cursor if number % 2 else None
        start = perf_counter()
        queries.page(**wanted, cursor=cursor)
        took.append((perf_counter() - start) * 1000)
    return median(took), max(took), len(found.items)


def deep() -> str:
    """A cursor in the middle of all headlines."""
    row = Headline.objects.newest_first()[ROWS // 2]
    return make_cursor(row.published_at, row.pk)


def main() -> None:
    call_command("migrate", verbosity=0)
    fill()
    floor = measured({})[0]
    print(f"{connection.vendor}, {ROWS:,} headlines; the plain list takes {floor:.1f} ms")
    print("| question | found | median ms | worst ms | times the plain list |\n|---|---|---|---|---|")
    for name, wanted in QUESTIONS.items():
        middle, worst, found = measured(wanted)
        print(f"| {name} | {found} | {middle:.1f} | {worst:.1f} | {middle / floor:.1f} |", flush=True)
    place = deep()
    for name in ("a tag of one in eight", "a rare tag", "a frequent word"):
        start = perf_counter()
        queries.page(**QUESTIONS[name], cursor=place)
        print(f"| {name}, from the middle on | | {(perf_counter() - start) * 1000:.1f} | | |")


def on_postgres(statement: str) -> None:
    with psycopg.connect(ADMIN, autocommit=True) as admin:
        admin.execute(statement)


if ADMIN:
    on_postgres(f"CREATE DATABASE {NAME}")
try:
    main()
finally:
    connection.close()
    if ADMIN:
        on_postgres(f"DROP DATABASE {NAME}")
