"""Numbers in prose: sign, currency, separators, scale and unit, as English and Italian write them."""

import math
import re
from dataclasses import dataclass, replace

_SCALES = {
    "thousand": 1e3, "mila": 1e3, "k": 1e3, "million": 1e6, "millions": 1e6, "milioni": 1e6, "milione": 1e6, "mln": 1e6, "mn": 1e6,
    "m": 1e6, "billion": 1e9, "billions": 1e9, "miliardi": 1e9, "miliardo": 1e9, "mld": 1e9, "bn": 1e9, "trillion": 1e12,
    "trillions": 1e12, "tn": 1e12, "trn": 1e12, "mila miliardi": 1e12,
}  # fmt: skip
_SCALE = r"mila miliardi|thousand|millions?|billions?|trillions?|mila|milion[ei]|miliard[oi]|mln|mld|bn|mn|tn|trn|k|m"
_UNITS = (
    ("bp", r"basis points?|basis-points?|bps?\b|punt[oi] base|pb\b|p\.b\.|bp\b"),
    ("pp", r"percentage[- ]points?|pp\b|punt[oi] percentual[ei]|p\.p\.|pct points?"),
    ("%", r"%|per ?cent\b|percent\b|per cento|pct\b"),
    ("points", r"points?\b|punt[oi]\b"),
    ("small", r"(?:tenths?|hundredths?) of an? (?:cent|penny)\b|(?:decim|centesim)[oi] di (?:centesimo|penny)\b"),
    ("tenths", r"tenths?(?: of a (?:percentage )?point)?\b|decim[oi](?: di punto)?\b"),
    ("hundredths", r"hundredths?(?: of a (?:percentage )?point)?\b|centesim[oi](?: di punto)?\b(?! d)"),
    ("cents", r"cents?\b(?! per\b)|pence\b|penn(?:y|ies)\b|centesim[oi] di (?:euro|dollaro|sterlina)\b"),
    ("x", r"times\b|volte\b|x\b|-fold\b"),
    ("USD", r"(?:us )?dollars?\b|dollari?\b|usd\b"),
    ("EUR", r"euros?\b(?! area)|eur\b"),
    ("GBP", r"pounds?\b|sterlin[ae]\b|gbp\b"),
    ("JPY", r"yen\b|jpy\b"),
    ("duration", r"(?:consecutive |straight |trading )?(?:years?|months?|weeks?|days?|quarters?|sessions?|decades?)\b|(?:ann[oi]|mes[ei]|settiman[ae]|giorn[oi]|trimestr[ei]|sedut[ae])\b"),
)  # fmt: skip
_UNIT = "|".join(f"(?P<u{n}>{pattern})" for n, (_unit, pattern) in enumerate(_UNITS))
_CURRENCY = {
    "$": "USD",
    "us$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "usd": "USD",
    "eur": "EUR",
    "gbp": "GBP",
}
_TAIL = rf"(?:[ -]?(?P<scale>{_SCALE})\b(?: (?:di|of)\b)?)?(?:[ -]?(?:{_UNIT}))?"
_DIGITS = re.compile(
    r"(?<![\w.,])(?P<sign>[+-])?(?P<cur>us\$|[$€£¥]|(?:usd|eur|gbp) )? ?(?P<sign2>-)?"
    r"(?P<num>\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\d.,]*\d)|\d[\d.,']{0,24}\d|\d)(?P<ord>st\b|nd\b|rd\b|th\b|º|°|ª|o\b)?"
    + _TAIL
)
_TEENS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
}


def _spelt(lang: str) -> list[str]:
    """The words for 0 to 99, each at its place."""
    first = _TEENS[lang].split()
    rest = [_joined(tens, one, lang) for tens in _TENS[lang].split() for one in ["", *first[1:10]]]
    return [*first, *rest]


def _joined(tens: str, one: str, lang: str) -> str:
    if lang == "en":
        return f"{tens}-{one}" if one else tens
    return (tens[:-1] if one in ("uno", "otto") else tens) + ("tré" if one == "tre" else one)


