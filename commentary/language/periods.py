"""Days, months, quarters and years with their prepositions. Pure.

A period is given by its label: "2026-11-20", "2026-W47", "2026-10", "2026-Q3", "2026-S1", "2025". The year is
written only if it differs from the edition's.
"""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from briefing.core.periods import frequency_of, parse
from commentary.language.grammar import with_article

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
WEEKDAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
}
PARTS = {
    "en": ("first", "second", "third", "fourth"),
    "it": ("primo", "secondo", "terzo", "quarto"),
}
KINDS = {"D": "day", "W": "day", "M": "month", "Q": "part", "S": "part", "A": "year"}
NAMES = {"en": {"Q": "quarter", "S": "half"}, "it": {"Q": "trimestre", "S": "semestre"}}


@dataclass(frozen=True)
class PeriodText:
    """A period as text; `year` is the edition's, `day` the last day of a week not ending on Sunday."""

    label: str
    year: int
    day: str = ""

    @cached_property
    def kind(self) -> str:
        """ "day", "month", "part" (quarter or half) or "year"."""
        return KINDS[frequency_of(self.label)]

    def bare(self, language: str) -> str:
        """ "20 November", "October 2025", "the third quarter", "terzo trimestre del 2025", "2011"."""
        year, _dash, rest = self.label.partition("-")
        if self.kind == "year":
            return year
        if self.kind == "part":
            return self._part(rest, language)
        if self.kind == "month":
            return f"{_month(int(rest), language)}{self._year(int(year))}"
        when = self._date
        first = "1º" if language == "it" and when.day == 1 else str(when.day)
        return f"{first} {_month(when.month, language)}{self._year(when.year)}"

    @cached_property
    def _date(self) -> date:
        return date.fromisoformat(self.day) if self.day else parse(self.label).end

    def _year(self, year: int) -> str:
        return "" if year == self.year else f" {year}"

    def _part(self, rest: str, language: str) -> str:
        year = int(self.label[:4])
        ordinal, name = PARTS[language][int(rest[1:]) - 1], NAMES[language][rest[0]]
        joint = {"en": " of ", "it": " del "}[language]
        tail = "" if year == self.year else f"{joint}{year}"
        return f"the {ordinal} {name}{tail}" if language == "en" else f"{ordinal} {name}{tail}"

    def at(self, language: str) -> str:
        """ "on 20 November", "in October"; "il 20 novembre", "a ottobre", "nel terzo trimestre"."""
        text = self.bare(language)
        if language == "en":
            return f"{'on' if self.kind == 'day' else 'in'} {text}"
        if self.kind == "month":
            return f"{'ad' if text[0] == 'a' else 'a'} {text}"
        return with_article("" if self.kind == "day" else "in", text)

    def after(self, preposition: str, language: str) -> str:
        """Returns the period after "di", "da" or "a" in Italian, after any preposition in English."""
        text = self.bare(language)
        if language == "en":
            return f"{preposition} {text}"
        if self.kind == "month":
            return f"{'ad' if preposition == 'a' and text[0] == 'a' else preposition} {text}"
        return with_article(preposition, text)

    def weekday(self, language: str) -> str:
        """ "Thursday, 26 November", "giovedì 26 novembre"; days only."""
        name = WEEKDAYS[language].split()[self._date.weekday()]
        return f"{name}, {self.bare(language)}" if language == "en" else f"{name} {self.bare(language)}"


def _month(number: int, language: str) -> str:
    return MONTHS.get(language, MONTHS["en"]).split()[number - 1]
