"""Full-text and tag search of headlines, in PostgreSQL or SQLite.

An index entry holds a headline's folded words (`clean.search_words`) and its tags, so one query covers both.
PostgreSQL has a GIN index over a function of the row (migration 0004); SQLite has an FTS5 table filled by triggers.
Both return each story once, by its first matching headline.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from news.tagging import vocabulary

UNTAGGED = "none"  # indexed for headlines without a tag; no tag has this name

_FITTING = {
    "postgresql": "SELECT id, published_at, story_id FROM headlines"
    " WHERE headline_index(words, tags) @@ %s::tsquery",
    "sqlite": "SELECT h.id, h.published_at, h.story_id FROM headline_search s JOIN headlines h ON h.id = s.rowid"
    " WHERE headline_search MATCH %s",
}
# MATERIALIZED, since otherwise the ORDER BY may make the planner scan the table in order to find rare matches.
_FIRST_OF_STORIES = """
WITH fitting AS MATERIALIZED ({fitting}),
first AS (SELECT id, published_at, min(id) OVER (PARTITION BY coalesce(story_id, -id)) AS first_id FROM fitting)
SELECT id FROM first WHERE id = first_id {after} ORDER BY published_at DESC, id DESC LIMIT %s
"""


@dataclass(frozen=True)
class Question:
    """A query: any of `include`, none of `exclude`, all of `terms` (from `clean.search_terms`)."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    language: str = ""

    def __bool__(self) -> bool:
        """Returns whether there is a condition besides the language, which has a separate index."""
        return bool(self.include or self.exclude or self.terms)

    @property
    def positive(self) -> tuple[str, ...]:
        """Tags of which a match must have at least one.

        An index cannot search by exclusion alone, so that becomes a search for all other tags and UNTAGGED.
        """
        if self.include or self.terms:
            return self.include
        return (*(tag for tag in vocabulary.TAGS if tag not in self.exclude), UNTAGGED)


def first_of_stories(
    question: Question, *, limit: int, before: tuple[datetime, int] | None = None
) -> list[int]:
    """Returns up to `limit` ids, newest first, one per story: its first matching headline.

    `before` is a position in that order (publication time, id); only later positions are returned.
    """
    vendor = connection.vendor
    fitting = _FITTING[vendor]
    values: list[Any] = [_tsquery(question) if vendor == "postgresql" else _fts5(question)]
    if question.language:
        fitting += " AND lang = %s"
        values.append(question.language)
    after = ""
    if before:
        after = "AND (published_at, id) < (%s, %s)"
        values += [connection.ops.adapt_datetimefield_value(before[0]), before[1]]
    with connection.cursor() as cursor:
        cursor.execute(_FIRST_OF_STORIES.format(fitting=fitting, after=after), [*values, limit])
        return [row[0] for row in cursor.fetchall()]


def _tsquery(question: Question) -> str:
    """Returns the query in tsquery syntax: '''inflaz'':* & (''#EU'' | ''#USA'') & !''#AI'''."""
    parts = [_quoted(term.strip()) + ("" if term.endswith(" ") else ":*") for term in question.terms]
    if question.positive:
        parts.append(f"({' | '.join(_quoted(f'#{tag}') for tag in question.positive)})")
    return " & ".join([*parts, *(f"!{_quoted(f'#{tag}')}" for tag in question.exclude)])


def _quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def _fts5(question: Question) -> str:
    """Returns the query in FTS5 syntax: 'words : ("inflaz"*) AND tags : ("EU" OR "USA") NOT tags : ("AI")'."""
    parts = [f'words : "{term.strip()}"' + ("" if term.endswith(" ") else "*") for term in question.terms]
    if question.positive:
        parts.append(_tagged(question.positive))
    text = " AND ".join(parts)
    return f"({text}) NOT {_tagged(question.exclude)}" if question.exclude else text


def _tagged(tags: Iterable[str]) -> str:
    return "tags : (" + " OR ".join(f'"{tag}"' for tag in tags) + ")"


_OUT = "DELETE FROM headline_search WHERE rowid = old.id;"
_IN = """INSERT INTO headline_search(rowid, words, tags)
    VALUES (new.id, new.words, coalesce(nullif(new.tags, '[]'), '["none"]'));"""
_TRIGGERS = {
    "headline_search_insert": f"AFTER INSERT ON headlines BEGIN {_IN} END",
    "headline_search_delete": f"AFTER DELETE ON headlines BEGIN {_OUT} END",
    "headline_search_update": f"AFTER UPDATE OF words, tags ON headlines BEGIN {_OUT} {_IN} END",
}
_SQLITE = (
    """CREATE VIRTUAL TABLE IF NOT EXISTS headline_search
    USING fts5(words, tags, tokenize='unicode61 remove_diacritics 0', prefix='4')""",
    *(f"CREATE TRIGGER IF NOT EXISTS {name} {text}" for name, text in _TRIGGERS.items()),
    "DELETE FROM headline_search",
    """INSERT INTO headline_search(rowid, words, tags)
    SELECT id, words, coalesce(nullif(tags, '[]'), '["none"]') FROM headlines""",
)


def prepare_sqlite() -> None:
    """Creates SQLite's search index and triggers if any of them is missing.

    Runs after every migration, since a migration of the headlines table drops its triggers.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')")
        there = {row[0] for row in cursor.fetchall()}
        if "headlines" not in there or there.issuperset({"headline_search", *_TRIGGERS}):
            return
        with transaction.atomic():
            for statement in _SQLITE:
                cursor.execute(statement)
