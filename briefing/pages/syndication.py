"""Renders feeds as Atom (RFC 4287) and as JSON Feed 1.1."""

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed

BRAND = "Market Briefing"
# Characters that XML 1.0 cannot contain: a single one makes the whole feed unreadable.
ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class FeedCategory:
    """A category of an entry (a tag, or the text's origin): machine-readable term and scheme, and a label."""

    term: str
    label: str
    scheme: str = ""


@dataclass(frozen=True)
class SyndicationEntry:
    """A text or headline; `html` is complete and escaped, or "" for a link with a plain `summary`."""

    id: str
    url: str
    title: str
    language: str
    author: str
    published: datetime
    html: str = ""
    summary: str = ""
    subjects: tuple[FeedCategory, ...] = ()
    reviewed_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class SyndicationFeed:
    """A feed; `page` is its content on the site, `address` its own URL, `since` the date of an empty feed."""

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
                description=None,  # type: ignore[arg-type]  # "" would be written as an empty summary
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
    """Returns a permanent id (RFC 4151), dated in the year in which the service began."""
    return f"tag:{urlsplit(settings.BASE_URL).hostname},2026:{name}"


def _legal(text: str) -> str:
    return ILLEGAL.sub("", text)


class _Atom(Atom1Feed):
    """Django's Atom feed, extended by a language and content per entry and by categories' schemes and labels."""

    def latest_post_date(self) -> datetime:
        # For an empty feed Django uses the current time, so that no two responses would be equal.
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
    # JSON Feed requires one of the two contents; a headline without extract repeats its title.
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
            **({"reviewed_by": list(entry.reviewed_by)} if entry.reviewed_by else {}),
        },
    }
