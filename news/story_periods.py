"""Periods in a headline, English or Italian: days, months, quarters, halves."""

import re
from dataclasses import dataclass
from datetime import datetime

_EN_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_IT_MONTHS = [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
]
_MONTHS = {name: i % 12 + 1 for i, name in enumerate(_EN_MONTHS + _IT_MONTHS)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items() if name in _EN_MONTHS and name != "may"}
_MONTHS |= {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "primo": 1, "secondo": 2, "terzo": 3, "quarto": 4}
_NTH |= {"i": 1, "ii": 2, "iii": 3, "iv": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_QUARTER = re.compile(
    r"\b(?:(?:(?:fiscal )?(first|second|third|fourth|1st|2nd|3rd|4th)[- ](quarter|half))|q([1-4])\b|([1-4])q\b|"
    r"h([12])\b|"
    r"(primo|secondo|terzo|quarto|i{1,3}|iv) (trimestre|semestre))"
)
_SPAN = re.compile(rf"\b(?:tra |between )?({_MONTH})(?:-| to | and | e )({_MONTH})\b")
_TO = re.compile(
    rf"\b(?:(?:three|3)[- ]months? (?:period )?(?:to|through|ended|ending|until) (?:end[- ]|the end of )?|"
    rf"tre mesi (?:a|ad|fino a|terminati a|chiusi a) )({_MONTH})\b"
)
_NINE_MONTHS = re.compile(r"\b(?:primi )?nove mesi\b|\b(?:first )?nine months\b|\bnei 9 mesi\b")
_DAY = re.compile(
    rf"\b(\d{{1,2}}|primo)(?:st|nd|rd|th|°)? ({_MONTH})\b|\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,]?\d|%)"
)
_ONE_MONTH = re.compile(rf"\b({_MONTH})\b")
_REFERENCE = re.compile(
    r"(?:since|from|until|till|before|than in|by|after|starting|dal|da|dall|entro|fino a|fino ad|rispetto a|"
    r"rispetto ad|"
    r"after an?|below|above|in attesa di|dopo) (?:early |late |mid-?|fine |inizio )?$"
)
_STARTS = re.compile(
    r"(?:from|starting|beginning|by|dal|da|dall|entro) (?:early |late |mid-?|fine |inizio )?$"
)
# How many months ahead "from January" names a start rather than the past that a figure is compared with.
_AHEAD = 5
_RELATIVE = {
    "en": re.compile(r"\b(last|this|next) (month|year)\b(?!-)", re.IGNORECASE),
    "it": re.compile(
        r"\b(?:(?:lo|il|nel|nello|dello|del|al) )?(?:(scorso|prossimo|questo) (mese|anno)|(?:quest')(anno)|"
        r"(mese|anno) (scorso|prossimo))\b",
        re.IGNORECASE,
    ),
}
_SHIFTS = {"last": -1, "scorso": -1, "next": 1, "prossimo": 1}


@dataclass(frozen=True, slots=True)
class Period:
    """A month, quarter, half, year, day, or nine months; `reference` when only compared with ("since April")."""

    kind: str
    value: str
    reference: bool = False


def dated(text: str, language: str, published: datetime | None) -> str:
    """The text with "last month" and "next year" as the month or year that they mean on the day of publication."""
    if published is None:
        return text
    names = _EN_MONTHS if language == "en" else _IT_MONTHS

    def meant(found: re.Match[str]) -> str:
        said = [group.lower() for group in found.groups() if group]
        shift = sum(_SHIFTS.get(group, 0) for group in said)
        if {"year", "anno"} & set(said):
            return found.group() if shift < 0 else f"in {published.year + shift}"
        return f"in {names[(published.month - 1 + shift) % 12].capitalize()}"

    return _RELATIVE[language].sub(meant, text)


def periods_in(text: str, published: datetime | None = None) -> tuple[set[Period], str]:
    """The periods named in `text`, and the text with `#` where they stood."""
    periods: set[Period] = set()
    lowered = text.lower()
    if len(lowered) != len(text):
        text = lowered
    for pattern, kind in (
        (_TO, "to"),
        (_SPAN, "span"),
        (_QUARTER, "quarter"),
        (_NINE_MONTHS, "nine"),
        (_DAY, "day"),
        (_ONE_MONTH, "month"),
    ):
        out, last = [], 0
        for found in pattern.finditer(lowered):
            if kind == "month" and not _is_month(text, found):
                continue
            reference = is_reference(lowered[: found.start()])
            if reference and published and _STARTS.search(lowered[: found.start()]):
                reference = (_MONTHS.get(found.group(), 0) - published.month) % 12 > _AHEAD
            periods.update(Period(k, v, reference) for k, v in _named(kind, found))
            out += [text[last : found.start()], " # "]
            last = found.end()
        text = "".join(out) + text[last:]
        lowered = text.lower()
        if len(lowered) != len(text):
            text = lowered
    return periods, text


def _is_month(text: str, found: re.Match[str]) -> bool:
    """Whether "may", "march" or "sale"-like words mean the month: a capital, and a preposition or a noun around."""
    word = found.group()
    if word in ("may", "march", "mar", "dec", "jan", "jun", "jul", "apr", "aug", "sep", "oct", "nov", "feb"):
        before = re.search(
            r"(?:in|since|from|until|by|of|to|for|after|last|early|late|this|through) $",
            text[: found.start()].lower(),
        )
        return text[found.start()].isupper() and (bool(before) or word not in ("may", "march", "mar"))
    return True


def _named(kind: str, found: re.Match[str]) -> list[tuple[str, str]]:
    if kind == "to":
        last = _MONTHS[found[1]]
        return [("quarter", f"q{last // 3}")] if last % 3 == 0 else [("month", str(last))]
    if kind == "span":
        first, last = _MONTHS[found[1]], _MONTHS[found[2]]
        if last - first == 2 and last % 3 == 0:
            return [("quarter", f"q{last // 3}")]
        return [("month", str(first)), ("month", str(last))]
    if kind == "quarter":
        number = found[3] or found[4] or found[5] or str(_NTH[found[1] or found[6]])
        half = found[5] or (found[2] == "half") or (found[7] == "semestre")
        return [("quarter", f"{'h' if half else 'q'}{number}")]
    if kind == "nine":
        return [("quarter", "nine months")]
    if kind == "day":
        month = _MONTHS[found[2] or found[3]]
        day = found[1] or found[4]
        return [("day", f"{month}-{'1' if day == 'primo' else day}"), ("month", str(month))]
    return [("month", str(_MONTHS[found[1]]))]


def is_reference(before: str) -> bool:
    """Whether the words `before` a period only compare with it or set a term ("since", "until")."""
    return bool(_REFERENCE.search(before))