_WORDS = {lang: _spelt(lang) for lang in ("en", "it")}
_ONE = ("one", "un", "uno", "una")
_WORD = {
    lang: re.compile(
        rf"\b(?P<word>{'|'.join(sorted(words, key=len, reverse=True))}|un|una)(?![^\W\d_])"
        + _TAIL.replace("?P<scale>", "?P<scale>", 1)
    )
    for lang, words in _WORDS.items()
}
_ABOUT = re.compile(
    r"(?:\babout|\baround|\broughly|\bnearly|\balmost|\bclose to|\bsome|\bapproximately|\bnear|\bjust (?:under|over|above|below)|~|"
    r"\bcirca|\bquasi|\bintorno (?:a|al|all'|allo|ai)|\bvicin[oa] (?:a|al|all'|allo)|\bpoco (?:più|meno) d\w*|\bpoco (?:sopra|sotto)|\battorno (?:a|al|all'))\s*(?:an? |il |lo |l'|la |i |gli )?$"
)  # fmt: skip
_MORE = re.compile(
    r"(?:\bmore than|\bover|\babove|\bat least|\bexceed\w*|\boltre|\bpiù di|\bpiù del|\bpiù dell'|\balmeno|\bsopra|\bsuperior\w+ (?:a|al|all'|ai))\s*(?:the |il |lo |l'|i |gli )?$"
)
_LESS = re.compile(
    r"(?:\bless than|\bbelow|\bunder|\bat most|\bup to|\bmeno di|\bmeno del|\bmeno dell'|\bsotto|\bfino a|\binferior\w+ (?:a|al|all'|ai))\s*(?:the |il |lo |l'|i |gli )?$"
)


# Parts of a point, and how many times: what is written as a word, with its value and how exactly it is meant.
_PARTS = {
    "half": 0.5, "quarter": 0.25, "mezzo": 0.5, "quarto": 0.25, "quarti": 0.75, "quarters": 0.75,
    "twice": 2.0, "doubl": 2.0, "doppi": 2.0, "raddop": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrup": 4.0, "halv": 0.5, "dimezz": 0.5,
    "metà": 0.5, "half as": 1.5, "full": 1.0, "whole": 1.0, "single": 1.0, "intero": 1.0, "pieno": 1.0,
}  # fmt: skip
_FRACTIONS = {
    "en": re.compile(
        r"\b(?P<points>(?:(?:a |one )?(?P<p1>quarter|half)|three[- ](?P<p2>quarters))(?: of)?(?: an?| one)?[- ](?:percentage )?(?P<what2>basis )?point)\b|"
        r"\b(?P<one>an? (?P<p3>full|whole|single)(?: percentage)? (?P<what>point|basis point))\b|"
        r"\b(?P<p6>half as (?:much|many|large|high|big|dear) again)|(?P<p4>twice(?! in a row| running)|doubl(?:e|ed)\b(?!-)|tripled?|trebled?|quadrupled?|halved|half(?= (?:as|its|the|that|what)\b))"
    ),
    "it": re.compile(
        r"\b(?P<points>(?:(?P<p1>mezzo)|(?:un )?(?P<p5>quarto) di|tre (?P<p2>quarti) di) punto(?P<what2> base)?(?: percentuale)?)\b|"
        r"\b(?P<one>un (?P<what>punto)(?: percentuale)? (?P<p3>intero|pieno))\b|"
        r"\b(?P<p4>doppi[oa]|raddoppiat[oaie]|triplo|tripla(?! a\b)|triplicat[oaie]|quadruplo|quadruplicat[oaie]|dimezzat[oaie]|metà(?= (?:di quell|del solito)))"
    ),
}


@dataclass(frozen=True)
class Number:
    """A number as written: `value` without its sign, scaled; `step` is one unit of its last digit.

    `sign` is -1, 0 (none written) or 1; `unit` one of %, pp, bp, points, x, duration, a currency or "";
    `bound` is "about", "more", "less" or "".
    """

    value: float
    step: float
    sign: int
    unit: str
    start: int
    end: int
    decimals: int
    scaled: bool = False
    bound: str = ""
    ordinal: bool = False
    text: str = ""


