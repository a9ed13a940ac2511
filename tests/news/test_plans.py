"""Query plans: every statement of the pages and jobs uses an index of the headlines."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from news import cycle, ingest, queries
from news.models import Feed, Headline, Run, Story
from news.stories.storage import attach
from news.tagging import tag

from .conftest import NOW, headline

pytestmark = pytest.mark.django_db
ROWS = 600


@pytest.fixture(autouse=True)
def archive() -> None:
    """Creates 600 tagged headlines over 85 days, each with a story."""
    feed = Feed.objects.create(url="https://paper.example/feed", publisher="Paper")
    stories = Story.objects.bulk_create(Story() for _ in range(ROWS))
    for number, story in enumerate(stories):
        moment = NOW - timedelta(days=85 * number / ROWS)
        tags = ["Crypto"] if number % 100 == 5 else ["EU"]
        headline(feed, f"w{number} rates", guid=str(number), published_at=moment, tags=tags, story=story)
    Run.objects.create(key="before", started_at=NOW - timedelta(hours=1), finished_at=NOW)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if (
            connection.vendor == "postgresql"
        ):  # the planner prefers a scan for so few rows, so the test checks that an index is usable
            cursor.execute("SET LOCAL enable_seqscan = off")


def arrive() -> list[int]:
    feed = Feed.objects.get()
    new = [headline(feed, "Oil and rates", guid=f"new{n}", published_at=NOW) for n in (1, 2)]
    return [each.pk for each in new]


WORKS: dict[str, Callable[[], object]] = {
    "page": queries.page,
    "tag": lambda: queries.page(include=["Crypto"]),
    "without a tag": lambda: queries.page(exclude=["EU"]),
    "search": lambda: queries.page(q="w17 rates"),
    "one language": lambda: queries.page(language="en"),
    "without_story": lambda: cycle.without_story(Run.objects.create(key="now", started_at=NOW)),
    "grouping": lambda: attach(arrive()),
    "tagging": lambda: (arrive(), tag.tag_pending(tagger=tag.by_rules)),
    "retention": lambda: ingest.purge(NOW),
    "cadence": lambda: cycle.is_due(NOW, "x"),
}


def scans(statement: str) -> list[str]:
    """Returns the parts of the statement's query plan that scan all headlines."""
    if not statement.startswith(("SELECT", "WITH", "UPDATE", "DELETE")) or "headlines" not in statement:
        return []
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if sqlite else ''}{statement}".replace("%", "%%"), [])
        plan = [str(row[-1]) for row in cursor.fetchall()]
    if sqlite:
        return [line for line in plan if line.startswith("SCAN headlines") and "INDEX" not in line]
    return [line for line in plan if "Seq Scan on headlines" in line]


@pytest.mark.parametrize("name", WORKS)
def test_nothing_reads_every_headline(name):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        WORKS[name]()
    assert [(each["sql"][:300], found) for each in asked if (found := scans(each["sql"]))] == []


def test_a_look_at_every_headline_would_be_seen():
    with CaptureQueriesContext(connection) as asked:
        list(Headline.objects.filter(title__contains="w1"))
    assert scans(asked[0]["sql"])
