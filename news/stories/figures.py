"""Extracts figures and periods from an English or Italian headline: value, unit, precision and role of each."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import isclose

from news.stories.periods import HeadlinePeriod, is_reference, periods_in
from news.stories.words import tables

_TABLES = tables()
_EN, _IT, _EN_ORDINALS, _IT_ORDINALS = (
    _TABLES["numbers"][name].split() for name in ("en", "it", "en_ordinals", "it_ordinals")
)
_NUMBERS = {name: i % 19 + 2 for i, name in enumerate(_EN + _IT)}
_NUMBERS |= {"thirty": 30, "forty": 40, "fifty": 50, "trenta": 30, "quaranta": 40, "cinquanta": 50}
_ORDINALS = {name: i + 2 for i, name in enumerate(_EN_ORDINALS)}
_ORDINALS |= {name + end: i + 2 for i, name in enumerate(_IT_ORDINALS) for end in "oai"}
_MULTIPLIERS = {
    name: float(value) for value, names in _TABLES["multipliers"].items() for name in names.split()
}
_UNITS = _TABLES["units"]
_SIGNS = {sign: currency for currency, signs in _TABLES["signs"].items() for sign in signs.split()}
_CURRENCIES = frozenset({"usd", "eur", "gbp", "jpy", "chf", "cny", "inr", "kr", "other"})
_NUMBER = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_FIGURE = re.compile(
    rf"(?<![\w.,])(?P<sign>[+-](?=[\d$€£]))?(?P<cur>(?:us|c|a|hk|s|r|nt)?\$ ?|[€£¥₹] ?|"
    rf"(?:eur|usd|gbp|chf|jpy|cad|aud|hkd|cny|inr|sek|nok|dkk|rs\.?) ?)?"
    rf"(?P<num>{_NUMBER})"
    rf"(?:[ -]?(?P<mult>{'|'.join(sorted(_MULTIPLIERS, key=len, reverse=True))})(?![a-z]))?"
    r"(?:[ -]?(?:di |of |in )?(?:"
    + "|".join(f"(?P<u_{name}>{pattern})(?![a-z])" for name, pattern in _UNITS.items())
    + r"))?"
)
_REWORDED = [(re.compile(pattern), plain) for pattern, plain in _TABLES["reworded"]["patterns"]]
_WORD_NUMBER = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")
_YEAR = re.compile("(?:19|20)[0-9][0-9]")
_SKIPPED = frozenset("about around nearly almost circa quasi oltre an".split())
_ROLES = {
    "change": frozenset("by dello dell del di lo l up down".split()),
    "level": frozenset("to at al all allo a above below quota sopra sotto past".split()),
    "before": frozenset("from da dal dall dallo".split()),
}
_VOTE = re.compile(r"(?<![\w.,])\d{1,2}-\d{1,2}(?![\w%])")
_ORDINAL = re.compile(rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th|esim[oa]|°|º)|({'|'.join(_ORDINALS)}))(?!\w)")
_HEDGE = re.compile(
    r"(?:near|nearly|almost|about|around|roughly|some|over|more than|less than|under|at least|close to|"
    r"(?<!pick )(?<!picks )(?<!picked )(?<!revised )(?<!ticks )(?<!edges )(?<!inches )(?<!creeps )(?<!moves )up to|"
    r"circa|quasi|oltre|piu di|meno di|almeno|fino a|intorno a|sopra|as many as|approximately) (?:the )?$"
)


@dataclass(frozen=True, slots=True)
class HeadlineNumber:
    """`value` in `unit` ("pct", "pp", "money", "count", "ordinal", "vote", or a span of time such as "years").

    `digits`: significant digits written; `role`: "change", "level", "before" or ""; `hedged`: "nearly", "over".
    """

    unit: str
    value: float
    digits: int
    role: str
    hedged: bool
    currency: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Reading:
    """Figures and periods of a text, and the text with `#` in their place."""

    figures: tuple[HeadlineNumber, ...]
    periods: frozenset[HeadlinePeriod]
    rest: str


def read(text: str, language: str) -> Reading:
    """Extracts figures and periods from a cleaned text; `language` ("en", "it") decides what a comma means."""
    periods, masked = periods_in(text)
    lowered = masked.lower()
    for pattern, plain in _REWORDED:
        if pattern.search(lowered):
            masked, lowered = _replaced(masked, lowered, pattern, plain)
    masked, lowered = _replaced(masked, lowered, _WORD_NUMBER, lambda found: str(_NUMBERS[found.group()]))
    figures: list[HeadlineNumber] = []
    for found in _VOTE.finditer(lowered):
        left, right = found.group().split("-")
        figures.append(HeadlineNumber("vote", int(left) + int(right) / 100, 9, "", hedged=False))
    masked, lowered = _replaced(masked, lowered, _VOTE, " # ")
    for found in _ORDINAL.finditer(lowered):
        number = int(found[1]) if found[1] else _ORDINALS[found[2]]
        figures.append(HeadlineNumber("ordinal", number, 9, "", hedged=False))
    masked, lowered = _replaced(masked, lowered, _ORDINAL, " # ")
    for found in _FIGURE.finditer(lowered):
        bare = not any(value for name, value in found.groupdict().items() if name != "num")
        if bare and _YEAR.fullmatch(found["num"]):
            periods.add(HeadlinePeriod("year", found["num"], is_reference(lowered[: found.start()])))
        else:
            figures.append(_figure(found, lowered[: found.start()], language))
    masked, _ = _replaced(masked, lowered, _FIGURE, " # ")
    return Reading(tuple(figures), frozenset(periods), masked)


def _replaced(masked: str, lowered: str, pattern: re.Pattern[str], put: object) -> tuple[str, str]:
    """Returns the text, cased and lowered, with each match replaced."""
    if len(masked) != len(lowered):
        masked = lowered
    out, last = [], 0
    for found in pattern.finditer(lowered):
        new = put(found) if callable(put) else found.expand(str(put))
        out += [masked[last : found.start()], new]
        last = found.end()
    cased = "".join(out) + masked[last:]
    return cased, cased.lower()


def _figure(found: re.Match[str], before: str, language: str) -> HeadlineNumber:
    value, digits = _number(found["num"], language)
    value *= _MULTIPLIERS.get(found["mult"] or "", 1.0)
    named = next((name for name in _UNITS if found[f"u_{name}"]), "")
    currency = _SIGNS.get((found["cur"] or "").strip(), named if named in _CURRENCIES else "")
    unit = named
    if currency or (value >= 1e6 and named in ("", *_CURRENCIES)):
        unit = "money"
    elif named == "bp":
        unit, value = "pp", value / 100
    elif not named:
        unit = "count"
    sign, hedged = found["sign"] or "", bool(_HEDGE.search(before))
    return HeadlineNumber(unit, round(value, 6), digits, _role(before, sign, unit), hedged, currency, sign)


@cache
def _number(text: str, language: str) -> tuple[float, int]:
    """Returns value and significant digits of "1,234.5" (English) or "1.234,5" (Italian)."""
    thousands = "," if language == "en" else "."
    parts = re.split(r"[.,]", text)
    grouped = len(parts) > 1 and all(len(part) == 3 for part in parts[1:])
    if grouped and (len(parts) > 2 or thousands in text) and parts[0] != "0":
        plain = "".join(parts)
    elif len(parts) > 1:
        plain = "".join(parts[:-1]) + "." + parts[-1]
    else:
        plain = text
    digits = plain.replace(".", "").lstrip("0")
    shown = digits if "." in plain else digits.rstrip("0")
    return float(plain), max(1, len(shown))


def _role(before: str, sign: str, unit: str) -> str:
    last = [word for word in re.findall(r"[^\W\d_]+", before[-40:]) if word not in _SKIPPED]
    word = last[-1] if last else ""
    # "Un utile di 5 miliardi" is a level, "un aumento del 5%" a change.
    if unit in ("money", "count") and word in ("di", "del", "dell", "dello"):
        return ""
    return "change" if sign else next((role for role, said in _ROLES.items() if word in said), "")


def agree(one: HeadlineNumber, other: HeadlineNumber) -> bool:
    """Returns whether two figures may be the same value, written with equal or different precision."""
    units = {one.unit, other.unit}
    if len(units) > 1 and units not in ({"pct", "pp"}, {"money", "count"}):
        return False
    if one.currency and other.currency and one.currency != other.currency:
        return False
    if isclose(one.value, other.value):
        return True
    coarse, fine = sorted((one, other), key=lambda figure: (figure.digits, not figure.hedged, figure.value))
    if not fine.value or coarse.digits >= fine.digits or coarse.unit not in ("pct", "money", "count"):
        return False
    gap = abs(coarse.value - fine.value) / fine.value
    if coarse.hedged and gap <= (0.1 if coarse.digits > 1 else 0.2):
        return True
    rounded = float(f"{fine.value:.{coarse.digits - 1}e}")
    whole = coarse.unit == "count" and coarse.value < 1000
    return isclose(coarse.value, rounded) and gap <= (0.035 if coarse.digits > 1 and not whole else 0.01)


def unmatched(figures: Iterable[HeadlineNumber], others: Iterable[HeadlineNumber]) -> list[HeadlineNumber]:
    """Returns the figures that agree with none of the others."""
    pool = tuple(others)
    return [figure for figure in figures if not any(agree(figure, other) for other in pool)]