def numbers(text: str, lang: str) -> list[Number]:
    """Every number of a text that was folded by `readable` and put in lower case."""
    found = [_number(match, text, lang) for match in _DIGITS.finditer(text)]
    found += [_worded(match, text, lang) for match in _FRACTIONS[lang].finditer(text)]
    taken = {at for number in found for at in range(number.start, number.end)}
    for match in _WORD[lang].finditer(text):
        if match.start() in taken or (_unit(match) in ("hundredths", "cents") and match["word"] in _ONE):
            continue  # "a basis point is one hundredth of a point"
        if _unit(match) not in ("", "duration"):
            word = _word(match, text, lang)
            if word.value != 1 or word.unit in ("%", "pp", "bp"):  # "one euro", "un dollaro" count nothing
                found.append(word)
    return sorted(found, key=lambda number: number.start)


def _unit(match: re.Match[str]) -> str:
    for n, (unit, _pattern) in enumerate(_UNITS):
        if match[f"u{n}"]:
            return unit
    return ""


def _number(match: re.Match[str], text: str, lang: str) -> Number:
    whole, decimals = _parts(match["num"], lang)
    scale = _SCALES.get(match["scale"] or "", 1.0)
    unit = _unit(match) or _CURRENCY.get((match["cur"] or "").strip(), "")
    sign = {"+": 1, "-": -1}.get(match["sign"] or match["sign2"] or "", 0)
    number = Number(
        value=whole * scale, step=10.0**-decimals * scale, sign=sign, unit=unit, start=match.start(), end=match.end(),
        decimals=decimals, scaled=scale != 1.0, bound=bound(text, match.start()), ordinal=bool(match["ord"]), text=match[0].strip(),
    )  # fmt: skip
    return _in_points(number)


def _word(match: re.Match[str], text: str, lang: str) -> Number:
    words = _WORDS[lang]
    value = 1 if match["word"] in ("un", "una") else words.index(match["word"])
    scale = _SCALES.get(match["scale"] or "", 1.0)
    number = Number(
        value * scale, scale, 0, _unit(match), match.start(), match.end(), 0, scale != 1.0,
        bound(text, match.start()), text=match[0].strip(),
    )  # fmt: skip
    return _in_points(number)


def _worded(match: re.Match[str], text: str, lang: str) -> Number:
    word = next(
        part
        for name, part in match.groupdict().items()
        if part and name not in ("points", "one", "what", "what2")
    )
    value = next(
        value
        for start, value in sorted(_PARTS.items(), key=lambda each: -len(each[0]))
        if word.startswith(start) and (start != "quarter" or word != "quarters")
    )
    times = match["p4"] or match.groupdict().get("p6")
    unit = "x" if times else "bp" if match["what"] == "basis point" or match["what2"] else "points"
    step = (0.15 if value < 1 else 0.5) if unit == "x" else 0.1
    return Number(
        value, step, 0, unit, match.start(), match.end(), 0, bound=bound(text, match.start()), text=match[0]
    )


def _in_points(number: Number) -> Number:
    unit, parts = {
        "tenths": ("points", 10), "hundredths": ("hundredths", 100), "cents": ("cents", 100),
        "small": ("cents", 1_000 if _TENTH.search(number.text) else 10_000),
    }.get(number.unit, (number.unit, 1))  # fmt: skip
    return replace(number, unit=unit, value=number.value / parts, step=number.step / parts)


_TENTH = re.compile(r"tenth|decim")

_PLAIN = {
    "en": re.compile(r"(\d{1,3}(?:[, ']\d{3})+|\d+)(?:\.(\d+))?"),
    "it": re.compile(r"(\d{1,3}(?:[. ']\d{3})+|\d+)(?:,(\d+))?"),
}


def _parts(digits: str, lang: str) -> tuple[float, int]:
    """Value and decimals; the language decides what a separator means, never its look. NaN if it fits neither."""
    match = _PLAIN[lang].fullmatch(digits)
    if match is None:
        return math.nan, 0
    decimals = match[2] or ""
    return float(re.sub(r"\D", "", match[1]) + "." + (decimals or "0")), len(decimals)


def bound(text: str, start: int) -> str:
    """What the words before a place make of the number there: "about", "more", "less" or ""."""
    before = text[max(0, start - 32) : start]
    if _ABOUT.search(before):
        return "about"
    if _MORE.search(before):
        return "more"
    return "less" if _LESS.search(before) else ""
