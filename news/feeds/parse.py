"""Parses a feed document (RSS, RDF, Atom or JSON Feed, also malformed) into entries."""

import io
import itertools
import re
import warnings
import zlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from briefing.core.lazy_module import LazyModule
from news.feeds import bounds, cadence, clean, dates, decode, repair
from news.feeds.entries import MAX_ENTRIES, REFERENCE, Document, FeedEntry, entry, finished, newest

if TYPE_CHECKING:
    import feedparser
else:
    feedparser = LazyModule("feedparser")

MOST_JSON_VALUES = 300_000
MOST_UNPACKED = 5 * 2**20
GZIP = b"\x1f\x8b\x08"
# A CDATA section or comment (also unterminated), or an ampersand that begins no entity: invalid in XML but
# frequent, and meant literally.
LITERAL_OR_BARE = re.compile(
    rb"<!\[CDATA\[(?:.*?\]\]>|.*)|<!--(?:.*?-->|.*)|&(?!#\d{1,8};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][\w.-]{0,40};)",
    re.DOTALL,
)
# feedparser expands no entities that a document defines; a headline that uses one would show "&l9;".
OWN_ENTITY = re.compile(rb"<!ENTITY\s{1,20}(?:%\s{1,20})?([\w.:-]{1,80})", re.IGNORECASE)
ITEM = re.compile(rb"<(/?)(?:\w{1,20}:)?(?:item|entry)(?=[\s>])[^<>]{0,1000}>", re.IGNORECASE)
ROOT = re.compile(rb"<(?:\w{1,20}:)?(?:rss|feed|rdf)[\s>]", re.IGNORECASE)
MOST_TRIALS = 60
# On a separate line: feedparser searches the first line for an encoding with a pattern of cubic cost.
DECLARATION = b"<?xml version='1.0' encoding='utf-8'?>\n"
warnings.filterwarnings("ignore", category=DeprecationWarning, module="feedparser")


class Unreadable(Exception):
    """The document is not a readable feed; the message says why.

    `code` is html, empty, malformed, not_a_feed, or too_costly if parsing would take too long.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse(body: bytes, *, url: str = "", content_type: str = "") -> Document:
    """Parses the document, resolving relative links against `url`. Raises only Unreadable."""
    body = _unpacked(body)
    start = body[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not body.strip(b"\x00 \t\r\n"):
        raise Unreadable("empty", "The answer has no content.")
    if start.startswith((b"<!doctype html", b"<html")):
        raise Unreadable("html", "The address answers with a web page (HTML) instead of a feed.")
    try:
        if start.startswith(b"{"):
            return _json_feed(body, url)
        return _xml_feed(body, url, content_type)
    except Unreadable:
        raise
    except MemoryError:
        raise too_costly("it takes too much memory") from None
    except Exception as error:  # untrusted input: any parser exception is the document's fault
        raise Unreadable("malformed", f"The document cannot be read ({type(error).__name__}).") from error


def _unpacked(body: bytes) -> bytes:
    """Returns the body, decompressed if it is gzip without a header that says so."""
    if not body.startswith(GZIP):
        return body
    inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        found = inflater.decompress(body, MOST_UNPACKED)
    except zlib.error:
        raise Unreadable("malformed", "The document is packed (gzip) and cannot be unpacked.") from None
    if inflater.unconsumed_tail:
        raise too_costly(f"packed, it holds more than {MOST_UNPACKED:,} bytes")
    return found


def _with_entities(document: bytes) -> bytes:
    if document.count(b"&") > bounds.MOST_AMPERSANDS:
        return document  # the bounds check rejects it if it is malformed
    return LITERAL_OR_BARE.sub(lambda found: b"&amp;" if found[0] == b"&" else found[0], document)


def _xml_feed(body: bytes, url: str, content_type: str) -> Document:
    repairs = repair.Repairs()
    text, bad_bytes = decode.text_of(body, content_type)
    repairs.add("bytes that are no UTF-8 repaired", bad_bytes)
    document = repair.elements(_with_entities(repair.text(text, repairs).encode()), repairs)
    try:
        bounds.check(document)
    except bounds.TooCostly as error:
        raise too_costly(str(error)) from None
    found = _parsed(document, repairs)
    if not found.version and not found.entries:
        if b"<html" in document[:4096].lower():
            raise Unreadable("html", "The address answers with a web page (HTML) instead of a feed.")
        raise Unreadable("not_a_feed", "The document is neither RSS nor Atom nor JSON Feed.")
    raw = newest([(item, _xml_date(item)) for item in found.entries if item], MAX_ENTRIES)
    own = {name.decode() for name in OWN_ENTITY.findall(document)}
    read = (_xml_entry(item, url) for item in raw)
    entries = finished([one for one in read if one and not _names(own, one)])
    if not entries and found.bozo and _is_broken(found):
        raise Unreadable("malformed", f"The document breaks off or is malformed: {_complaint(found)}.")
    return Document(entries, _minutes(found.feed.get("ttl")), _period(found.feed), str(repairs))


def _parsed(document: bytes, repairs: repair.Repairs) -> Any:
    """Returns feedparser's result, leaving out items that make it raise."""
    try:
        return _feedparser(document)
    except MemoryError:
        raise
    except Exception as error:
        if (root := ROOT.search(document)) and b"<!" in document[: root.start()]:
            document = document[root.start() :]
            repairs.add("a DOCTYPE left out over which the parser fails")
            return _parsed(document, repairs)
        items = _items(document)
        sound_items = _unharmful(document, items) if items else []
        if not sound_items:
            raise
        repairs.add(
            f"items left out over which the parser fails ({type(error).__name__})",
            len(items) - len(sound_items),
        )
        return _feedparser(_with_items(document, items, sound_items))


