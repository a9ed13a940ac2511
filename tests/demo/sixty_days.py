"""Sixty days of the sample world: its figures, its headlines, and how the two are compared."""

import math
import re
from collections.abc import Callable, Hashable
from datetime import date, timedelta
from itertools import pairwise
from statistics import correlation

from briefing.demo import eustat, feeds
from briefing.demo.events import SampleEvent, events_of, file
from briefing.demo.feeds import feed_configs, tellers_of
from briefing.demo.releases import schedule
from briefing.demo.world import business_days, month_ends, value
from news.stories.clusters import StoryItem, group

FIRST = date(2026, 10, 26)
DAYS = [FIRST + timedelta(days=n) for n in range(60)]
LAST = DAYS[-1]
SESSIONS = list(business_days(FIRST, LAST))
ENDS = list(month_ends(date(2025, 9, 1), LAST))
EVENTS = [event for day in DAYS for event in events_of(day)]
OFFICES = {"eurostat", "istat", "ons-releases", "bea", "eia", "mef", "bancaditalia", "ecb-press", "fed-press", "boe-news",
           "boj", "snb-monetary", "european-commission", "sec-press", "hm-treasury", "bis-press", "bis-speeches"}  # fmt: skip


def moves(name: str, *, share: bool = True) -> list[float]:
    figures = [value(name, day) for day in SESSIONS]
    return [math.log(after / before) if share else after - before for before, after in pairwise(figures)]


def together(one: str, other: str, *, share: bool = True) -> float:
    return correlation(moves(one, share=share), moves(other, share=share))


def hicp(code: str, end: date, geo: str = "EA") -> float:
    return eustat.inflation(["M", "RCH_A", code, geo], end)


def headlines(pattern: str, lang: str = "en") -> list[tuple[SampleEvent, re.Match[str]]]:
    """The events of which a title or summary has the pattern."""
    return [
        (event, found)
        for event in EVENTS
        for telling in event.tellings[lang]
        for text in telling
        if (found := re.search(pattern, text))
    ]


def number(text: str) -> float:
    return float(text.replace(",", ""))


def figures_of(pattern: str, figure: Callable[[date], float]) -> bool:
    """Whether the figure that a headline tells is the world's, for its day."""
    found = headlines(pattern)
    return len(found) > 5 and all(abs(number(m[1]) - figure(event.at.date())) < 0.51 for event, m in found)


def ended(release: str, event: SampleEvent) -> date:
    """The period whose figures come out at the event's moment."""
    return next(end for end in ENDS if schedule(release).moment(end) == event.at)


def told_at(pattern: str, release: str, figure: Callable[[date], float]) -> bool:
    """A month's figure is told at its release, and there alone, as it is."""
    found = headlines(pattern)
    return bool(found) and all(
        abs(number(m[1]) - figure(ended(release, event))) < 0.051 for event, m in found
    )


def one_event_a_month(release: str, pattern: str) -> bool:
    keys = {event.key for event, _m in headlines(pattern)}
    expected = [end for end in ENDS if FIRST <= schedule(release).day(end) <= LAST]
    return 0 < len(keys) <= len(expected)


def jobs(end: date) -> float:
    return value("CES0000000001", end) - value("CES0000000001", end.replace(day=1) - timedelta(days=1))


def change(name: str) -> Callable[[date], float]:
    return lambda end: abs(
        round(100 * (value(name, end) / value(name, end.replace(day=1) - timedelta(days=1)) - 1), 1)
    )


def people() -> dict[str, set[str]]:
    """By name of a person what each is said to be: the kind and the firm or place, or the saga."""
    first = "|".join(file()["names"]["first"])
    found: dict[str, set[str]] = {}
    for event in EVENTS:
        of = event.key.partition("-")[0]
        for telling in event.tellings["en"]:
            for name in re.findall(rf"(?:{first}) [A-Z][a-zA-Z-]+", " ".join(telling)):
                found.setdefault(name, set()).add(of)
    return found


def merged_reports() -> list[set[str]]:
    """Returns the stories that headlines on figures of several events are grouped into."""
    found = []
    for first in range(0, len(DAYS), 4):
        items, events = [], {}
        for event in (event for day in DAYS[first : first + 5] for event in events_of(day)):
            if not event.key.startswith("r"):
                continue
            for feed in map(feed_configs().__getitem__, tellers_of(event)):
                for item in feeds.tellings(feed, event):
                    items.append(
                        StoryItem(
                            item.key, feed.lang, item.title, item.summary, feed.publisher, item.published_at
                        )
                    )
                    events[item.key] = event.key
        stories: dict[Hashable, set[str]] = {}
        for key, story in group(items).items():
            stories.setdefault(story, set()).add(events[str(key)])
        found += [story for story in stories.values() if len(story) > 1]
    return found
