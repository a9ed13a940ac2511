"""A feed reader at the private feeds: texts to be read, and what the formats demand of an answer."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import feedparser
from django.test import Client

from accounts import feed_links
from accounts.models import User
from briefing.core.web import cache_versions
from commentary.models import StrategicLog, StrategicLogTranslation
from tests.accounts.readers import reader
from tests.pages import edition

NS = {"a": "http://www.w3.org/2005/Atom"}
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
LOG, NEWS = "/feeds/log/novice/en.atom", "/feeds/news/en.atom"


def subscriber() -> User:
    user = reader("ada@example.org")
    feed_links.renew(user)
    return user


def asking(user: User) -> Callable:
    """Asks without any cookie, as a feed reader does."""

    def ask(path: str, *, headers: dict[str, str] | None = None, **query: str):
        return Client().get(path, {**query, "token": feed_links.token_of(user)}, headers=headers or {})

    return ask


def log(number: int, **changes) -> StrategicLog:
    fields = {
        "cycle": edition.NOW - timedelta(hours=6 * number), "tone": "NOVICE", "style": "DRY", "header": f"Log {number}",
        "content": "First <part> & more.\n\nSecond part.", "facts": {"group": "all", "as_of": "2026-11-20", "rows": []},
        "facts_hash": "x", "written_by": "ai", "prompt_version": 10,
        "published_at": edition.NOW - timedelta(hours=6 * number),
    }  # fmt: skip
    written = StrategicLog.objects.create(**(fields | changes))
    cache_versions.invalidate("log")
    return written


def italian(of: StrategicLog) -> None:
    StrategicLogTranslation.objects.create(
        log=of, language="it", header="Diario", content="Prima parte.", written_by=of.written_by
    )
    cache_versions.invalidate("log")


def titles(response) -> list[str]:
    return [entry.title for entry in feedparser.parse(response.content).entries]


def assert_valid_atom(content: bytes) -> ET.Element:
    """What RFC 4287, 4.1, demands of a feed and of its entries."""
    root = ET.fromstring(content)
    assert root.tag == "{http://www.w3.org/2005/Atom}feed"
    for place in (root, *root.findall("a:entry", NS)):
        for name in ("id", "title", "updated"):
            assert [bool((found.text or "").strip()) for found in place.findall(f"a:{name}", NS)] == [True]
        moment = datetime.fromisoformat(place.find("a:updated", NS).text)
        assert moment.tzinfo is not None
        assert place.find("a:id", NS).text.startswith("tag:127.0.0.1,2026:")
        assert place.get(XML_LANG) in ("en", "it")
        assert place.find("a:author/a:name", NS).text
        assert len(place.findall("a:link[@rel='alternate']", NS)) == 1
        assert len(place.findall("a:content", NS)) <= 1
        assert {text.get("type") for text in place.findall("a:content", NS)} <= {"html"}
    assert len(root.findall("a:link[@rel='self']", NS)) == 1
    ids = [found.text for found in root.iterfind(".//a:id", NS)]
    assert len(set(ids)) == len(ids)
    return root


def assert_valid_json_feed(content: bytes) -> dict:
    """What JSON Feed 1.1 demands; `feed_url` and the authors are strongly recommended by it."""
    feed = json.loads(content)
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert all(isinstance(feed[name], str) and feed[name] for name in ("title", "home_page_url", "feed_url"))
    for item in feed["items"]:
        assert isinstance(item["id"], str)
        assert ("content_html" in item) != ("content_text" in item)
        assert item["url"].startswith("http")
        assert item["authors"][0]["name"]
        assert datetime.fromisoformat(item["date_published"]).tzinfo == UTC
    assert len({item["id"] for item in feed["items"]}) == len(feed["items"])
    return feed
