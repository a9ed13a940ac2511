"""Generates an edition, headlines, readers and observations for a bench, which sets Django up first."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Acknowledgement, User
from billing.models import Processor, Subscription
from indicators.models import DailyQuote
from news.models import Feed, Headline, Story
from tests.pages import edition

BATCH = 5_000
STORIES = 10_000  # the id of the first generated story
READERS = 1_000
DEEDS = 500  # readers who get a digest
WORDS = (
    *("inflation", "rates", "bank", "growth", "shares", "oil"),
    *("prices", "jobs", "trade", "output", "survey"),
)


def headline(feed: Feed, number: int, moment: datetime, **more: object) -> Headline:
    words = f" {WORDS[number % 11]} {WORDS[number % 7]} w{number % 5000} "
    title = f"{words.strip()} in region {number}"
    return Headline(feed=feed, guid=f"g{number}", title=title, published_at=moment, words=words, **more)


def more_headlines(feed: Feed, first: int, last: int) -> None:
    """Inserts headlines of 4 to 89 days ago, so that new ones have as many neighbours at every size.

    Inserted by SQL. Number n has story n, so the search index has the same words at every size.
    """
    word = "CASE n %% {0} {1} END"
    ago = "(4 * 86400 + 736 * (n %% 9973) + n %% 60)"
    moment = f"%(now)s::timestamptz - {ago} * interval '1 second'"
    old, tags = "%(now)s::timestamptz - interval '4 days'", "::jsonb"
    if connection.vendor == "sqlite":
        moment, old, tags = f"datetime(%(now)s, -{ago} || ' seconds')", "datetime(%(now)s, '-4 days')", ""
    choices = [f"WHEN {place} THEN '{each}'" for place, each in enumerate(WORDS)]
    words = f"""' ' || {word.format(11, " ".join(choices))} || ' ' || {word.format(7, " ".join(choices[:7]))} || ' ' ||
        CASE WHEN n < {STORIES + 1000} AND n %% 25 = 7 THEN 'copper' WHEN n %% 500 = 3 THEN 'zinc'
        ELSE 'w' || (n %% 5000) END || ' '"""
    numbers = "WITH RECURSIVE numbers(n) AS (SELECT %(first)s UNION ALL SELECT n + 1 FROM numbers WHERE n < %(last)s)"
    values: dict[str, str | int] = {
        "first": first + STORIES,
        "last": last + STORIES - 1,
        "now": str(timezone.now())[:19],
        "feed": feed.pk,
    }
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO news_story (id, lang, created_at) {numbers} SELECT n, 'en', {old} FROM numbers",
            values,
        )
        cursor.execute(
            f"""INSERT INTO headlines (feed_id, guid, url, title, summary, published_at, fetched_at, lang, tags,
            earlier_titles, tag_attempts, words, story_id) {numbers} SELECT %(feed)s, 'g' || n, '',
            trim({words}) || ' in region ' || n, '', {moment}, {old}, 'en', (CASE n %% 8 WHEN 0 THEN '["Inflation"]'
            ELSE '["Equities"]' END){tags}, '[]'{tags}, 0, {words}, n FROM numbers""",
            values,
        )
        for statement in connection.ops.sequence_reset_sql(no_style(), [Story, Headline]):
            cursor.execute(statement)


def more_readers(first: int, last: int) -> None:
    User.objects.bulk_create(
        (
            User(email=f"r{n}@example.org", digest_opt_in="daily" if n < DEEDS else "off")
            for n in range(first, last)
        ),
        batch_size=BATCH,
    )


def more_observations(times: int) -> None:
    """Repeats the stored days, each time a whole span earlier."""
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