def _items(document: bytes) -> list[tuple[int, int]]:
    tags = list(ITEM.finditer(document))
    starts = [tag.start() for tag in tags if not tag[1]]
    end = max((tag.end() for tag in tags if tag[1]), default=len(document))
    return list(itertools.pairwise([*starts, max(end, starts[-1])])) if starts else []


def _unharmful(document: bytes, items: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the items that do not make the parser fail, found by bisection within MOST_TRIALS attempts."""
    sound_items: list[tuple[int, int]] = []
    waiting = [items]
    trials = 0
    while waiting and trials < MOST_TRIALS:
        some = waiting.pop()
        trials += 1
        try:
            _feedparser(_with_items(document, items, some))
            sound_items += some
        except MemoryError:
            raise
        except Exception:
            half = len(some) // 2
            waiting += [some[half:], some[:half]] if half else []
    return sorted(sound_items)


def _with_items(document: bytes, items: list[tuple[int, int]], sound_items: list[tuple[int, int]]) -> bytes:
    parts = [
        document[: items[0][0]],
        *(document[start:end] for start, end in sound_items),
        document[items[-1][1] :],
    ]
    return b"\n".join(parts)


def _feedparser(document: bytes) -> Any:
    # A stream, since feedparser takes bare bytes for a file name. Its HTML cleaning is off because ours follows,
    # and its link resolution is off because it resolves an address for every element.
    return feedparser.parse(
        io.BytesIO(DECLARATION + document),
        response_headers={"content-type": "application/xml; charset=utf-8"},
        resolve_relative_uris=False,
        sanitize_html=False,
    )


def _names(entities: set[str], entry: FeedEntry) -> bool:
    return bool(entities) and not entities.isdisjoint(REFERENCE.findall(f"{entry.title} {entry.summary}"))


def too_costly(reason: str) -> Unreadable:
    return Unreadable("too_costly", f"The document is made in a way that costs too much to read: {reason}.")


def _is_broken(found: Any) -> bool:
    """Returns whether more is wrong than the encoding or the content type, which leave a document readable."""
    return not isinstance(
        found.get("bozo_exception"), feedparser.CharacterEncodingOverride | feedparser.NonXMLContentType
    )


def _complaint(found: Any) -> str:
    return clean.plain_text(str(found.get("bozo_exception", "")).replace("<unknown>:", "line "), 120)


def _xml_entry(item: Any, base: str) -> FeedEntry | None:
    contents = item.get("content") or [{}]
    guid = _text(item.get("id"))
    link = clean.canonical_url(
        _text(item.get("feedburner_origlink") or _alternate(item)), base, anchored=True
    )
    return entry(
        guid=guid,
        link=link or clean.canonical_url(guid, anchored=True),
        title=_text(item.get("title")) or _text(item.get("itunes_title")),
        # Many feeds have an empty summary element and a full content element.
        body=_text(item.get("summary")) or _text(contents[0].get("value")),
        published_at=_xml_date(item),
    )


def _alternate(item: Any) -> str:
    """Returns the link of the item's page, else of another format if that is all it has.

    Without a page link feedparser returns the item's id as its link, which is used only if it looks like a URL.
    """
    link = _text(item.get("link"))
    links = [_text(one.get("href")) for one in item.get("links") or [] if one.get("rel") == "alternate"]
    if link in links:
        return link
    if links:
        return links[0]
    is_identity = link == _text(item.get("id"))
    return "" if is_identity and not link.startswith(("http://", "https://", "/")) else link


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _xml_date(item: Any) -> datetime | None:
    said = (_text(item.get(name)) for name in ("published", "updated", "created", "prism_publicationdate"))
    return next((moment for text in said if text and (moment := dates.read(text))), None)


def _minutes(value: Any) -> int | None:
    text = str(value or "").strip()
    return int(text[:7]) if text.isascii() and text.isdigit() else None


def _period(feed: Any) -> timedelta | None:
    """Returns `sy:updatePeriod` divided by `sy:updateFrequency` (RSS 1.0 syndication module)."""
    period = cadence.UPDATE_PERIODS.get(_text(feed.get("sy_updateperiod")).strip().lower())
    return period / (_minutes(feed.get("sy_updatefrequency")) or 1) if period else None


def _json_feed(body: bytes, base: str) -> Document:
    """Parses JSON Feed 1.x (jsonfeed.org/version/1.1)."""
    if body.count(b",") + body.count(b"[") + body.count(b"{") > MOST_JSON_VALUES:
        raise too_costly(f"more than {MOST_JSON_VALUES:,} values")
    repairs = repair.Repairs()
    try:
        text, bad_bytes = decode.text_of(body, "")
        data = repair.json_value(text, repairs)
    except (ValueError, RecursionError):
        raise Unreadable("malformed", "The document looks like JSON and is not.") from None
    items = data.get("items") if isinstance(data, dict) else None
    if not isinstance(items, list) or "jsonfeed.org" not in _text(data.get("version")):
        raise Unreadable("not_a_feed", "The document is JSON, but not a JSON Feed.")
    raw = newest([(item, _json_date(item)) for item in items if isinstance(item, dict)], MAX_ENTRIES)
    found = [_json_entry(item, base) for item in raw]
    repairs.add("bytes that are no UTF-8 repaired", bad_bytes)
    return Document(finished([one for one in found if one]), repairs=str(repairs))


def _json_entry(item: dict[str, Any], base: str) -> FeedEntry | None:
    text = next(
        (item[name] for name in ("summary", "content_text", "content_html") if _text(item.get(name))), ""
    )
    identity = item.get("id")
    return entry(
        guid=str(identity) if isinstance(identity, str | int) else "",
        link=clean.canonical_url(_text(item.get("url") or item.get("external_url")), base, anchored=True),
        title=_text(item.get("title")),
        body=text,
        published_at=_json_date(item),
    )


def _json_date(item: dict[str, Any]) -> datetime | None:
    said = (item.get(name) for name in ("date_published", "date_modified"))
    texts = (str(text) for text in said if isinstance(text, str | int | float))
    return next((moment for text in texts if (moment := dates.read(text))), None)
