"""Extracts the numbers of a headline and its summary, to render them in either language. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from briefing.core.numbers import NBSP

MOST = 4  # per story
_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9, "dieci": 10,
    "dodici": 12,
}  # fmt: skip
_PRINTED = {
    2: ("two", "due"), 3: ("three", "tre"), 4: ("four", "quattro"), 5: ("five", "cinque"), 6: ("six", "sei"),
    7: ("seven", "sette"), 8: ("eight", "otto"), 9: ("nine", "nove"), 10: ("ten", "dieci"), 12: ("twelve", "dodici"),
}  # fmt: skip
_SCALES = {
    "thousand": ("thousand", "mila"), "mila": ("thousand", "mila"),
    "million": ("million", "milioni"), "milioni": ("million", "milioni"), "milione": ("million", "milioni"),
    "billion": ("billion", "miliardi"), "miliardi": ("billion", "miliardi"), "miliardo": ("billion", "miliardi"),
    "trillion": ("trillion", "mila miliardi"),
    "bn": ("billion", "miliardi"), "mln": ("million", "milioni"), "mld": ("billion", "miliardi"),
}  # fmt: skip
_MONEY = {
    "euros": ("euros", "euro"), "euro": ("euros", "euro"), "€": ("euros", "euro"), "dollars": ("dollars", "dollari"),
    "dollari": ("dollars", "dollari"), "$": ("dollars", "dollari"), "pounds": ("pounds", "sterline"),
    "sterline": ("pounds", "sterline"), "£": ("pounds", "sterline"), "yen": ("yen", "yen"),
}  # fmt: skip
_POINTS = {
    "percentage point": ("percentage points", "punti percentuali"),
    "punti percentuali": ("percentage points", "punti percentuali"),
    "basis point": ("basis points", "punti base"), "punti base": ("basis points", "punti base"),
}  # fmt: skip
_WORDED = "|".join(_WORDS)
_NUMBER = re.compile(
    rf"""(?<![\w.,])(?P<sign>[$£€])?\s?(?P<number>\d{{1,3}}(?:[.,]\d{{3}})+(?:[.,]\d{{1,2}})?|\d+(?:[.,]\d+)?)(?![\d])
    (?:\s?(?P<percent>%|per\scent\b|percent\b|per\scento\b))?
    (?:[\s-]?(?P<scale>thousand|mila|million|milion[ei]|billion|miliard[io]|trillion|bn|mln|mld)\b)?
    (?:\s(?:di\s)?(?P<money>euros?|dollars|dollari|pounds|sterline|yen|€|\$|£)(?!\w))?
    (?:\s(?P<points>percentage\spoint|punti\spercentuali|basis\spoint|punti\sbase))?
    | (?<![\w-])(?P<word>{_WORDED})\b(?!-|\s(?:anni|years|year|yr)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_A_NUMBER = re.compile(r"^(?:19|20)\d\d$")  # a year


@dataclass(frozen=True)
class Quantity:
    """A number from a headline in both languages; `is_share` is a percentage, with an Italian article."""

    en: str
    it: str
    is_share: bool = False

    def text(self, language: str) -> str:
        return self.it if language == "it" else self.en


def quantities(title: str, summary: str) -> list[Quantity]:
    """Returns the first four distinct numbers of a story, without years and parts of names ("G7", "10-year")."""
    found = [each for text in (title, summary) for each in _found(text)]
    return list(dict.fromkeys(found))[:MOST]


def _found(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        if match["word"]:
            english, italian = _PRINTED[_WORDS[match["word"].lower()]]
            yield Quantity(english, italian)
        elif not _is_name(text, match):
            yield _quantity(match)


def _is_name(text: str, match: re.Match[str]) -> bool:
    tail = text[match.end() : match.end() + 1]
    return tail == "-" or bool(
        _NOT_A_NUMBER.match(match["number"]) and not (match["percent"] or match["scale"])
    )


def _quantity(match: re.Match[str]) -> Quantity:
    english, italian = _written(match["number"])
    if match["percent"]:
        return Quantity(f"{english}%", f"{italian}%", is_share=True)
    units = [("", "")]
    if match["scale"]:
        units.append(_SCALES[match["scale"].lower()])
    money = match["money"] or match["sign"]
    if money:
        units.append(_MONEY[money.lower()])
    if match["points"]:
        units.append(_POINTS[" ".join(match["points"].lower().split())])
    return Quantity(_english(english, units), _italian(italian, units))


def _english(number: str, units: list[tuple[str, str]]) -> str:
    return NBSP.join([number, *(english for english, _italian in units if english)])


def _italian(number: str, units: list[tuple[str, str]]) -> str:
    words = [italian for _english, italian in units if italian]
    if len(words) == 2 and words[0] != "mila":
        words.insert(1, "di")
    return NBSP.join([number, *words])


def _written(number: str) -> tuple[str, str]:
    """Returns the digits in English and Italian notation, from either notation."""
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number):
        groups = re.split(r"[.,]", number)
        return ",".join(groups), ".".join(groups)
    grouped = re.fullmatch(r"(\d{1,3}(?:[.,]\d{3})+)[.,](\d{1,2})", number)
    if grouped:
        groups = re.split(r"[.,]", grouped[1])
        return f"{','.join(groups)}.{grouped[2]}", f"{'.'.join(groups)},{grouped[2]}"
    whole, _mark, rest = number.replace(",", ".").partition(".")
    return (f"{whole}.{rest}", f"{whole},{rest}") if rest else (whole, whole)
