"""What feeds said becomes rows: new headlines, and those that their publisher has told anew since.

A headline is known by feed and guid. Some publishers count an article's versions in its guid (`…/article#0`, then
`…/article#1`): that is one article and one row. A number that sets several entries of one document apart is no version.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from briefing.core import editions, origin
from news.feeds import clean, sync
from news.feeds.parse import FeedEntry
from news.models import Feed, Headline

KEPT = timedelta(days=90)
VERSION = re.compile(r"(.{8,})#(\d{1,2})")
LATER_VERSIONS = 4  # a cache may still answer with an article's earlier state
MOST_EARLIER_TITLES = 10
FIELDS = ("guid", "title", "summary", "words", "tags", "tag_attempts", "earlier_titles")
Key = tuple[int, str]


@dataclass(frozen=True)
class Stored:
    """What became of the entries: rows made, rows told anew, and how many of which feed were beyond the cap."""

    new: int
    changed: int = 0
    left_out: dict[int, int] = field(default_factory=dict)


def store_entries(found: Sequence[tuple[Feed, Sequence[FeedEntry]]], now: datetime) -> Stored:
    """Stores what is new, younger than 90 days and within the feed's cap; updates what has another title now."""
    told = {(feed.pk, entry.guid): (feed, entry) for feed, entry in _wanted(found, now)}
    known = _known(told)
    earlier = {key: row for key, row in _earlier(told, known).items() if key not in known}
    changed = {row.pk: told[key][1] for key, row in (known | earlier).items() if _is_newer(told[key][1], row)}
    fresh = [pair for key, pair in told.items() if key not in known and key not in earlier]
    kept, left_out = _within_cap(fresh)
    # A feed's first entry gets the highest id, so that it stands first among those of one moment.
    rows = [_headline(feed, entry, now) for feed, entry in reversed(kept)]
    if rows or changed:
        with transaction.atomic():
            origin.claim()
            _tell_anew(changed)
            Headline.objects.bulk_create(rows, ignore_conflicts=True)
            editions.changed("news")
    return Stored(len(rows), len(changed), left_out)


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
    """Whether one of the words stands in the title; underscores belong to a word, as in a data set's code."""
    return not set(words).isdisjoint(re.findall(r"\w+", title.lower()))


def _rows(feeds: Iterable[int], guids: Iterable[str]) -> QuerySet[Headline]:
    rows = Headline.objects.filter(feed__in=set(feeds), guid__in=set(guids))
    return rows.only("feed_id", "guid", "url", "title")


def _known(told: dict[Key, tuple[Feed, FeedEntry]]) -> dict[Key, Headline]:
    rows = _rows((pk for pk, _guid in told), (guid for _pk, guid in told))
    return {key: row for row in rows if (key := (row.feed_id, row.guid)) in told}


def _earlier(told: dict[Key, tuple[Feed, FeedEntry]], known: dict[Key, Headline]) -> dict[Key, Headline]:
    """By an entry's key the row that holds another version of its article, under the same link."""
    versions = {key: match for key in told if (match := VERSION.fullmatch(key[1]))}
    carried = Counter((pk, match[1]) for (pk, _guid), match in versions.items())
    asked = {
        (key[0], guid): key
        for key, match in versions.items()
        if key not in known and carried[key[0], match[1]] == 1
        for guid in (match[1], *(f"{match[1]}#{n}" for n in range(int(match[2]) + LATER_VERSIONS)))
    }
    rows = _rows((pk for pk, _guid in asked), (guid for _pk, guid in asked)) if asked else ()
    found = {}
    for row in rows:
        key = asked.get((row.feed_id, row.guid))
        if key and row.url == told[key][1].url:
            found[key] = row
    return found


def _version(guid: str) -> int:
    match = VERSION.fullmatch(guid)
    return int(match[2]) if match else -1


def _is_newer(entry: FeedEntry, row: Headline) -> bool:
    """Whether the entry says something else than the row, and is no earlier version of it."""
    return (entry.guid, entry.title) != (row.guid, row.title) and _version(entry.guid) >= _version(row.guid)


def _tell_anew(changed: dict[int, FeedEntry]) -> None:
    """The rows as their entries have them now; a title that was shown before is kept beside the new one."""
    if not changed:
        return
    rows = Headline.objects.in_bulk(changed)
    for pk, row in rows.items():
        entry = changed[pk]
        row.guid = entry.guid
        if row.title != entry.title:
            row.earlier_titles = [row.title, *row.earlier_titles][:MOST_EARLIER_TITLES]
            row.title, row.summary = entry.title, entry.summary
            row.words = clean.search_words(entry.title, entry.summary)
            row.tags, row.tag_attempts = None, 0
    Headline.objects.bulk_update(rows.values(), FIELDS, batch_size=200)


def _within_cap(
    fresh: list[tuple[Feed, FeedEntry]],
) -> tuple[list[tuple[Feed, FeedEntry]], dict[int, int]]:
    """The first of each feed's entries up to the cap, in their order, and how many of which feed were more."""
    seen: Counter[int] = Counter()
    kept = []
    for feed, entry in fresh:
        seen[feed.pk] += 1
        if seen[feed.pk] <= settings.FEED_MOST_NEW:
            kept.append((feed, entry))
    return kept, {pk: n - settings.FEED_MOST_NEW for pk, n in seen.items() if n > settings.FEED_MOST_NEW}


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
