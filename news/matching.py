"""Matches feed entries to stored headlines.

A headline is identified by feed and guid, or by another identity of the entry (`entries`) if a publisher repeats a
guid in some documents only. Some publishers number an article's versions in its guid (`…/article#0`, `…/article#1`):
that is one row, unless the number distinguishes entries of one document. Others generate a new guid at every fetch,
some a new date too; these are matched by link, title and date.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from django.db.models import QuerySet
from rapidfuzz import fuzz

from news.feeds.entries import VERSION, FeedEntry
from news.models import Feed, Headline

LATER_VERSIONS = 4  # a cache may still return an earlier version of an article
OTHER_TITLE = 50  # similarity of 100 below which a title is not a correction of the other
REDATED = timedelta(hours=12)  # a later item of the same link and title (a daily wrap) is another
Pair = tuple[Feed, FeedEntry]
Key = tuple[int, str]


@dataclass
class Matched:
    """Entries with the row that they match, and new entries, both in input order."""

    known: list[tuple[FeedEntry, Headline]] = field(default_factory=list)
    fresh: list[Pair] = field(default_factory=list)


def match(pairs: Sequence[Pair]) -> Matched:
    """Finds the row of each entry; no row matches two entries."""
    entries = {(feed.pk, entry.guid): (feed, entry) for feed, entry in pairs}
    rows = _rows_by_key(
        (pk, name) for (pk, _guid), (_feed, entry) in entries.items() for name in _names(entry)
    )
    entries = {(feed.pk, entry.guid): (feed, entry) for feed, entry in _other_items_apart(entries, rows)}
    found = {key: rows[key] for key in entries if key in rows}
    found |= _by_other_identity(entries, found, rows)
    found |= _by_version(entries, found)
    found |= _by_content(entries, found)
    matched = Matched()
    for key, (feed, entry) in entries.items():
        if key in found:
            matched.known.append((entry, found[key]))
        else:
            matched.fresh.append((feed, entry))
    return matched


def version(guid: str) -> int:
    """Returns the version number in a guid, or -1 if it has none."""
    counted = VERSION.fullmatch(guid)
    return int(counted[2]) if counted else -1


def _names(entry: FeedEntry) -> set[str]:
    return {entry.guid, *entry.identities}


def _rows(feeds: Iterable[int], guids: Iterable[str]) -> QuerySet[Headline]:
    return _light(Headline.objects.filter(feed__in=set(feeds), guid__in=set(guids)))


def _light(rows: QuerySet[Headline]) -> QuerySet[Headline]:
    return rows.only("feed_id", "guid", "url", "title", "summary", "published_at", "fetched_at")


def _rows_by_key(keys: Iterable[Key]) -> dict[Key, Headline]:
    wanted = set(keys)
    rows = _rows((pk for pk, _guid in wanted), (guid for _pk, guid in wanted))
    return {key: row for row in rows if (key := (row.feed_id, row.guid)) in wanted}


def _other_items_apart(entries: dict[Key, Pair], rows: dict[Key, Headline]) -> Iterable[Pair]:
    """Yields the entries; one whose guid belongs to the row of a different item is identified by guid and link."""
    for key, (feed, entry) in entries.items():
        row = rows.get(key)
        if row and entry.identities and entry.guid == entry.identities[0] and _is_other_item(entry, row):
            yield feed, replace(entry, guid=entry.identities[1])
        else:
            yield feed, entry


def _is_other_item(entry: FeedEntry, row: Headline) -> bool:
    """Returns whether link, title and date all differ: a feed of a single item may reuse one guid for all."""
    if not entry.url or not row.url or entry.url == row.url or entry.published_at in (None, row.published_at):
        return False
    return fuzz.token_set_ratio(entry.title.casefold(), row.title.casefold()) < OTHER_TITLE


def _by_other_identity(
    entries: dict[Key, Pair], found: dict[Key, Headline], rows: dict[Key, Headline]
) -> dict[Key, Headline]:
    """Returns by entry key the row with the same link that matches another identity of the entry."""
    taken = {row.pk for row in found.values()}
    more: dict[Key, Headline] = {}
    for key, (feed, entry) in entries.items():
        if key in found:
            continue
        for name in reversed(entry.identities):
            row = rows.get((feed.pk, name))
            if row and row.pk not in taken and _is_same_item(entry, row):
                more[key] = row
                taken.add(row.pk)
                break
    return more


def _is_same_item(entry: FeedEntry, row: Headline) -> bool:
    """For equal links: returns whether the titles are equal, or the link is part of the entry's identity."""
    return row.url == entry.url and (row.title == entry.title or entry.guid in entry.identities[:2])


def _by_version(entries: dict[Key, Pair], found: dict[Key, Headline]) -> dict[Key, Headline]:
    """Returns by entry key the row with the same link that is another version of the article."""
    versions = {key: counted for key in entries if (counted := VERSION.fullmatch(key[1]))}
    carried = Counter((pk, counted[1]) for (pk, _guid), counted in versions.items())
    identities = {
        (key[0], guid): key
        for key, counted in versions.items()
        if key not in found and carried[key[0], counted[1]] == 1
        for guid in (counted[1], *(f"{counted[1]}#{n}" for n in range(int(counted[2]) + LATER_VERSIONS)))
    }
    rows = _rows((pk for pk, _guid in identities), (guid for _pk, guid in identities)) if identities else ()
    taken = {row.pk for row in found.values()}
    more = {}
    for row in rows:
        key = identities.get((row.feed_id, row.guid))
        if key and row.pk not in taken and row.url == entries[key][1].url:
            more[key] = row
    return more


def _by_content(entries: dict[Key, Pair], found: dict[Key, Headline]) -> dict[Key, Headline]:
    """Returns by entry key the row of the same link, title and date whose guid the feed no longer contains."""
    missing = {
        key: (feed, entry)
        for key, (feed, entry) in entries.items()
        if key not in found and (entry.url or entry.published_at)  # a title alone does not identify a row
    }
    titles = {entry.title for _feed, entry in missing.values()}
    if not missing:
        return {}
    taken = {row.pk for row in found.values()}
    rows = Headline.objects.filter(feed__in={pk for pk, _guid in missing}, title__in=titles).exclude(
        pk__in=taken
    )
    by_content: dict[tuple[int, str, str], list[Headline]] = {}
    for row in _light(rows):
        by_content.setdefault((row.feed_id, row.url, row.title), []).append(row)
    more: dict[Key, Headline] = {}
    for is_alike in (_is_of_its_date, _is_redated):
        for key, (feed, entry) in missing.items():
            same = by_content.get((feed.pk, entry.url, entry.title), [])
            alike = [row for row in same if is_alike(entry, row) and (key[0], row.guid) not in entries]
            if alike and key not in more:
                more[key] = alike[0]
                same.remove(alike[0])
    return more


def _is_of_its_date(entry: FeedEntry, row: Headline) -> bool:
    """Returns whether both have the same date, or neither had one."""
    if entry.published_at is None:
        return row.published_at == row.fetched_at
    return row.published_at in (entry.published_at, row.fetched_at)


def _is_redated(entry: FeedEntry, row: Headline) -> bool:
    """Returns whether the entry is the row's item with the date of a later fetch."""
    return bool(entry.url and entry.published_at and abs(entry.published_at - row.published_at) < REDATED)
