"""A feed as Atom (RFC 4287) and as JSON Feed 1.1, both from the same entries."""

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed

BRAND = "Market Briefing"
# What XML 1.0 cannot hold: one such character would take the whole feed away from its readers.
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class FeedCategory:
    """A tag, or where a text comes from: the word and the vocabulary that machines read, and the reader's label."""

    term: str
    label: str
    scheme: str = ""


@dataclass(frozen=True)
class SyndicationEntry:
    """One text or headline. `html` is whole and escaped where it must be; "" for a link with a plain `summary`."""

    id: str
    url: str
    title: str
    language: str
    author: str
    published: datetime
    html: str = ""
    summary: str = ""
    subjects: tuple[FeedCategory, ...] = ()


@dataclass(frozen=True)
class SyndicationFeed:
    """`page` shows the same on the site, `address` is the feed's own, `since` dates a feed without entries."""

    id: str
    title: str
    about: str
    language: str
    page: str
    address: str
    since: datetime
    entries: list[SyndicationEntry] = field(default_factory=list)

    @property
    def updated(self) -> datetime:
        return max((entry.published for entry in self.entries), default=self.since)

    def atom(self) -> str:
        feed = _Atom(
            title=_legal(self.title), link=self.page, description="", subtitle=_legal(self.about),
            language=self.language, feed_url=self.address, feed_guid=self.id, author_name=BRAND,
            author_link=settings.BASE_URL, updated=self.updated,
        )  # fmt: skip
        for entry in self.entries:
            feed.add_item(
                title=_legal(entry.title),
                link=entry.url,
                description=None,  # type: ignore[arg-type]  # "" would be written, as an empty summary
                unique_id=entry.id,
                author_name=_legal(entry.author),
                pubdate=entry.published,
                updateddate=entry.published,
                entry=entry,
            )
        return str(feed.writeString("utf-8"))

    def json(self) -> str:
        document = {
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "description": self.about,
            "home_page_url": self.page,
            "feed_url": self.address,
            "language": self.language,
            "authors": [{"name": BRAND, "url": settings.BASE_URL}],
            "items": [_item(entry) for entry in self.entries],
        }
        return json.dumps(document, ensure_ascii=False)


def tag_uri(name: str) -> str:
    """A name for good (RFC 4151), in the year that the service began."""
    return f"tag:{urlsplit(settings.BASE_URL).hostname},2026:{name}"


def _legal(text: str) -> str:
    return ILLEGAL.sub("", text)


class _Atom(Atom1Feed):
    """Django's, with what it leaves out: a language and a content for each entry, schemes and labels of subjects."""

    def latest_post_date(self) -> datetime:
        # Django's takes the present moment where there is no entry, so that no two answers would be alike.
        updated: datetime = self.feed["updated"]
        return updated

    def item_attributes(self, item: dict[str, Any]) -> dict[str, Any]:
        return {"xml:lang": item["entry"].language}

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        entry: SyndicationEntry = item["entry"]
        if entry.summary:
            handler.addQuickElement("summary", _legal(entry.summary), {"type": "text"})
        if entry.html:
            handler.addQuickElement("content", _legal(entry.html), {"type": "html"})
        for subject in entry.subjects:
            scheme = {"scheme": subject.scheme} if subject.scheme else {}
            handler.addQuickElement("category", "", {"term": subject.term, **scheme, "label": subject.label})


def _item(entry: SyndicationEntry) -> dict[str, Any]:
    moment = entry.published.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    # The format wants one of the two contents; a headline without an extract has its title for one.
    content = {"content_html": entry.html} if entry.html else {"content_text": entry.summary or entry.title}
    return {
        "id": entry.id,
        "url": entry.url,
        "title": entry.title,
        **content,
        "date_published": moment,
        "date_modified": moment,
        "language": entry.language,
        "authors": [{"name": entry.author}],
        "tags": [subject.label for subject in entry.subjects],
        "_market_briefing": {
            "about": f"{settings.BASE_URL}/methods",
            "subjects": [{"term": subject.term, "scheme": subject.scheme} for subject in entry.subjects],
        },
    }
