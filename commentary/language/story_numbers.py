"""Extracts the numbers of a headline and its summary, to render them in either language. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from briefing.core.numbers import NBSP
from commentary.language.slots import FixedWords

MOST = 4  # per story


def _by_word(*entries: str) -> dict[str, tuple[str, str]]:
    """Returns the English and Italian form by each written form; an entry has those two and others."""
    parts = [entry.split("/") for entry in entries]
    return {word: (part[0], part[1]) for part in parts for word in part}


_WORDS = _by_word(
    "two/due", "three/tre", "four/quattro", "five/cinque", "six/sei", "seven/sette", "eight/otto", "nine/nove",
    "ten/dieci", "twelve/dodici",
)  # fmt: skip
_SCALES = _by_word(
    "thousand/mila",
    "million/milioni/milione/mln",
    "billion/miliardi/miliardo/bn/mld",
    "trillion/mila miliardi",
)
_MONEY = _by_word("euros/euro/€", "dollars/dollari/$", "pounds/sterline/£", "yen/yen")
_POINTS = _by_word(
    "percentage points/punti percentuali/percentage point", "basis points/punti base/basis point"
)
_WORDED = "|".join(_WORDS)
_NAMES = re.compile(
    r"\b(?:S&P|FTSE|Ftse|Nikkei|CAC|Dax|Stoxx|Ibex|Russell)\s\d+\b|\b(?:are|is|be|fall|falls|was)\sdue\b"
)
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
class Quantity(FixedWords):
    """A number from a headline; `is_share` is a percentage, with an Italian article."""

    is_share: bool = False


def quantities(title: str, summary: str) -> list[Quantity]:
    """Returns the first four distinct numbers of a story, without years and parts of names ("G7", "10-year")."""
    found = [each for text in (title, summary) for each in _found(text)]
    return list(dict.fromkeys(found))[:MOST]


def _found(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(_NAMES.sub(lambda name: "-" * len(name[0]), text)):
        if match["word"]:
            yield Quantity(*_WORDS[match["word"].lower()])
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
