"""Turns a printed text into one that reads well aloud: numbers, units, signs, dates and abbreviations as words. Pure.

It reads the notation of `amounts.py`, `periods.py`, `indicators/wording.py` and quoted headlines. It works on the
printed text, so that texts of past days, stored without their slots, are read the same way.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from commentary.language import number_words
from commentary.language.grammar import article_of_number, contracted
from commentary.language.notation import MINUS
from commentary.language.periods import MONTHS, NAMES, PARTS

# A number in the notation of its language; in Italian a full stop before one or two digits is a foreign decimal mark.
_NUMBERS = {
    "en": r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?",
    "it": r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+|\.\d{1,2}(?!\d))?",
}
_SCALES = {"en": "billion|million|trillion|thousand", "it": "miliardi|miliardo|milioni|milione|mila miliardi"}
_MONEY = "[$€£]"
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_SPACES = re.compile(r"\s+")
_LEFT_OVER = re.compile(r"[^\w\s.,;:?!'’“”«»()–—-]|[_ºª°]")
_TO = {"en": " to ", "it": " a "}
_UP = {"en": "up", "it": "in aumento di"}


def spoken(text: str, language: str) -> str:
    """Returns the text without digits and signs; line breaks become blanks."""
    return _voice(language).read(text)


@dataclass(frozen=True)
class _Voice:
    """The words and patterns of one language."""

    language: str
    names: Mapping[str, str]
    units: Mapping[str, list[str]]
    signs: Mapping[str, str]

    def read(self, text: str) -> str:
        text = re.sub(r"(?<![\w)%])-(?=[$€£]?\d)", MINUS, _SPACES.sub(" ", text))
        text = re.sub(r"(?<=[\d%])[-–](?=\d)", _TO[self.language], text)
        for pattern, words in self._steps:
            text = pattern.sub(words, text)
        for sign, word in self.signs.items():
            text = text.replace(sign, word)
        text = _SPACES.sub(" ", _LEFT_OVER.sub(" ", text))
        return re.sub(r"\s+([.,;:?!)”»])", r"\1", text).strip()

    @cached_property
    def _steps(self) -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
        """The replacements in their order: what holds digits with a meaning of its own goes before plain numbers."""
        steps = [(self._any_of(self.names), lambda found: self.names[found[0]])]
        steps += self._dates_en if self.language == "en" else self._dates_it
        number = _NUMBERS[self.language]
        units = "|".join(map(re.escape, sorted(self.units, key=len, reverse=True)))
        amount = (
            rf"(?P<sign>[+{MINUS}]\s?)?(?P<money>{_MONEY})?(?<![\d])(?P<number>{number})"
            rf"(?:\s(?P<scale>{_SCALES[self.language]})\b)?(?:\s?(?P<unit>{units})(?!\w))?"
        )
        return [*steps, (re.compile(r"\b(\d{1,2}):(\d\d)\b"), self._time), (re.compile(amount), self._amount)]

    @staticmethod
    def _any_of(names: Mapping[str, str]) -> re.Pattern[str]:
        longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        return re.compile(rf"(?<!\w)(?:{longest})(?!\w)")

    @property
    def _dates_en(self) -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
        full = MONTHS["en"].split()
        months = "|".join([*full, *(month[:3] for month in full), "Sept"])
        named = {month[:3]: month for month in full}

        def day(found: re.Match[str]) -> str:
            year = f" {number_words.year(int(found[3]), 'en')}" if found[3] else ""
            return f"the {number_words.ordinal(int(found[1]), 'en')} of {named[found[2][:3]]}{year}"

        def day_after(found: re.Match[str]) -> str:
            return f"{named[found[1][:3]]} the {number_words.ordinal(int(found[2]), 'en')}"

        return [
            (re.compile(r"\b([QH])([1-4])(?:\s(\d{4}))?\b"), self._part),
            (re.compile(rf"(?<![\d.,])(?:the )?(\d{{1,2}})\s({months})\b(?:\s(\d{{4}})\b)?"), day),
            (re.compile(rf"\b({months})\s(\d{{1,2}})(?![\d%]|[.,:]\d)"), day_after),
            (re.compile(r"\b(\d{1,4})(?:st|nd|rd|th)\b"), lambda f: number_words.ordinal(int(f[1]), "en")),
            (re.compile(r"\b(1[6-9]\d0|20\d0)s\b"), self._decade),
        ]

    @property
    def _dates_it(self) -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]]:
        def place(found: re.Match[str]) -> str:
            return number_words.ordinal(int(found[1]), "it", feminine=found[2] == "ª")

        return [
            (re.compile(r"(?<!\w)([1-4])°\s(trim|sem)\.(?:\s(\d{4}))?"), self._part_it),
            (re.compile(r"(?<!\d)(\d{1,4})([ºª°])"), place),
        ]

    def _part(self, found: re.Match[str]) -> str:
        name = NAMES["en"]["S" if found[1] == "H" else "Q"]
        year = f" of {number_words.year(int(found[3]), 'en')}" if found[3] else ""
        return f"the {PARTS['en'][int(found[2]) - 1]} {name}{year}"

    def _part_it(self, found: re.Match[str]) -> str:
        name = NAMES["it"]["S" if found[2] == "sem" else "Q"]
        year = f" del {number_words.year(int(found[3]), 'it')}" if found[3] else ""
        return f"{PARTS['it'][int(found[1]) - 1]} {name}{year}"

    def _decade(self, found: re.Match[str]) -> str:
        words = number_words.year(int(found[1]), "en")
        return f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"

    def _time(self, found: re.Match[str]) -> str:
        hours, minutes = (number_words.cardinal(int(found[place]), self.language) for place in (1, 2))
        if found[2] == "00":
            return f"{hours} o’clock" if self.language == "en" else hours
        return f"{hours} e {minutes}" if self.language == "it" else f"{hours} {minutes}"

    def _amount(self, found: re.Match[str]) -> str:
        """Reads a number with sign, scale and unit; a letter before or after it stays a word of its own."""
        printed = found["number"]
        words = self._number(printed, is_year=not (found["money"] or found["unit"] or found["scale"]))
        parts = [self._sign(found), words, found["scale"] or "", self._unit(found, printed)]
        text = " ".join(part for part in parts if part)
        text = text.replace("’ ", "’")
        before, after = found.string[: found.start()], found.string[found.end() :]
        lead = " " if before[-1:].isalpha() or before[-1:] == "-" else ""
        return f"{lead}{text}{' ' if after[:1].isalpha() else ''}"

    def _number(self, printed: str, *, is_year: bool) -> str:
        if is_year and _YEAR.fullmatch(printed):
            return number_words.year(int(printed), self.language)
        if printed.isdecimal() and len(printed) > 1 and printed[0] == "0":
            return number_words.spelled(printed, self.language)
        mark, group = (".", ",") if self.language == "en" else (",", ".")
        if self.language == "it" and re.fullmatch(r"\d+\.\d{1,2}", printed):
            mark, group = group, mark
        whole, _mark, rest = printed.replace(group, "").partition(mark)
        return number_words.decimal(int(whole), rest, self.language)

    def _sign(self, found: re.Match[str]) -> str:
        """ "minus"; "up", in Italian with the article that a percentage takes."""
        sign = (found["sign"] or "").strip()
        if sign == MINUS:
            return "minus" if self.language == "en" else "meno"
        if sign != "+":
            return ""
        if self.language == "it" and found["unit"] == "%":
            return f"in aumento {contracted('di', article_of_number(found['number']))}"
        return _UP[self.language]

    def _unit(self, found: re.Match[str], printed: str) -> str:
        is_one = printed == "1" and not found["scale"]
        name = found["unit"] or found["money"]
        if not name:
            return ""
        unit = self.units[name][0 if is_one else 1]
        joint = "di " if self.language == "it" and found["scale"] and name != "%" else ""
        return f"{joint}{unit}"


@cache
def _voice(language: str) -> _Voice:
    whole = tomllib.loads(Path(__file__).with_name("spoken.toml").read_text(encoding="utf-8"))
    part = whole[language]
    return _Voice(language, part["names"], part["units"], part["signs"])
