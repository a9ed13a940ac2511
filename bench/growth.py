"""Times each page and each job at several sizes of the same database, as multiples of the smallest.

`python bench/growth.py [HEADLINES …]` fills a temporary database (PostgreSQL of `TEST_DATABASE_URL` if set, else a
SQLite file) with an edition and more and more headlines, from the second size on also with a hundred times the
readers and ten times the observations. Each size is a copy, and every round measures all sizes in turn, so that other
load affects all of them. The work of a job stays the same (a hundred new headlines, a thousand past their retention,
five hundred digests, five hundred subscriptions); the tables it searches grow. Pages are rendered without caches.
Prints medians of elapsed time, and for retention how long its longest transaction locked rows; writes nothing. Takes
some ten minutes for a million.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ADMIN = os.environ.get("TEST_DATABASE_URL", "")
NAME = f"bench_growth_{os.getpid()}"
os.environ |= {"DJANGO_SETTINGS_MODULE": "briefing.settings", "ENV_FILE": os.devnull, "SAMPLE_DATA": "true"}
os.environ |= {"DATA_DIR": tempfile.mkdtemp(), "DATABASE_URL": ADMIN and f"{ADMIN.rsplit('/', 1)[0]}/{NAME}"}
os.environ |= {"LOG_LEVEL": "ERROR", "SUBSCRIPTIONS_ENABLED": "false", "EMAIL_URL": "memorymail://"}
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django

django.setup()

import psycopg
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bench.loopback.rows import (
    DEEDS,
    READERS,
    fill,
    headline,
    more_headlines,
    more_observations,
    more_readers,
)
from billing.reconcile import ReconcileReport, _believed, _compare_tiers
from briefing.core import database
from briefing.core.web import page_cache
from commentary.digests import delivery, periods
from commentary.digests.models import Digest
from indicators.models import DailyQuote
from news import cycle, ingest, queries
from news.models import Feed, Headline, Run
from news.stories.storage import attach
from news.tagging import tag

settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
settings.ALLOWED_HOSTS.append("testserver")
SIZES = [int(size) for size in sys.argv[1:]] or ([1_000, 100_000, 1_000_000] if ADMIN else [1_000, 100_000])
ROUNDS, LIMIT = 5, 1.25
LOADED_AT_ONCE = 50_000
PAGES = {
    "/": "dashboard", "/news?all": "news", "/news?include=Inflation": "news of a tag",
    "/news?q=copper": "search, 40 found", "/news?q=zinc": "search, one in 500",
    "/api/news": "api/news", "/log": "log", "/indicators/US10": "indicator", "/about": "text",
}  # fmt: skip
Work = Callable[[], object]


def drawn(client: Client, path: str) -> Work:
    def work() -> None:
        cache.clear()
        page_cache.clear()
        assert client.get(path).status_code == 200

    return work


def seconds(work: Work) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def taken_back(prepare: Work, work: Work) -> Callable[[], float]:
    """Returns a function that times `work` after `prepare`, and rolls both back."""

    def measured() -> float:
        with transaction.atomic():
            prepare()
            took = seconds(work)
            transaction.set_rollback(True)
        return took

    return measured


def measures(feed: Feed, client: Client) -> dict[str, Callable[[], float]]:
    """Functions that time each page and each job, in seconds."""
    now = timezone.now()
    period = periods.current("daily", datetime(2026, 11, 23, 7, tzinfo=UTC))

    def arrive() -> None:
        Headline.objects.bulk_create(
            headline(feed, -n, now - timedelta(minutes=n), fetched_at=now) for n in range(1, 101)
        )
        Run.objects.create(key="before", started_at=now - timedelta(hours=1), finished_at=now)

    def group() -> None:
        run = Run.objects.create(key="now", started_at=now)
        assert attach(cycle.without_story(run)) >= 100

    def grow_old() -> None:
        Headline.objects.bulk_create(
            headline(feed, -n, now - timedelta(days=91), fetched_at=now) for n in range(1, 1_001)
        )

    def purge() -> None:
        assert ingest.purge(now) >= 1_000

    def digests() -> None:
        assert len(delivery.make_rows(period)) == DEEDS

    def reconcile() -> None:
        assert len(_believed()) == DEEDS
        _compare_tiers(ReconcileReport(), fix=False)

    def nothing() -> None:
        Digest.objects.all().delete()

    found: dict[str, Callable[[], float]] = {
        name: lambda path=path: seconds(drawn(client, path)) for path, name in PAGES.items()
    }
    jobs = {
        "grouping 100 new": (arrive, group),
        "tagging 100 new": (arrive, lambda: tag.tag_pending(tagger=tag.by_rules)),
        "retention of 1,000": (grow_old, purge),
        "500 digests' rows": (nothing, digests),
        "reconciling 500": (nothing, reconcile),
        "cadence and newest": (nothing, lambda: (cycle.is_due(now, "x"), queries.page(limit=50))),
    }
    return found | {name: taken_back(*pair) for name, pair in jobs.items()}


def opened(name: str) -> BaseDatabaseWrapper:
    """Makes the database of this name the default connection."""
    found = connections.create_connection("default")
    found.settings_dict = found.settings_dict | {"NAME": name}
    connections["default"] = found
    return found


def copied(name: str, size: int) -> str:
    """Copies the open database, opens the copy and returns its name."""
    connection.close()
    copy = f"{name}_{size}"
    if ADMIN:
        on_postgres(f"CREATE DATABASE {copy} TEMPLATE {connection.settings_dict['NAME']}")
    else:
        shutil.copyfile(connection.settings_dict["NAME"], copy)
    opened(copy)
    return copy


def fill_up(feed: Feed, before: int, size: int) -> None:
    for first in range(before, size, LOADED_AT_ONCE):
        more_headlines(feed, first, min(first + LOADED_AT_ONCE, size))
    if before == SIZES[0]:
        more_readers(READERS, READERS * 100)
        more_observations(10)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if ADMIN else "ANALYZE")


def databases(feed: Feed) -> dict[int, BaseDatabaseWrapper]:
    """Opens a database of each size, each made from the next smaller."""
    name, found, before = connection.settings_dict["NAME"], {}, 0
    for size in SIZES:
        copied(name, size)
        started = perf_counter()
        with database.for_migrations("default"):  # without the statement timeout of pages
            fill_up(feed, before, size)
        before = size
        readers, points, took = User.objects.count(), DailyQuote.objects.count(), perf_counter() - started
        print(
            f"{size:,} headlines, {readers:,} readers, {points:,} points, filled in {took:.0f} s", flush=True
        )
        found[size] = connections["default"]
    return found


def taken(
    works: dict[str, Callable[[], float]], places: dict[int, BaseDatabaseWrapper]
) -> tuple[dict[str, list[float]], dict[str, list[int]]]:
    """Returns the milliseconds of each work at each size, as medians after a warm-up round.

    Also returns the blocks that PostgreSQL read in the last round, including the preparation.
    """
    found: dict[str, list[list[float]]] = {name: [[] for _ in places] for name in works}
    touched: dict[str, list[int]] = {name: [0] * len(places) for name in works}
    for round_ in range(ROUNDS + 1):
        for name, work in works.items():
            for place, open_now in enumerate(places.values()):
                connections["default"] = open_now
                before = blocks()
                took = work()
                touched[name][place] = blocks() - before
                if round_:
                    found[name][place].append(took * 1000)
        print(f"round {round_} of {ROUNDS}", file=sys.stderr, flush=True)
    return {name: [median(each) for each in rounds] for name, rounds in found.items()}, touched


def blocks() -> int:
    """Blocks requested in this database so far, unaffected by other load; 0 in SQLite."""
    if not ADMIN:
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def longest_lock() -> str:
    """Runs retention on a tenth of the headlines and reports how long its batches locked rows."""
    held = [0.0]

    def timed(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        started = perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            if connection.in_atomic_block:
                began[0] = began[0] or started
            elif began[0]:
                held.append(started - began[0])
                began[0] = 0.0

    began = [0.0]
    now = timezone.now() + timedelta(days=10)  # deletes headlines older than 80 days
    started = perf_counter()
    with connection.execute_wrapper(timed):
        gone = ingest.purge(now)
    rate = gone / (perf_counter() - started)
    return (
        f"retention of {gone:,}: {rate:,.0f} headlines a second in batches of {ingest.AT_ONCE:,}; a batch held its rows"
        f" {median(held) * 1000:.0f} ms, the longest {max(held) * 1000:.0f} ms"
    )


def main() -> int:
    call_command("migrate", verbosity=0)
    feed, client = fill()
    places = databases(feed)
    found, touched = taken(measures(feed, client), places)
    sizes = " | ".join(f"{size:,}: ms" for size in SIZES)
    print(f"| {connection.vendor} | {sizes} | times | beside a page of text | blocks | times |")
    print("|---" * (len(SIZES) + 5) + "|")
    control = found["text"][-1] / found["text"][0]
    grown = 0
    for name, each in found.items():
        times = each[-1] / each[0]
        grown += times / control > LIMIT
        cells = " | ".join(f"{one:.1f}" for one in each)
        first, last = touched[name][0], touched[name][-1]
        counted = f"{first:,} to {last:,} | {last / first:.2f}" if first else "|"
        print(f"| {name} | {cells} | {times:.2f} | {times / control:.2f} | {counted} |")
    print(f"{grown} of {len(found)} grew by more than a quarter beside a page of text")
    print(longest_lock())
    return 0


def on_postgres(statement: str) -> None:
    with psycopg.connect(ADMIN, autocommit=True) as admin:
        admin.execute(statement)


if ADMIN:
    on_postgres(f"CREATE DATABASE {NAME}")
try:
    main()
finally:
    for each in connections.all(initialized_only=True):
        each.close()
    for name in (NAME, *(f"{NAME}_{size}" for size in SIZES)) if ADMIN else ():
        on_postgres(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
