"""The index behind every search and filter of headlines: one question, asked of PostgreSQL or of SQLite.

A headline's index entry holds its folded words (`clean.search_words`) and its tags, so that words and tags are one
question. PostgreSQL keeps a GIN index over a function of the row (migration 0004); SQLite keeps a table of FTS5, which
triggers fill. Both give the headlines that fit, each story once by the first of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from news.tagging import vocabulary

UNTAGGED = "none"  # stands in the index where a headline has no tag; no tag is called so

_FITTING = {
    "postgresql": "SELECT id, published_at, story_id FROM headlines"
    " WHERE headline_index(words, tags) @@ %s::tsquery",
    "sqlite": "SELECT h.id, h.published_at, h.story_id FROM headline_search s JOIN headlines h ON h.id = s.rowid"
    " WHERE headline_search MATCH %s",
}
# MATERIALIZED, because the order of the list must not lead a planner to walk it row by row in search of rare ones.
_FIRST_OF_STORIES = """
WITH fitting AS MATERIALIZED ({fitting}),
first AS (SELECT id, published_at, min(id) OVER (PARTITION BY coalesce(story_id, -id)) AS first_id FROM fitting)
SELECT id FROM first WHERE id = first_id {after} ORDER BY published_at DESC, id DESC LIMIT %s
"""


@dataclass(frozen=True)
class Question:
    """Any of `include`, none of `exclude`, every one of `terms` (as `clean.search_terms` makes them)."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    language: str = ""

    def __bool__(self) -> bool:
        """Whether anything but the language is asked: that has an index of its own."""
        return bool(self.include or self.exclude or self.terms)

    @property
    def positive(self) -> tuple[str, ...]:
        """Tags of which a fitting headline has one. An index finds only what is there, so an exclusion alone is
        asked as all the other tags and none at all."""
        if self.include or self.terms:
            return self.include
        return (*(tag for tag in vocabulary.TAGS if tag not in self.exclude), UNTAGGED)


def first_of_stories(
    question: Question, *, limit: int, before: tuple[datetime, int] | None = None
) -> list[int]:
    """Ids of up to `limit` headlines, newest first, each story by the first of its headlines that fits.

    `before` is a place in that order (time of publication, id) from which on they are asked.
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
    """In PostgreSQL's notation, word for word: '''inflaz'':* & (''#EU'' | ''#USA'') & !''#AI'''."""
    parts = [_quoted(term.strip()) + ("" if term.endswith(" ") else ":*") for term in question.terms]
    if question.positive:
        parts.append(f"({' | '.join(_quoted(f'#{tag}') for tag in question.positive)})")
    return " & ".join([*parts, *(f"!{_quoted(f'#{tag}')}" for tag in question.exclude)])


def _quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def _fts5(question: Question) -> str:
    """In FTS5's notation: 'words : ("inflaz"*) AND tags : ("EU" OR "USA") NOT tags : ("AI")'."""
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
    """Makes SQLite's index where it, or one of its triggers, is missing.

    Called after every migration, since one that changes the table of headlines drops that table with its triggers.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')")
        there = {row[0] for row in cursor.fetchall()}
        if "headlines" not in there or there.issuperset({"headline_search", *_TRIGGERS}):
            return
        with transaction.atomic():
            for statement in _SQLITE:
                cursor.execute(statement)
