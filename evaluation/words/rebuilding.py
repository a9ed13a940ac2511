"""Rebuilds sample figures and headlines of past weekdays, and the texts that the rules write for them.

The sample server returns the same data for a day whenever it is requested. So each symbol is fetched once in full,
its publication lag is determined by requests on earlier days, and a day's history is what was published by then.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any

import time_machine
from django.conf import settings

from briefing.demo import feeds
from briefing.demo.server import serve
from commentary.facts import ranking
from commentary.facts.collecting import row_facts
from commentary.facts.log_material import MOST_HEADLINES, LogHeadline, LogMaterial
from commentary.facts.past import past_of
from commentary.facts.ranking import PreviousFigures
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.language.rendering import RenderedText, render
from commentary.publishing.logs import Log
from commentary.publishing.reads import Read
from commentary.writing.composition import ByRules
from commentary.writing.drafts import Assignment
from indicators import history
from indicators.computation import figure_of
from indicators.fetching import FetchRequest, fetch_all
from indicators.figures import Point
from indicators.groups import GroupConfig, load
from indicators.sources import file_cache
from news.tagging.tag import rule_tags

END = date(2026, 11, 20)
READ_AT, LOG_AT = time(7, 7, tzinfo=UTC), time(12, 7, tzinfo=UTC)
TONES = ("NOVICE", "INTERMEDIATE")
STYLE = "DRY"
DAYS_REMEMBERED = 1  # days before the first one, for the comparison with the previous texts
LONGEST_LAG = 256  # days
PERIODS_WITH_LAG = 6
TIME_LIMIT_S = 600.0
Texts = dict[str, RenderedText]  # by language


@dataclass(frozen=True)
class RebuiltSeries:
    """A symbol's points, oldest first, and its publication lag; `lags` are those of single periods."""

    points: Sequence[Point]
    lag: timedelta
    lags: Mapping[date, timedelta] = field(default_factory=dict)

    def known_on(self, day: date) -> list[Point]:
        return [point for point in self.points if point.day + self.lags.get(point.day, self.lag) <= day]


@dataclass
class DayTexts:
    """A day's facts and texts by rules: `reads` by group and tone, `logs` by tone."""

    day: date
    facts: dict[str, Facts]
    reads: dict[tuple[str, str], Texts] = field(default_factory=dict)
    logs: dict[str, Texts] = field(default_factory=dict)
    assignments: dict[tuple[str, str], Assignment] = field(default_factory=dict)  # "log" among the groups

    @property
    def lead(self) -> str:
        return self.facts[EVERYTHING].lead


def editions(count: int, *, end: date = END) -> list[DayTexts]:
    """Returns the texts of the last `count` weekdays until `end`, oldest first, compared with earlier ones."""
    series = fetched(end)
    found: list[DayTexts] = []
    for day in weekdays(count + DAYS_REMEMBERED, end):
        found.append(_edition(day, series, found, written=len(found) + 1 >= DAYS_REMEMBERED))
    return found[DAYS_REMEMBERED:]


def weekdays(count: int, end: date) -> list[date]:
    """Returns the last `count` weekdays until `end`, oldest first."""
    days = (end - timedelta(days=back) for back in range(2 * count + 7))
    return sorted([day for day in days if day.weekday() < 5][:count])


@cache
def fetched(end: date) -> dict[str, RebuiltSeries]:
    """Returns every active symbol's series, from a sample server in this process; Django must be configured."""
    bind, _, port = settings.SAMPLE_SOURCES_URL.rpartition("/")[2].partition(":")
    server = serve(bind, int(port))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        return _all_series(end)
    finally:
        server.shutdown()
        server.server_close()


def _all_series(end: date) -> dict[str, RebuiltSeries]:
    symbols = load().symbols()
    whole = observations(
        [FetchRequest(symbol, frequency, date(2011, 1, 1)) for symbol, frequency in symbols.items()], on=end
    )
    return {symbol: _series(symbol, symbols[symbol], points) for symbol, points in whole.items()}


def _series(symbol: str, frequency: str | None, points: Sequence[Point]) -> RebuiltSeries:
    """Returns a series with the lag of its newest period, and those of some monthly or quarterly ones before it."""
    request = FetchRequest(symbol, frequency, points[-1].day - timedelta(days=400))
    lag = publication_lag(request, points[-1].day)
    if frequency not in ("M", "Q"):
        return RebuiltSeries(points, lag)
    # A release on the second Thursday of a month comes up to a week sooner or later after the period.
    low, high = max(-1, lag.days - 9), lag.days + 9
    earlier = points[-PERIODS_WITH_LAG:-1]
    return RebuiltSeries(
        points, lag, {each.day: publication_lag(request, each.day, low, high) for each in earlier}
    )


def observations(asks: Sequence[FetchRequest], *, on: date) -> dict[str, list[Point]]:
    file_cache.forget()  # a file asked for on a later day would tell this day's figures too early
    with time_machine.travel(datetime.combine(on, time(23, 30), tzinfo=UTC), tick=False):
        answers = list(fetch_all(asks, time_limit_s=TIME_LIMIT_S))
    return {
        answer.request.symbol: [Point(each.period, each.day, each.value) for each in answer.observations]
        for answer in answers
        if not answer.error
    }


def publication_lag(
    request: FetchRequest, newest: date, too_few: int = -1, enough: int = LONGEST_LAG
) -> timedelta:
    """Returns the fewest days after which a period is published, by bisection between two bounds."""
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        there = observations([request], on=newest + timedelta(days=middle)).get(request.symbol, [])
        if there and there[-1].day >= newest:
            enough = middle
        else:
            too_few = middle
    return timedelta(days=enough)


