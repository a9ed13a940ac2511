"""Dates in prose against the dates of the facts: days, months, quarters and years."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

_MONTHS = {
    "en": "january february march april may june july august september october november december".split(),
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split(),
}
_ANY = {lang: "|".join(names) for lang, names in _MONTHS.items()}
_DAY = {
    "en": re.compile(
        rf"\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_ANY['en']})\b(?:,? (\d{{4}}))?|\b({_ANY['en']}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d)(?:,? (\d{{4}}))?"
    ),
    "it": re.compile(
        rf"\b(\d{{1,2}})(?:º|°|o)? ({_ANY['it']})\b(?: (?:del )?(\d{{4}}))?|\b(primo) ({_ANY['it']})\b(?: (\d{{4}}))?"
    ),
}
# The first day of "between 19 and 20 November", which says its month only once.
_SPAN = {
    "en": re.compile(rf"\b(?:between|from)(?: the)? (\d{{1,2}})(?:st|nd|rd|th)? (?:and|to)(?: the)? \d{{1,2}}(?:st|nd|rd|th)? ({_ANY['en']})\b(?:,? (\d{{4}}))?"),
    "it": re.compile(rf"\b(?:tra|fra|dal|dall')(?: il| l')? ?(\d{{1,2}})(?:º|°)? (?:e|al|all') ?(?:il |l')?\d{{1,2}} ({_ANY['it']})\b(?: (?:del )?(\d{{4}}))?"),
}  # fmt: skip
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_MONTH = {
    "en": re.compile(rf"\b(?:({_ANY['en'].replace('may|', '').replace('march|', '')}|(?:(?<=in )|(?<=of )|(?<=since )|(?<=from )|(?<=to )|(?<=by ))(?:may|march)|(?:may|march)(?= (?:of )?\d{{4}}\b))\b(?:,? (?:of )?(\d{{4}}))?)"),
    "it": re.compile(rf"\b({_ANY['it']})\b(?: (?:del |dello scorso )?(\d{{4}}))?"),
}  # fmt: skip
_QUARTERS = {
    "en": re.compile(r"\b(?:(first|second|third|fourth) quarter(?: of (\d{4}))?|q([1-4])(?:[ -](\d{4}))?|(\d{4})[ -]?q([1-4]))\b"),
    "it": re.compile(r"\b(?:(primo|secondo|terzo|quarto) trimestre(?: (?:del |dell'anno )?(\d{4}))?|[tq]([1-4])(?:[ -](\d{4}))?|(\d{4})[ -]?[tq]([1-4]))\b"),
}  # fmt: skip
_PLACES = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "primo": 1,
    "secondo": 2,
    "terzo": 3,
    "quarto": 4,
}
_YEAR = re.compile(
    r"(?:(?<=mid-)|(?<![\d.,$€£-]))((?:19|20)\d{2})(?![\d%]|[.,]\d)(?! ?(?:points|punti|dollars|dollari|euros?|basis|billion|million|bn|%))"
)


_FOUR = re.compile(r"\d{4}")


@dataclass
class Calendar:
    """The days, months, quarters and years that the facts know."""

    days: set[tuple[int, int, int]] = field(default_factory=set)
    months: set[tuple[int, int]] = field(default_factory=set)
    quarters: set[tuple[int, int]] = field(default_factory=set)
    years: set[int] = field(default_factory=set)

    def add(self, year: int, month: int = 0, day: int = 0, quarter: int = 0) -> None:
        self.years.add(year)
        if day:
            self.days.add((year, month, day))
        if month:
            self.months.add((year, month))
            quarter = quarter or (month + 2) // 3
        if quarter:
            self.quarters.add((year, quarter))


def calendar(facts: Mapping[str, Any]) -> Calendar:
    """Dates found anywhere in the facts: as_of, the rows' dates and periods, the constants."""
    known = Calendar()
    for text in _strings(facts):
        _learn(known, text)
    return known


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


