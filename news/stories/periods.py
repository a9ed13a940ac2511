"""Extracts periods from an English or Italian headline: days, months, quarters and halves."""

import re
from dataclasses import dataclass

_EN_MONTHS = "january february march april may june july august september october november december".split()
_IT_MONTHS = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split()
)
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
_IN = re.compile(r"(?:in|since|from|until|by|of|to|for|after|last|early|late|this|through) $")
_ONE_MONTH = re.compile(rf"\b({_MONTH})\b")
_PATTERNS = {
    "to": _TO, "span": _SPAN, "quarter": _QUARTER, "nine": _NINE_MONTHS, "day": _DAY, "month": _ONE_MONTH,
}  # fmt: skip
_REFERENCE = re.compile(
    r"(?:since|from|until|till|before|than in|by|after|starting|dal|da|dall|entro|fino a|fino ad|rispetto a|"
    r"rispetto ad|"
    r"after an?|below|above|in attesa di|dopo) (?:early |late |mid-?|fine |inizio )?$"
)


@dataclass(frozen=True, slots=True)
class HeadlinePeriod:
    """A month, quarter, half, year, day or nine months; `reference` if it is only a comparison ("since April")."""

    kind: str
    value: str
    reference: bool = False


def periods_in(text: str) -> tuple[set[HeadlinePeriod], str]:
    """Returns the periods named in `text`, and the text with `#` in their place."""
    periods: set[HeadlinePeriod] = set()
    for kind, pattern in _PATTERNS.items():
        lowered, out, last = text.lower(), [], 0
        if len(lowered) != len(text):
            text = lowered
        for found in pattern.finditer(lowered):
            if kind == "month" and not _is_month(text, found):
                continue
            reference = is_reference(lowered[: found.start()])
            periods.update(HeadlinePeriod(k, v, reference) for k, v in _named(kind, found))
            out += [text[last : found.start()], " # "]
            last = found.end()
        text = "".join(out) + text[last:]
    return periods, text


def _is_month(text: str, found: re.Match[str]) -> bool:
    """Returns whether a word such as "may" or "march" is a month, by its capital and the word before."""
    word, before = found.group(), text[: found.start()].lower()
    if len(word) > 3 and word != "march":
        return True
    return text[found.start()].isupper() and (word not in ("may", "march", "mar") or bool(_IN.search(before)))


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
    """Returns whether the words before a period make it a comparison or a deadline ("since", "until")."""
    return bool(_REFERENCE.search(before))