def _edition(
    day: date, series: dict[str, RebuiltSeries], before: Sequence[DayTexts], *, written: bool
) -> DayTexts:
    """Returns a day's facts, with texts if `written`."""
    known = {symbol: one.known_on(day) for symbol, one in series.items()}
    found = DayTexts(day, _facts(day, known, seen_before(before)))
    last = before[-1] if before and before[-1].logs else None
    if not written:
        return found
    with time_machine.travel(datetime.combine(day, READ_AT), tick=False):
        for scope, facts in found.facts.items():
            for tone in TONES:
                told = _after(facts, last.reads[scope, tone] if last else None, last.day if last else None)
                read = Read(told, tone, STYLE)
                found.reads[scope, tone] = _printed(read.assignment, read.by_rules)
                found.assignments[scope, tone] = read.assignment
        for tone in TONES:
            material = _material(found, tone, last)
            log = Log(material)
            found.assignments["log", tone] = log.assignment
            found.logs[tone] = _printed(log.assignment, log.by_rules)
    return found


def _printed(task: Assignment, by_rules: ByRules) -> Texts:
    draft = by_rules(task.slots)
    return {language: render(draft, task.slots, language) for language in ("en", "it")}


def seen_before(before: Sequence[DayTexts]) -> PreviousFigures:
    """Returns the previous day's figures, as `previous.seen_before_day` finds them with one text per weekday."""
    if not before:
        return PreviousFigures()
    return PreviousFigures({row.key: row for row in before[-1].facts[EVERYTHING].rows})


def _facts(day: date, known: dict[str, list[Point]], seen: PreviousFigures) -> dict[str, Facts]:
    groups = {group.id: tuple(_rows(group, day, known, seen)) for group in load().groups}
    whole = tuple(row for rows in groups.values() for row in rows)
    moment = datetime.combine(day, READ_AT)
    everything = Facts(EVERYTHING, day.isoformat(), whole, stories=stories(moment, timedelta(days=1)))
    return {EVERYTHING: everything} | {key: Facts(key, day.isoformat(), rows) for key, rows in groups.items()}


def _rows(
    group: GroupConfig, day: date, known: dict[str, list[Point]], seen: PreviousFigures
) -> Iterator[RowFacts]:
    for row in group.rows:
        points = history.transformed(row, known)
        figure = figure_of(row, points, datetime.combine(day, READ_AT))
        if figure is not None:
            past = past_of(row, points)
            yield ranking.marked(row_facts(row, figure, past, day), seen, dict(past.recent))


def _after(facts: Facts, last: Texts | None, day: date | None) -> Facts:
    if last is None or day is None or facts.group != EVERYTHING:
        return facts
    return replace(facts, previous=_previous(last, datetime.combine(day, READ_AT)))


def _previous(last: Texts, at: datetime) -> dict[str, str]:
    return {"title": last["en"].title, "text": last["en"].body, "as_of": at.isoformat(timespec="minutes")}


def _material(edition: DayTexts, tone: str, last: DayTexts | None) -> LogMaterial:
    """Returns the log's material; its moves are measured from the log of the weekday before."""
    slot = datetime.combine(edition.day, LOG_AT)
    told = stories(slot, timedelta(hours=6))
    figures = replace(edition.facts[EVERYTHING], stories=told[:10], previous=None)
    if last is not None:
        figures = replace(figures, previous=_previous(last.logs[tone], datetime.combine(last.day, LOG_AT)))
    read, tags = edition.reads[EVERYTHING, tone], dict[str, int]()
    for story in told:
        for tag in story["tags"]:
            tags[tag] = tags.get(tag, 0) + 1
    return LogMaterial(
        slot=slot,
        tone=tone,
        style=STYLE,
        figures=figures,
        lead=(read["en"].title, read["en"].body),
        lead_it=read["it"].body,
        headlines=tuple(
            LogHeadline(number, story["title"], story["publisher"], story["url"], tuple(story["tags"]))
            for number, story in enumerate(told[:MOST_HEADLINES])
        ),
        tags=tuple(sorted(tags.items(), key=lambda each: (-each[1], each[0]))[:8]),
        stories=len(told),
        newest=len(told),
    )


def stories(until: datetime, window: timedelta) -> tuple[dict[str, Any], ...]:
    """Returns the sample feeds' stories of a period, largest first, as `commentary.facts.stories` does.

    All headlines of an event form one story here; grouping is measured in `evaluation.stories`.
    """
    told: dict[str, list[tuple[str, str, feeds.SampleItem]]] = {}
    for configured in feeds.feed_configs().values():
        for item in feeds.items_of(configured, until, window):
            told.setdefault(item.event, []).append((configured.publisher, configured.lang, item))
    ranked = sorted(
        told.values(), key=lambda items: (-len({publisher for publisher, *_ in items}), items[0][2].key)
    )
    return tuple(_story(items) for items in ranked)


def _story(items: Sequence[tuple[str, str, feeds.SampleItem]]) -> dict[str, Any]:
    ordered = sorted(items, key=lambda each: each[2].published_at)
    publisher, _lang, first = ordered[0]
    return {
        "title": first.title,
        "summary": first.summary,
        "publisher": publisher,
        "url": first.link,
        "publishers": len({publisher for publisher, *_ in items}),
        "sources": sorted({publisher for publisher, *_ in items}),
        "tags": sorted({tag for _, lang, item in items for tag in rule_tags(item.title, item.summary, lang)}),
        "at": first.published_at.isoformat(timespec="minutes"),
        "titles": {lang: {"title": item.title, "publisher": name} for name, lang, item in reversed(ordered)},
    }
