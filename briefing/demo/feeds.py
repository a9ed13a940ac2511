"""The sample feeds: in most slots of 20 minutes something happens that several publishers tell in their words.

A document depends on the feed's name and the clock alone. Feeds come as RSS 2.0, RSS 1.0 (RDF) or Atom.
"""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import lru_cache
from xml.sax.saxutils import escape  # nosec B406  # writes XML; nothing is parsed

from briefing.demo.events import SLOT, Event, Happening, happening
from news.feeds import sync
from news.models import Feed

SHOWN = timedelta(hours=36)
MOST_ITEMS = 40
# Italian says "all'8", "all'11", "dell'1,5" and "dello 0,4": with other figures "al" and "del" are right.
NUMBERS = [n for n in range(3, 80) if n not in (8, 11)]
ATOM = {"hm-treasury", "economist-finance"}
RDF = {"dw-business"}
MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "it": ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
           "ottobre", "novembre", "dicembre"),
}  # fmt: skip


@dataclass(frozen=True)
class SampleItem:
    """One entry of a sample feed."""

    key: str
    title: str
    summary: str
    link: str
    published_at: datetime


@lru_cache(maxsize=1)
def _configured() -> dict[str, sync.FeedConfig]:
    return {feed.slug: feed for feed in sync.load()}


def feed(name: str, now: datetime) -> bytes | None:
    """The feed's document at this moment; None for a name that feeds.toml does not know."""
    configured = _configured().get(name)
    if configured is None:
        return None
    items = items_of(configured, now)
    if name in ATOM:
        return _atom(configured, items).encode()
    return (_rdf if name in RDF else _rss)(configured, items).encode()


def items_of(configured: sync.FeedConfig, now: datetime) -> list[SampleItem]:
    """What the feed tells of the last two days, newest first."""
    now = now.astimezone(UTC)
    newest = int(now.timestamp() // SLOT.total_seconds())
    slots = range(newest, newest - SHOWN // SLOT, -1)
    found = [item for slot in slots if (item := _telling(configured, slot)) and item.published_at <= now]
    return sorted(found, key=lambda item: item.published_at, reverse=True)[:MOST_ITEMS]


def _telling(configured: sync.FeedConfig, slot: int) -> SampleItem | None:
    """How this feed tells the slot's event; None when it does not."""
    happens = happening(slot)
    if happens is None:
        return None
    event, tellers = happens.event, _tellers(happens.event, random.Random(f"tellers {slot}"))
    if configured.slug not in tellers:
        return None
    begins = datetime.fromtimestamp(slot * SLOT.total_seconds(), UTC)
    lang = configured.lang
    same_language = [slug for slug in tellers if _configured()[slug].lang == lang]
    tellings = event.tellings[lang]
    title, summary = tellings[same_language.index(configured.slug) % len(tellings)]
    words = words_of(happens, begins, lang)
    return SampleItem(
        f"{configured.slug}-{slot}",
        _capital(title.format(**words)),
        _capital(summary.format(**words)),
        f"https://example.com/samples/{configured.slug}/{slot}?utm_source=rss",
        begins + timedelta(minutes=1 + 3 * tellers.index(configured.slug)),
    )


def _tellers(event: Event, chance: random.Random) -> list[str]:
    """Who tells it, in the order of telling: one that announces it, then two to five papers; a large story has more.

    No telling is heard twice in a language, or more than twice of a large story, which agencies sell on.
    """
    papers = [slug for slug, one in _configured().items() if one.category == Feed.Category.NEWS]
    official = [chance.choice(event.announced_by)] if event.announced_by else []
    tellers = official + chance.sample(papers, chance.randint(*((7, 10) if event.large else (2, 5))))
    most = {lang: len(tellings) * (2 if event.large else 1) for lang, tellings in event.tellings.items()}
    found: list[str] = []
    for slug in tellers:
        lang = _configured()[slug].lang
        if sum(_configured()[other].lang == lang for other in found) < most[lang]:
            found.append(slug)
    return found


def words_of(happens: Happening, begins: datetime, lang: str) -> dict[str, str]:
    """What stands for the names and figures of an event, the same in both languages."""
    event, chance = happens.event, random.Random(happens.seed)
    a, b, n = chance.randint(20, 68) / 10, chance.randint(20, 68) / 10, chance.choice(NUMBERS)
    month_before = (begins.replace(day=1) - timedelta(days=1)).month
    point = "," if lang == "it" else "."
    return {
        "place": chance.choice(event.places)[lang],
        "person": happens.person,
        "firm": happens.firm,
        "month": MONTHS[lang][month_before - 1],
        "a": f"{a:.1f}".replace(".", point),
        "b": f"{b:.1f}".replace(".", point),
        "n": str(n),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rss(configured: sync.FeedConfig, items: list[SampleItem]) -> str:
    entries = "".join(
        f"<item><title>{escape(item.title)}</title><link>{escape(item.link)}</link>"
        f'<guid isPermaLink="false">{item.key}</guid><pubDate>{format_datetime(item.published_at)}</pubDate>'
        f"<description><![CDATA[<p>{escape(item.summary)}</p>]]></description></item>"
        for item in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
        f"<title>{escape(configured.title)}</title><link>{escape(configured.homepage)}</link>"
        f"<description>Sample feed</description><language>{configured.lang}</language><ttl>15</ttl>"
        f"{entries}</channel></rss>"
    )


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


def _atom(configured: sync.FeedConfig, items: list[SampleItem]) -> str:
    entries = "".join(
        f"<entry><id>urn:sample:{item.key}</id><title>{escape(item.title)}</title>"
        f'<link rel="alternate" href="{escape(item.link)}"/><updated>{item.published_at.isoformat()}</updated>'
        f'<summary type="html">{escape(f"<p>{escape(item.summary)}</p>")}</summary></entry>'
        for item in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>urn:sample:{configured.slug}</id><title>{escape(configured.title)}</title>{entries}</feed>"
    )
