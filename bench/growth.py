"""What more rows cost: each page and each job at several sizes of the same database, as multiples of the smallest.

`python bench/growth.py [HEADLINES …]` fills a database of its own (PostgreSQL of `TEST_DATABASE_URL` where it is set,
else a SQLite file) with an edition and more and more headlines, and from the second size on with a hundred times the
readers and ten times the observations. What a job has to do stays the same (a hundred new headlines, a thousand that
are past their time, five hundred digests, five hundred subscriptions): what grows is what it must find them among.
Pages are drawn anew each time. Prints medians of processor and waiting time together; writes nothing.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

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
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Acknowledgement, User
from billing.models import Processor, Subscription
from billing.reconcile import ReconcileReport, _believed, _compare_tiers
from briefing.core import printed
from commentary.digests import delivery, periods
from commentary.digests.models import Digest
from indicators.models import DailyQuote
from news import cycle, ingest, queries
from news.models import Feed, Headline, Run, Story
from news.stories.storage import attach
from news.tagging import tag
from tests.pages import edition

settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
settings.ALLOWED_HOSTS.append("testserver")
SIZES = [int(size) for size in sys.argv[1:]] or ([1_000, 100_000, 1_000_000] if ADMIN else [1_000, 100_000])
ROUNDS, BATCH, LIMIT = 5, 5_000, 1.25
READERS, DEEDS = 1_000, 500
PAGES = {
    "/": "dashboard", "/news?all": "news", "/news?include=Inflation": "news of a tag", "/news?q=zinc": "search",
    "/api/news": "api/news", "/log": "log", "/indicators/US10": "indicator", "/about": "text",
}  # fmt: skip
WORDS = (
    "inflation",
    "rates",
    "bank",
    "growth",
    "shares",
    "oil",
    "prices",
    "jobs",
    "trade",
    "output",
    "survey",
)
Work = Callable[[], object]


def headline(feed: Feed, number: int, moment: datetime, **more: object) -> Headline:
    words = (
        f" {WORDS[number % 11]} {WORDS[number % 7]} {'zinc' if number % 500 == 3 else f'w{number % 5000}'} "
    )
    return Headline(
        feed=feed, guid=f"g{number}", title=f"{words.strip()} in region {number}", published_at=moment,
        words=words, **more,
    )  # fmt: skip


def more_headlines(feed: Feed, first: int, last: int) -> None:
    """Between the fourth and the 89th day: what is new meets as many neighbours at every size."""
    now = timezone.now()
    for start in range(first, last, BATCH):
        numbers = range(start, min(start + BATCH, last))
        stories = Story.objects.bulk_create(Story() for _ in numbers)
        Headline.objects.bulk_create(
            headline(
                feed, n, now - timedelta(days=4 + 85 * (n % 9973) / 9973, seconds=n % 60), story=story,
                tags=["Inflation"] if n % 8 == 0 else ["Equities"], fetched_at=now - timedelta(days=4),
            )
            for n, story in zip(numbers, stories, strict=True)
        )  # fmt: skip


def more_readers(first: int, last: int) -> None:
    User.objects.bulk_create(
        (
            User(email=f"r{n}@example.org", digest_opt_in="daily" if n < DEEDS else "off")
            for n in range(first, last)
        ),
        batch_size=BATCH,
    )


def more_observations(times: int) -> None:
    """The same days again, so many times the whole span earlier."""
    known = list(DailyQuote.objects.values_list("symbol", "day", "value"))
    days = [day for _symbol, day, _value in known]
    span = max(days) - min(days) + timedelta(days=1)
    for back in range(1, times):
        moved = [(symbol, day - back * span, value) for symbol, day, value in known]
        rows = (
            DailyQuote(symbol=symbol, day=day, period=str(day), value=value) for symbol, day, value in moved
        )
        DailyQuote.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def fill() -> tuple[Feed, Client]:
    edition.whole(40)
    feed = Feed.objects.create(url="https://feed.example/", publisher="P")
    more_readers(0, READERS)
    Subscription.objects.bulk_create(
        Subscription(processor=Processor.PRIMARY, subscription_id=f"s{user.pk}", status="active", user=user)
        for user in User.objects.order_by("pk")[:DEEDS]
    )
    reader = User.objects.create(email="reader@example.org")
    Acknowledgement.objects.create(user=reader, version=settings.ACKNOWLEDGEMENT_VERSION, lang="en")
    client = Client()
    client.force_login(reader)
    client.get("/settings")
    return feed, client


def drawn(client: Client, path: str) -> Work:
    def work() -> None:
        cache.clear()
        printed.forget()
        assert client.get(path).status_code == 200

    return work


def seconds(work: Work) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def taken_back(prepare: Work, work: Work) -> Callable[[], float]:
    """Seconds of what changes rows, without its preparation; both are rolled back."""

    def measured() -> float:
        with transaction.atomic():
            prepare()
            took = seconds(work)
            transaction.set_rollback(True)
        return took

    return measured


def measures(feed: Feed, client: Client) -> dict[str, Callable[[], float]]:
    """Seconds of each page and each job."""
    now = timezone.now()
    period = periods.current("daily", datetime(2026, 11, 23, 7, tzinfo=UTC))

    def arrive() -> None:
        Headline.objects.bulk_create(
            headline(feed, -n, now - timedelta(minutes=n), fetched_at=now) for n in range(1, 101)
        )
        Run.objects.create(key="before", started_at=now - timedelta(hours=1), finished_at=now)

    def group() -> None:
        run = Run.objects.create(key="now", started_at=now)
        assert attach(cycle.ungrouped(run)) >= 100

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
        "tagging 100 new": (arrive, lambda: tag.tag_pending(100, tagger=tag.by_rules)),
        "retention of 1,000": (grow_old, purge),
        "500 digests' rows": (nothing, digests),
        "reconciling 500": (nothing, reconcile),
        "cadence and newest": (nothing, lambda: (cycle.is_due(now, "x"), queries.page(limit=50))),
    }
    return found | {name: taken_back(*pair) for name, pair in jobs.items()}


def at_size(works: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Milliseconds, the median of some rounds after one to warm up."""
    for work in works.values():
        work()
    return {name: median(work() for _ in range(ROUNDS)) * 1000 for name, work in works.items()}


def main() -> int:
    call_command("migrate", verbosity=0)
    feed, client = fill()
    taken, before = [], 0
    for size in SIZES:
        more_headlines(feed, before, size)
        if before == SIZES[0]:
            more_readers(READERS, READERS * 100)
            more_observations(10)
        before = size
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE" if ADMIN else "ANALYZE")
        taken.append(at_size(measures(feed, client)))
        readers, points = User.objects.count(), DailyQuote.objects.count()
        print(f"{size:,} headlines, {readers:,} readers, {points:,} points", flush=True)
        print({name: round(found, 1) for name, found in taken[-1].items()}, flush=True)
    print(f"| {connection.vendor} | {' | '.join(f'{size:,}: ms' for size in SIZES)} | times |")
    print("|---" * (len(SIZES) + 2) + "|")
    grown = 0
    for name in taken[0]:
        times = taken[-1][name] / taken[0][name]
        grown += times > LIMIT
        print(f"| {name} | {' | '.join(f'{each[name]:.1f}' for each in taken)} | {times:.2f} |")
    print(f"{grown} of {len(taken[0])} grew by more than a quarter")
    return 0


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
        on_postgres(f"DROP DATABASE {NAME} WITH (FORCE)")
