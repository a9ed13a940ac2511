"""Which stored headline an entry of a feed is about.

A headline is known by feed and guid; where a publisher repeats a guid in some documents and not in others, by any
other identity of the entry (`entries`). Some publishers count an article's versions in its guid (`…/article#0`, then
`…/article#1`): that is one article and one row, unless the number sets several entries of one document apart. Others
make a guid anew at every fetch: link, title and date tell the row.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet
from rapidfuzz import fuzz

from news.feeds.entries import VERSION, FeedEntry
from news.models import Feed, Headline

LATER_VERSIONS = 4  # a cache may still answer with an article's earlier state
OTHER_TITLE = 50  # of 100: less alike is no correction of a title
Pair = tuple[Feed, FeedEntry]
Key = tuple[int, str]


@dataclass
class Matched:
    """Entries that a row is about, each with it, and those that are new, in their order."""

    known: list[tuple[FeedEntry, Headline]] = field(default_factory=list)
    fresh: list[Pair] = field(default_factory=list)


def match(pairs: Sequence[Pair]) -> Matched:
    """Finds the row of each entry; no row is given to two."""
    entries = {(feed.pk, entry.guid): (feed, entry) for feed, entry in pairs}
    rows = _rows_by_key(
        (pk, name) for (pk, _guid), (_feed, entry) in entries.items() for name in _names(entry)
    )
    entries = {(feed.pk, entry.guid): (feed, entry) for feed, entry in _other_items_apart(entries, rows)}
    found = {key: rows[key] for key in entries if key in rows}
    for finder in (_by_other_identity, _by_version):
        found |= finder(entries, found, rows)
    found |= _by_content(entries, found)
    matched = Matched()
    for key, (feed, entry) in entries.items():
        if key in found:
            matched.known.append((entry, found[key]))
        else:
            matched.fresh.append((feed, entry))
    return matched


def version(guid: str) -> int:
    """The number of an article's version that its guid counts; -1 where it counts none."""
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
    """Entries; one whose guid a row of quite another item bears is known by guid and link."""
    for key, (feed, entry) in entries.items():
        row = rows.get(key)
        if row and entry.identities and entry.guid == entry.identities[0] and _is_other_item(entry, row):
            yield feed, replace(entry, guid=entry.identities[1])
        else:
            yield feed, entry


def _is_other_item(entry: FeedEntry, row: Headline) -> bool:
    """Whether link, title and date all differ: a feed of one item at a time may give each the same guid."""
    if not entry.url or not row.url or entry.url == row.url or entry.published_at in (None, row.published_at):
        return False
    return fuzz.token_set_ratio(entry.title.casefold(), row.title.casefold()) < OTHER_TITLE


def _by_other_identity(
    entries: dict[Key, Pair], found: dict[Key, Headline], rows: dict[Key, Headline]
) -> dict[Key, Headline]:
    """By an entry's key the row that an identity of another document names, under the same link."""
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
    """Under one link: of the same title, or the link alone sets the entry apart from others of its guid."""
    return row.url == entry.url and (row.title == entry.title or entry.guid in entry.identities[:2])


def _by_version(
    entries: dict[Key, Pair], found: dict[Key, Headline], _rows_found: dict[Key, Headline]
) -> dict[Key, Headline]:
    """By an entry's key the row that holds another version of its article, under the same link."""
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
    """By an entry's key the row of the same link, title and date, which bore a guid that its feed no longer gives."""
    missing = {
        key: (feed, entry)
        for key, (feed, entry) in entries.items()
        if key not in found and (entry.url or entry.published_at)  # a title alone tells no row
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
    more = {}
    for key, (feed, entry) in missing.items():
        same = by_content.get((feed.pk, entry.url, entry.title), [])
        alike = [row for row in same if _is_of_its_date(entry, row) and (key[0], row.guid) not in entries]
        if alike:
            more[key] = alike[0]
            same.remove(alike[0])
    return more


def _is_of_its_date(entry: FeedEntry, row: Headline) -> bool:
    """Whether both are of one moment, or neither was dated."""
    if entry.published_at is None:
        return row.published_at == row.fetched_at
    return row.published_at in (entry.published_at, row.fetched_at)
