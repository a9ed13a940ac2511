"""The sample feeds: events of the sample world, reported by several publishers in their language.

A document depends only on the feed's name and the clock. Feeds are RSS 2.0, RSS 1.0 (RDF) or Atom.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from xml.sax.saxutils import escape  # nosec B406  # writes XML; nothing is parsed

from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed

from briefing.demo.events import SampleEvent, events_of
from news.feeds import sync
from news.models import Feed

SHOWN = timedelta(hours=60)
MOST_ITEMS = 40
ATOM = {"hm-treasury", "economist-finance"}
RDF = {"dw-business"}


@dataclass(frozen=True)
class SampleItem:
    """An entry of a sample feed; `event` is the key of its event."""

    event: str
    key: str
    title: str
    summary: str
    link: str
    published_at: datetime


@lru_cache(maxsize=1)
def feed_configs() -> dict[str, sync.FeedConfig]:
    return {feed.slug: feed for feed in sync.load()}


def feed(name: str, now: datetime) -> bytes | None:
    """Returns the feed's document at this time; None for a name that feeds.toml lacks."""
    found = feed_configs().get(name)
    if found is None:
        return None
    items = items_of(found, now)
    return _rdf(found, items).encode() if name in RDF else _document(found, items)


def items_of(configured: sync.FeedConfig, now: datetime, shown: timedelta = SHOWN) -> list[SampleItem]:
    now = now.astimezone(UTC)
    days = [now.date() - timedelta(days=n) for n in range(shown.days + 2)]
    found = [item for day in days for event in events_of(day) for item in tellings(configured, event)]
    new = [item for item in found if now - shown < item.published_at <= now]
    return sorted(new, key=lambda item: item.published_at, reverse=True)[:MOST_ITEMS]


def tellings(configured: sync.FeedConfig, event: SampleEvent) -> Iterator[SampleItem]:
    """Yields this feed's entry for the event, if it reports it."""
    tellers = tellers_of(event)
    if configured.slug not in tellers:
        return
    lang = configured.lang
    same_language = [slug for slug in tellers if feed_configs()[slug].lang == lang]
    choices = event.tellings[lang]
    # Rotates by day which paper has the first headline.
    place = same_language.index(configured.slug) + event.at.toordinal()
    title, summary = choices[place % len(choices)]
    yield SampleItem(
        event.key,
        f"{configured.slug}-{event.key}",
        title,
        summary,
        f"https://example.com/samples/{configured.slug}/{event.key}?utm_source=rss",
        event.at + timedelta(minutes=1 + 3 * tellers.index(configured.slug)),
    )


@lru_cache(maxsize=2048)
def tellers_of(event: SampleEvent) -> list[str]:
    """Returns the feeds that report the event in order: those that announce it, then four to seven papers.

    A large story has more papers; each has one of either language. A headline appears once per language, or twice
    for a large story, as agency texts do.
    """
    chance = random.Random(f"tellers {event.key}")
    papers = [slug for slug, one in feed_configs().items() if one.category == Feed.Category.NEWS]
    tellers = [
        *event.announced_by,
        *chance.sample(papers, chance.randint(*((7, 10) if event.large else (4, 7)))),
    ]
    for lang in event.tellings:
        if all(feed_configs()[slug].lang != lang for slug in tellers):
            tellers.append(chance.choice([slug for slug in papers if feed_configs()[slug].lang == lang]))
    most = {lang: len(tellings) * (2 if event.large else 1) for lang, tellings in event.tellings.items()}
    found: list[str] = []
    for slug in tellers:
        lang = feed_configs()[slug].lang
        if sum(feed_configs()[other].lang == lang for other in found) < most[lang]:
            found.append(slug)
    return found


def _document(configured: sync.FeedConfig, items: list[SampleItem]) -> bytes:
    kind = Atom1Feed if configured.slug in ATOM else Rss201rev2Feed
    document = kind(configured.title, configured.homepage, "Sample feed", configured.lang, ttl=15)
    for item in items:
        document.add_item(
            item.title,
            item.link,
            f"<p>{escape(item.summary)}</p>",
            pubdate=item.published_at,
            updateddate=item.published_at,
            unique_id=f"urn:sample:{item.key}",
            unique_id_is_permalink=False,
        )
    return document.writeString("utf-8").encode()


def _rdf(configured: sync.FeedConfig, items: list[SampleItem]) -> str:
    entries = "".join(
        f'<item rdf:about="{escape(item.link)}"><title>{escape(item.title)}</title>'
        f"<link>{escape(item.link)}</link><dc:date>{item.published_at.isoformat()}</dc:date>"
        f"<description>{escape(item.summary)}</description></item>"
        for item in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"'
        f' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="{escape(configured.homepage)}">'
        f"<title>{escape(configured.title)}</title></channel>{entries}</rdf:RDF>"
    )
