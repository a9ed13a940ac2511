"""Stores feed entries as headlines: inserts new ones and updates those that the publisher corrected.

`matching` finds the row of an entry. Corrected titles, links and summaries are stored, mojibake is not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from briefing.core import origin
from briefing.core.web import cache_versions
from news import matching
from news.feeds import clean, sync
from news.feeds.entries import FeedEntry, newest
from news.models import Feed, Headline

KEPT = timedelta(days=90)
MOST_EARLIER_TITLES = 10
FIELDS = ("guid", "url", "title", "summary", "words", "tags", "tag_attempts", "earlier_titles")


@dataclass(frozen=True)
class StoreReport:
    """Rows inserted, rows updated, and the number of entries beyond the cap by feed id."""

    new: int
    changed: int = 0
    left_out: dict[int, int] = field(default_factory=dict)


def store_entries(found: Sequence[tuple[Feed, Sequence[FeedEntry]]], now: datetime) -> StoreReport:
    """Stores new entries younger than 90 days up to the feed's cap, and updates corrected ones."""
    matched = matching.match(list(_wanted(found, now)))
    changed = {row.pk: entry for entry, row in matched.known if _is_newer(entry, row)}
    within_cap, left_out = _within_cap(matched.fresh)
    # A feed's first entry gets the highest id, so that it sorts first among entries of the same time.
    rows = [_headline(feed, entry, now) for feed, entry in reversed(within_cap)]
    if rows or changed:
        with transaction.atomic():
            origin.claim()
            _update_changed(changed)
            Headline.objects.bulk_create(rows, ignore_conflicts=True)
            cache_versions.invalidate("news")
    return StoreReport(len(rows), len(changed), left_out)


def _wanted(
    found: Sequence[tuple[Feed, Sequence[FeedEntry]]], now: datetime
) -> Iterator[tuple[Feed, FeedEntry]]:
    only = {one.slug: one.only for one in sync.configured() if one.only}
    for feed, entries in found:
        words = () if feed.sample else only.get(feed.slug, ())
        for entry in entries:
            young = entry.published_at is None or entry.published_at > now - KEPT
            if young and (not words or _names_one(entry.title, words)):
                yield feed, entry


def _names_one(title: str, words: Iterable[str]) -> bool:
    """Returns whether the title contains one of the words; an underscore is part of a word, as in data set codes."""
    return not set(words).isdisjoint(re.findall(r"\w+", title.lower()))


def _is_newer(entry: FeedEntry, row: Headline) -> bool:
    """Returns whether the entry differs from the row and is not an earlier version of it."""
    if matching.version(entry.guid) < matching.version(row.guid):
        return False
    title, url, summary = _corrected(entry, row)
    return (entry.guid, title, url, summary) != (row.guid, row.title, row.url, row.summary)


def _corrected(entry: FeedEntry, row: Headline) -> tuple[str, str, str]:
    """Returns title, link and summary after the update; readable text is not replaced by empty text or mojibake."""
    if clean.is_spoiled(entry.title, row.title):
        return row.title, entry.url or row.url, row.summary
    if entry.title != row.title:
        return entry.title, entry.url or row.url, entry.summary
    keeps = not entry.summary or clean.is_spoiled(entry.summary, row.summary)
    return row.title, entry.url or row.url, row.summary if keeps else entry.summary


def _update_changed(changed: dict[int, FeedEntry]) -> None:
    """Updates rows from their entries and stores a replaced title in `earlier_titles`.

    Resets the tags for a new title, or for the first summary of an unchanged title.
    """
    if not changed:
        return
    rows = Headline.objects.in_bulk(changed)
    for pk, row in rows.items():
        title, url, summary = _corrected(changed[pk], row)
        if title != row.title:
            row.earlier_titles = [row.title, *row.earlier_titles][:MOST_EARLIER_TITLES]
        if title != row.title or (summary and not row.summary):
            row.tags, row.tag_attempts = None, 0
        row.guid, row.title, row.url, row.summary = changed[pk].guid, title, url, summary
        row.words = clean.search_words(title, summary)
    Headline.objects.bulk_update(rows.values(), FIELDS, batch_size=200)


def _within_cap(
    fresh: list[tuple[Feed, FeedEntry]],
) -> tuple[list[tuple[Feed, FeedEntry]], dict[int, int]]:
    """Returns each feed's newest entries up to the cap, in their order, and the number of others by feed id."""
    by_feed: dict[int, list[tuple[Feed, FeedEntry]]] = {}
    for pair in fresh:
        by_feed.setdefault(pair[0].pk, []).append(pair)
    most = settings.FEED_MOST_NEW
    dated = ([(pair, pair[1].published_at) for pair in pairs] for pairs in by_feed.values())
    within_cap = [pair for pairs in dated for pair in newest(pairs, most)]
    return within_cap, {pk: len(pairs) - most for pk, pairs in by_feed.items() if len(pairs) > most}


def _headline(feed: Feed, entry: FeedEntry, now: datetime) -> Headline:
    return Headline(
        feed_id=feed.pk,
        guid=entry.guid,
        url=entry.url,
        title=entry.title,
        summary=entry.summary,
        published_at=clean.published(entry.published_at, now),
        fetched_at=now,
        lang=feed.lang,
        words=clean.search_words(entry.title, entry.summary),
    )
