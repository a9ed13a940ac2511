"""The events of a day in the sample world with their headlines: the reports, kinds and sagas of `events.toml`."""

import random
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.utils.dates import MONTHS

from briefing.demo import reports
from briefing.demo.releases import decisions
from briefing.demo.world import EPOCH, holiday

FILE = Path(__file__).with_name("events.toml")
LANGUAGES = ("en", "it")
EVERY = 9  # days between two events of a kind, unless it sets its own number
HOURS = (6, 20)
CHAPTERS_AT = tuple(timedelta(days=d, hours=h, minutes=40) for d, h in ((0, 7), (1, 15), (3, 8), (5, 9)))
NO_FIGURE = {8, 11, *range(80, 90)}  # in Italian "al" and "del" are wrong before these
Telling = tuple[str, str]  # title, summary
Kind = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class SampleEvent:
    """An event at a time: feeds that announce it and headlines by language; more papers report a large one."""

    key: str
    at: datetime
    announced_by: tuple[str, ...]
    tellings: Mapping[str, tuple[Telling, ...]]
    large: bool = False


@cache
def file() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@lru_cache(maxsize=128)
def events_of(day: date) -> tuple[SampleEvent, ...]:
    found = [*_reports(day), *_kinds(day), *_chapters(day)]
    return tuple(sorted(found, key=lambda event: event.at))


def _reports(day: date) -> Iterator[SampleEvent]:
    for place, report in enumerate(file()["report"]):
        for occasion in reports.occasions(report, day):
            words = {lang: reports.words(report, occasion, lang) for lang in LANGUAGES}
            yield _event(f"r{place}-{day:%y%m%d}", occasion.at, report, words)


def _kinds(day: date) -> Iterator[SampleEvent]:
    for place, kind in enumerate(file()["kind"]):
        official = "hours" in kind or bool(kind.get("announced_by"))
        away = day.weekday() > 4 or holiday(day) or (day.month, day.day) > (12, 23)
        if (official and away) or _is_silent(kind, day):
            continue
        count = (day - EPOCH).days
        if official:  # counted in working days
            count = (count + EPOCH.weekday()) // 7 * 5 + day.weekday()
        turn, rest = divmod(count + 5 * place, kind.get("every", EVERY))
        if rest == 0:
            key = f"k{place}-{day:%y%m%d}"
            chance = random.Random(key)
            first, last = kind.get("hours", HOURS)
            at = datetime.combine(day, time(), UTC) + timedelta(
                minutes=chance.randrange(60 * first, 60 * last, 10)
            )
            yield _event(key, at, kind, {lang: _words(kind, turn, day, lang) for lang in LANGUAGES})


def _is_silent(kind: Kind, day: date) -> bool:
    """Whether the kind's central bank decides within its quiet period, when its officials do not speak."""
    bank, days = kind.get("silent", ("", 0))
    return bool(bank and decisions(bank, day, day + timedelta(days=days)))


def _words(kind: Kind, turn: int, day: date, lang: str) -> dict[str, str]:
    firm = _subject(kind, turn, "firms", file()["names"].get(kind.get("firms"), [""]))
    english, italian = _subject(kind, turn, "places", file()["places"].get(kind.get("places"), [("", "")]))
    role = kind.get("role", "head")
    month = (day.month - 2) % 12 + 1  # the one before
    return _figures(kind, lang, f"figures {turn} {kind['en'][0]}") | {
        "firm": firm,
        "place": italian if lang == "it" else english,
        "person": person(role, firm or english),
        "month": reports.calendar_name(MONTHS[month], lang),
        "at_month": reports.in_month(month, lang),
    }


def _subject(kind: Kind, turn: int, of: str, choices: list[Any]) -> Any:
    """Rotates the choices, so that kinds that share firms or places use different ones at a time."""
    peers = [one for one in file()["kind"] if one.get(of) == kind.get(of)]
    return choices[(turn * len(peers) + peers.index(kind)) % len(choices)]


@cache
def _roles() -> dict[tuple[str, str], int]:
    """Numbers every pair of role and firm or place; each is a different person."""
    pairs: dict[tuple[str, str], int] = {}
    for kind in file()["kind"]:
        subjects = file()["names"].get(kind.get("firms")) or [
            english for english, _italian in file()["places"].get(kind.get("places"), [("", "")])
        ]
        for subject in subjects:
            pairs.setdefault((kind.get("role", "head"), subject), len(pairs))
    return pairs


def person(role: str, subject: str) -> str:
    return _name(_roles()[role, subject])


def _name(number: int) -> str:
    """Combines first names and surnames; a pair repeats after some hundreds."""
    first, last = file()["names"]["first"], file()["names"]["persons"]
    return f"{first[(number + number // len(last)) % len(first)]} {last[number % len(last)]}"


def _chapters(day: date) -> Iterator[SampleEvent]:
    """Yields the chapters of the week's saga, which starts on Monday; its number sets names and figures."""
    number = ((day - EPOCH).days + EPOCH.weekday()) // 7
    saga = file()["saga"][number % len(file()["saga"])]
    monday = datetime.combine(day - timedelta(days=day.weekday()), time(), UTC)
    for place, chapter in enumerate(saga["chapter"]):
        at = monday + CHAPTERS_AT[place]
        if at.date() == day:
            words = {lang: _saga_words(saga, number, lang) for lang in LANGUAGES}
            yield _event(f"s{number}-{place}", at, chapter, words, large=True)


def _saga_words(saga: Kind, number: int, lang: str) -> dict[str, str]:
    """Returns the saga's words: the next target each time it runs, and a person used nowhere else."""
    turn = number // len(file()["saga"])
    firms = file()["names"].get(saga.get("firms"), [""])
    target = saga["targets"][turn % len(saga["targets"])][LANGUAGES.index(lang)]
    return _figures(saga, lang, f"saga {number}") | {
        "target": target,
        "su_target": f"su{'l' if target.startswith('le ') else ''}{target}",  # "sui", "sugli", "sulle"
        "firm": firms[turn % len(firms)],
        "person": _name(len(_roles()) + number % 200),
    }


def _figures(kind: Kind, lang: str, seed: str) -> dict[str, str]:
    chance = random.Random(seed)
    a, b = chance.randint(20, 68) / 10, chance.randint(20, 68) / 10
    low, high = kind.get("n", (3, 79))
    n = chance.choice([n for n in range(low, high + 1) if n not in NO_FIGURE])
    point = "," if lang == "it" else "."
    return {"a": f"{a:.1f}".replace(".", point), "b": f"{b:.1f}".replace(".", point), "n": str(n)}


def _event(
    key: str, at: datetime, kind: Kind, words: Mapping[str, Mapping[str, str]], *, large: bool = False
) -> SampleEvent:
    tellings = {lang: tuple(_telling(texts, words[lang]) for texts in kind[lang]) for lang in LANGUAGES}
    return SampleEvent(key, at, tuple(kind.get("announced_by", ())), tellings, large)


def _telling(texts: list[str], words: Mapping[str, str]) -> Telling:
    title, summary = (text[:1].upper() + text[1:] for text in (text.format(**words) for text in texts))
    return title + words.get("day", ""), summary
