"""Compares the table of decision days with the banks' own pages.

Each reader parses one bank's page and returns the decision days in it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from html import unescape

from indicators.agenda.calendars import page_parsing
from indicators.agenda.calendars.page_parsing import MONTHS
from indicators.agenda.decisions import Bank
from indicators.sources import SourceError, parsing

Reader = Callable[[str], set[date]]
SHORT = {name[:3]: number for name, number in MONTHS.items()}
TAG = re.compile(r"<[^>]+>")
NAMES = "|".join(name.capitalize() for name in MONTHS)


@dataclass(frozen=True)
class Comparison:
    """Differences between the table and a bank's page, from today to the last day covered by both."""

    bank: str
    same: int = 0
    absent: list[date] = field(default_factory=list)  # on the page, not in the table
    unknown: list[date] = field(default_factory=list)  # in the table, not on the page
    error: str = ""
    by_hand: str = ""

    @property
    def agrees(self) -> bool:
        return not (self.absent or self.unknown or self.error)

    def __str__(self) -> str:
        if self.by_hand:
            return f"{self.bank}: no program is let in; look at {self.by_hand}"
        if self.error:
            return f"{self.bank}: {self.error}"
        parts = [f"{self.same} days agree"]
        parts += [f"only on the page: {_listed(self.absent)}"] if self.absent else []
        parts += [f"only in the table: {_listed(self.unknown)}"] if self.unknown else []
        return f"{self.bank}: {'; '.join(parts)}"


def _listed(days: list[date]) -> str:
    return ", ".join(day.isoformat() for day in days)


def compare(bank: Bank, today: date) -> Comparison:
    """Fetches the bank's page and compares; an error is returned in the result."""
    if not bank.check:
        return Comparison(bank.id, by_hand=bank.page)
    try:
        body = parsing.get(bank.id, bank.check, attempts=1).body
        found = {day for day in READERS[bank.id](body.decode("utf-8", "replace")) if day >= today}
    except SourceError as error:
        return Comparison(bank.id, error=str(error))
    except (ValueError, LookupError) as error:
        return Comparison(bank.id, error=f"the page may have another shape now ({error!r}).")
    if not found:
        return Comparison(bank.id, error="the page names no day to come; it may have another shape now.")
    known = {day for day in bank.days if today <= day <= max(found)}
    return Comparison(bank.id, len(known & found), sorted(found - known), sorted(known - found))


def text_of(page: str) -> str:
    return " ".join(unescape(TAG.sub(" ", page)).split())


def _month(name: str) -> int:
    return SHORT[name.strip(" .").lower()[:3]]


def _by_year(text: str, heading: str) -> Iterator[tuple[int, str]]:
    """The parts of a text under headings with a year (the pattern's first group)."""
    heads = list(re.finditer(heading, text))
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        yield int(head[1]), text[head.end() : end]


def fomc(page: str) -> set[date]:
    """Parses `January` with `27-28*` and `Apr/May` with `30-1`; skips notation votes, which are not meetings."""
    rows = r"fomc-meeting__month[^>]*>(.*?)</div>.*?fomc-meeting__date[^>]*>(.*?)</div>"
    found = set()
    for year, part in _by_year(page, r"(\d{4}) FOMC Meetings"):
        for month, days in re.findall(rows, part, re.DOTALL):
            numbers = re.findall(r"\d+", text_of(days))
            if numbers and "notation" not in days:
                found.add(date(year, _month(text_of(month).split("/")[-1]), int(numbers[-1])))
    return found


def ecb(page: str) -> set[date]:
    """Parses day 2 of monetary policy meetings; rows without a day mark count too."""
    rows = r"(\d\d)/(\d\d)/(\d{4}) (.*?)(?= \d\d/\d\d/\d{4} |$)"
    return {
        date(int(year), int(month), int(day))
        for day, month, year, what in re.findall(rows, text_of(page))
        if "monetary policy meeting" in what and "non-monetary" not in what and "Day 1" not in what
    }


def boe(page: str) -> set[date]:
    """Parses `Thursday 17 December` under `2026 confirmed dates`."""
    row = rf"(?:Mon|Tues|Wednes|Thurs|Fri)day (\d{{1,2}}) ({NAMES})"
    return {
        date(year, _month(month), int(day))
        for year, part in _by_year(text_of(page), r"(\d{4}) (?:confirmed|provisional) dates")
        for day, month in re.findall(row, part)
    }


def boj(page: str) -> set[date]:
    """Parses `Jan. 21 (Thurs.), 22 (Fri.)` and `Apr. 30 (Thurs.), May 1 (Fri.)`; decisions are on the second day."""
    row = r"([A-Z][a-z]+)\.? \d{1,2} \([A-Za-z]+\.?\), (?:([A-Z][a-z]+)\.? )?(\d{1,2}) \("
    return {
        date(year, _month(second or first), int(day))
        for year, part in _by_year(text_of(page), r"Table ?: ?(\d{4})")
        for first, second, day in re.findall(row, part)
    }


def snb(page: str) -> set[date]:
    """Parses `10.12.2026 09:30 Monetary policy assessment …`."""
    row = r"(\d\d)\.(\d\d)\.(\d{4}) \d\d:\d\d Monetary policy assessment"
    return {date(int(year), int(month), int(day)) for day, month, year in re.findall(row, text_of(page))}


def boc(page: str) -> set[date]:
    """Parses the `Interest Rate Announcement`s of the iCalendar file, which covers about four months."""
    events = page_parsing.ics_events("BOC", page.encode(), zone="America/Toronto")
    return {event.day for event in events if "interest rate announcement" in event.title.lower()}


def rba(page: str) -> set[date]:
    """Parses `2–3 February` in the first column of a month's row; the decision is on the second day."""
    row = rf'<th scope="row">(?:{NAMES})</th>\s*<td>([^<]*?)({NAMES})</td>'
    return {
        date(year, _month(month), int(re.findall(r"\d+", days)[-1]))
        for year, part in _by_year(page, r"Board meeting schedules (\d{4})")
        for days, month in re.findall(row, part)
    }


READERS: dict[str, Reader] = {
    "FOMC": fomc,
    "ECB": ecb,
    "BOE": boe,
    "BOJ": boj,
    "SNB": snb,
    "BOC": boc,
    "RBA": rba,
}
