"""The search index returns the same as a scan of all rows, on both databases."""

import random
from datetime import timedelta
from itertools import pairwise

import pytest
from django.core.management import call_command
from django.db import connection

from news import queries, search
from news.feeds import clean
from news.models import Feed, Headline, Story
from news.search import Question
from news.tagging.vocabulary import TAGS

from .conftest import NOW, headline

pytestmark = pytest.mark.django_db
WORDS = [
    "inflation", "inflazione", "Però", "euro", "eu", "AI", "bank's", "8.0%", "rates", "l'oro", "S&P", "日本", "ﷺ" * 20,
]  # fmt: skip


@pytest.fixture
def archive(db) -> list[Headline]:
    """Sixty headlines with random words, tags, languages and stories; some untagged, some at the same time."""
    chance = random.Random(7)
    feed = Feed.objects.create(url="https://paper.example/feed", publisher="Paper")
    stories = Story.objects.bulk_create(Story() for _ in range(15))
    return [
        headline(
            feed,
            " ".join(chance.sample(WORDS, 3)),
            guid=str(number),
            lang=chance.choice(["en", "it"]),
            tags=chance.choice([None, [], *([tag] for tag in TAGS[:4]), ["EU", "Central Banks"]]),
            story=chance.choice([None, *stories]),
            published_at=NOW - timedelta(minutes=number // 2),
        )
        for number in range(60)
    ]


def questions() -> list[Question]:
    chance = random.Random(11)
    searches = [
        "", "infl", "inflazione", "pero", "eu", "e", "8 0", "oro l", "日本", "bank s", "nowhere", "'", '"* :', "صلى",
    ]  # fmt: skip
    tags = [(), ("EU",), ("AI", "Central Banks"), ("USA", "Asia"), tuple(TAGS), ("Crypto",)]
    found = [
        Question(
            chance.choice(tags), chance.choice(tags), clean.search_terms(q), chance.choice(["", "en", "it"])
        )
        for q in searches
        for _ in range(8)
    ]
    return [question for question in found if question]


def looked_at_each(question: Question) -> list[int]:
    """Returns the expected ids without the index: the first stored match of each story."""
    rows = list(queries.matches(Headline.objects.all(), question).newest_first())
    first = {row.story_id: min(other.pk for other in rows if other.story_id == row.story_id) for row in rows}
    return [row.pk for row in rows if row.story_id is None or first[row.story_id] == row.pk]


def test_the_index_answers_like_a_look_at_every_row(archive):
    answers = [(search.first_of_stories(each, limit=99), looked_at_each(each)) for each in questions()]
    assert all(indexed == looked_at for indexed, looked_at in answers)
    assert sum(bool(indexed) for indexed, _ in answers) > 30


def test_pages_of_the_index_join_without_gap_or_repeat(archive):
    question = Question(exclude=("USA",))
    whole = search.first_of_stories(question, limit=99)
    rows = {row.pk: row for row in archive}
    paged, place = [], None
    while page := search.first_of_stories(question, limit=7, before=place):
        paged += page
        place = (rows[page[-1]].published_at, page[-1])
    assert paged == whole


def test_the_index_follows_tags_words_and_deletions(archive):
    row = archive[0]
    Headline.objects.filter(pk=row.pk).update(tags=["Crypto"], words=" zinc ", story=None)
    assert search.first_of_stories(Question(("Crypto",)), limit=9) == [row.pk]
    assert search.first_of_stories(Question(terms=(" zinc",)), limit=9) == [row.pk]
    row.delete()
    assert search.first_of_stories(Question(("Crypto",)), limit=9) == []
    assert search.first_of_stories(Question(terms=(" zinc",)), limit=9) == []


def test_a_page_beyond_the_rows_that_are_looked_at_comes_from_the_index(archive, monkeypatch):
    monkeypatch.setattr(queries, "LOOKED_AT", 3)
    found = queries.page(q="inflation", limit=100)
    assert [item.id for item in found.items] == looked_at_each(Question(terms=(" inflation",)))


def test_words_beyond_all_measure_can_be_stored_and_found(archive):
    """Letters that fold to four letters of three bytes each would exceed an index's limit for a word."""
    row = headline(archive[0].feed, f"{'㌀' * 200} {'x' * 90}", guid="long")
    assert row.pk in search.first_of_stories(Question(terms=clean.search_terms("x" * 90)), limit=99)


def test_question_of_tags_alone_leaves_out_what_is_excluded_and_keeps_the_untagged():
    assert Question(exclude=("AI",)).positive == (*(tag for tag in TAGS if tag != "AI"), "none")
    assert Question(("EU",), ("AI",)).positive == ("EU",)
    assert Question(exclude=("AI",), terms=(" zinc",)).positive == ()


@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_migrate_restores_a_missing_search_trigger(archive):
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER headline_search_update")
    Headline.objects.filter(pk=archive[0].pk).update(words=" zinc ")
    assert search.first_of_stories(Question(terms=(" zinc",)), limit=9) == []
    call_command("migrate", verbosity=0)
    assert search.first_of_stories(Question(terms=(" zinc",)), limit=9) == [archive[0].pk]


@pytest.mark.skipif("connection.vendor != 'postgresql'")
def test_postgres_answers_a_rare_tag_from_its_index(archive):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {search._FITTING['postgresql']}", ["'#Crypto'"])
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "headlines_search" in plan


def test_order_is_that_of_the_list(archive):
    rows = {row.pk: row for row in archive}
    found = [rows[pk] for pk in search.first_of_stories(Question(exclude=("Crypto",)), limit=99)]
    assert all((a.published_at, a.pk) > (b.published_at, b.pk) for a, b in pairwise(found))
