"""The entries of a feed document, with cleaned texts, links and identities.

An entry is identified by its guid. Some publishers reuse one guid ("N/A", the section's address) or give none; such
entries are identified by guid and link, then also by title, then also by date, as far as needed to be unique.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from news.feeds import clean

T = TypeVar("T")
MAX_ENTRIES = 300
MAX_TITLE = 300
MAX_SUMMARY = 500
MAX_GUID = 255
FEWEST_SIGNS = 5  # distinct characters a text without letters must have
REFERENCE = re.compile(r"&([\w.:-]{1,80});")
# Some publishers number an article's versions in its guid, "…/article#0", then "…/article#1".
VERSION = re.compile(r"(.{8,})#(\d{1,2})")


@dataclass(frozen=True)
class FeedEntry:
    """A cleaned item: `guid` is unique in its document, `url` is "" if it has no safe link.

    `identities` are its possible identities in other documents, from guid alone to guid, link, title and date.
    """

    guid: str
    url: str
    title: str
    summary: str
    published_at: datetime | None
    identities: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Document:
    """A parsed feed: its newest 300 entries in document order, its stated interval, and the repairs made."""

    entries: list[FeedEntry]
    ttl_minutes: int | None = None
    period: timedelta | None = None
    repairs: str = ""


def entry(*, guid: str, link: str, title: str, body: str, published_at: datetime | None) -> FeedEntry | None:
    """Returns the cleaned entry, or None if there is nothing to show.

    A title without a letter or digit (empty, a dash, an emoji) is taken from the body. `link` is a canonical URL with
    its fragment.
    """
    summary = clean.plain_text(body, MAX_SUMMARY)
    headline = clean.plain_text(title, MAX_TITLE)
    if not _has_words(headline):
        headline = clean.shortened(summary, 120)
    if not _has_words(headline) and len(set(headline)) < FEWEST_SIGNS:
        return None
    if summary == headline:
        summary = ""
    guid = clean.one_line(guid) or link or digest(f"{headline}\n{summary}")
    if len(guid) > MAX_GUID:
        guid = digest(guid)
    return FeedEntry(guid, link, headline, summary, published_at)


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, REFERENCE.sub("", text)))


def digest(text: str) -> str:
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def newest(items: Sequence[tuple[T, datetime | None]], most: int) -> list[T]:
    """Returns the `most` latest items in their order; undated ones count as new, the first as the newest."""
    latest = datetime.max.replace(tzinfo=UTC)
    by_date = sorted(range(len(items)), key=lambda index: items[index][1] or latest, reverse=True)
    return [items[index][0] for index in sorted(by_date[:most])]


def finished(entries: Sequence[FeedEntry]) -> list[FeedEntry]:
    """Returns the entries of a document with final links and unique identities, without duplicates."""
    first = {(one.guid, one.url, one.title, one.published_at): one for one in reversed(entries)}
    return _identified(_with_fragments(list(first.values())[::-1]))


def _with_fragments(entries: list[FeedEntry]) -> list[FeedEntry]:
    """Keeps a fragment if entries differ only by it, or if the link is the guid."""
    bare = [clean.canonical_url(one.url) if "#" in one.url else one.url for one in entries]
    anchors = Counter(
        page for page, _url in {(page, one.url) for page, one in zip(bare, entries, strict=True)}
    )
    return [
        one if anchors[page] > 1 or _is_named_by_link(one) else replace(one, url=page)
        for page, one in zip(bare, entries, strict=True)
    ]


def _is_named_by_link(one: FeedEntry) -> bool:
    return one.guid == one.url and not VERSION.fullmatch(one.guid)


def _identified(entries: list[FeedEntry]) -> list[FeedEntry]:
    levels = [_identities(one) for one in entries]
    counts: list[Counter[Hashable]] = [Counter(each) for each in zip(*levels, strict=True)]
    found = []
    for one, identities in zip(entries, levels, strict=True):
        apart = (own for own, count in zip(identities, counts, strict=True) if count[own] == 1)
        found.append(replace(one, guid=next(apart, identities[-1]), identities=identities))
    return list({one.guid: one for one in reversed(found)}.values())[::-1]


def _identities(one: FeedEntry) -> tuple[str, ...]:
    linked = f"{one.guid}\n{one.url}"
    titled = f"{linked}\n{one.title}"
    dated = f"{titled}\n{one.published_at and one.published_at.isoformat()}"
    return one.guid, digest(linked), digest(titled), digest(dated)