def _learn(known: Calendar, text: str) -> None:
    if not _FOUR.search(text):
        return
    if (match := re.match(r"(\d{4})-(\d{2})-(\d{2})", text)) and 1 <= int(match[2]) <= 12:
        known.add(int(match[1]), int(match[2]), int(match[3]))
    elif (match := re.fullmatch(r"(\d{4})-(\d{2})", text)) and 1 <= int(match[2]) <= 12:
        known.add(int(match[1]), int(match[2]))
    elif match := re.fullmatch(r"(\d{4})-?[QT]([1-4])", text):
        known.add(int(match[1]), quarter=int(match[2]))
    elif match := re.fullmatch(r"(\d{4})-?W(\d{2})", text):
        monday = date.fromisocalendar(int(match[1]), max(1, min(52, int(match[2]))), 1)
        for days in range(7):
            day = monday + timedelta(days)
            known.add(day.year, day.month, day.day)
    elif match := re.fullmatch(r"(\d{4})(?:-?[SH]([12]))?", text):
        known.add(int(match[1]))
    else:
        for found in re.finditer(r"\b(?:19|20)\d{2}\b", text):
            known.years.add(int(found[0]))


@dataclass(frozen=True)
class Said:
    """A date as a text says it; 0 for what it leaves out."""

    start: int
    end: int
    year: int = 0
    month: int = 0
    day: int = 0
    quarter: int = 0

    @property
    def parts(self) -> tuple[int, int, int, int]:
        return (self.year, self.month, self.day, self.quarter)


def dates(text: str, lang: str) -> list[Said]:
    """Every date of a text in lower case, the fuller form winning where two overlap."""
    found: list[Said] = []
    covered = bytearray(len(text) + 1)
    for said in _all(text, lang):
        if not any(covered[said.start : said.end]):
            covered[said.start : said.end] = b"\x01" * (said.end - said.start)
            found.append(said)
    return sorted(found, key=lambda said: said.start)


def _all(text: str, lang: str) -> Iterator[Said]:
    names = _MONTHS[lang]
    for match in _ISO.finditer(text):
        yield Said(*match.span(), year=int(match[1]), month=int(match[2]), day=int(match[3]))
    for match in _SPAN[lang].finditer(text):
        yield Said(
            *match.span(1), year=int(match[3] or 0), month=names.index(match[2]) + 1, day=int(match[1])
        )
    for match in _DAY[lang].finditer(text):
        day, month, year = _day_of(match, names)
        yield Said(*match.span(), year=year, month=month, day=day)
    for match in _MONTH[lang].finditer(text):
        yield Said(*match.span(), year=int(match[2] or 0), month=names.index(match[1]) + 1)
    for match in _QUARTERS[lang].finditer(text):
        place = _PLACES.get(match[1] or "") or int(match[3] or match[6])
        yield Said(*match.span(), year=int(match[2] or match[4] or match[5] or 0), quarter=place)
    for match in _YEAR.finditer(text):
        yield Said(*match.span(), year=int(match[1]))


def is_known(said: Said, known: Calendar) -> bool:
    """Whether the facts have this date, as far as it is said."""
    if said.day:
        return any((m, d) == (said.month, said.day) and said.year in (0, y) for y, m, d in known.days)
    if said.month:
        return any(m == said.month and said.year in (0, y) for y, m in known.months)
    if said.quarter:
        return any(q == said.quarter and said.year in (0, y) for y, q in known.quarters)
    return said.year in known.years


def _day_of(match: re.Match[str], names: list[str]) -> tuple[int, int, int]:
    if match[1]:
        return int(match[1]), names.index(match[2]) + 1, int(match[3] or 0)
    first, second = match[4], match[5]
    if first == "primo":
        return 1, names.index(second) + 1, int(match[6] or 0)
    return int(second), names.index(first) + 1, int(match[6] or 0)
