"""Figures and periods in a headline, English or Italian: value, unit, precision and role of each."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from news.story_periods import Period, dated, is_reference, periods_in

_EN_NUMBERS = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
]  # fmt: skip
_IT_NUMBERS = [
    "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici",
    "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove", "venti",
]  # fmt: skip
_NUMBERS = {name: i % 19 + 2 for i, name in enumerate(_EN_NUMBERS + _IT_NUMBERS)}
_NUMBERS |= {"thirty": 30, "forty": 40, "fifty": 50, "trenta": 30, "quaranta": 40, "cinquanta": 50}
_EN_ORDINALS = [
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth",
]  # fmt: skip
_IT_ORDINALS = [
    "second", "terz", "quart", "quint", "sest", "settim", "ottav", "non", "decim", "undicesim", "dodicesim",
    "tredicesim", "quattordicesim", "quindicesim", "sedicesim", "diciassettesim", "diciottesim",
    "diciannovesim", "ventesim",
]  # fmt: skip
_ORDINALS = {name: i + 2 for i, name in enumerate(_EN_ORDINALS)}
_ORDINALS |= {name + end: i + 2 for i, name in enumerate(_IT_ORDINALS) for end in "oai"}
_MULTIPLIERS = {"k": 1e3, "thousand": 1e3, "mila": 1e3, "hundred": 1e2}
_MULTIPLIERS |= dict.fromkeys(("m", "mn", "mln", "million", "millions", "milione", "milioni"), 1e6)
_MULTIPLIERS |= dict.fromkeys(
    ("b", "bn", "bln", "billion", "billions", "miliardo", "miliardi", "mld", "mrd"), 1e9
)
_MULTIPLIERS |= dict.fromkeys(("tn", "trn", "trillion", "trillions"), 1e12)
_UNITS = (
    (r"%|per ?cent(?!age)|percent(?!age)|pct|per cento", "pct"),
    (r"percentage[ -]points?|per ?cent(?:age)? points?|punt[oi] percentual[ei]|pp", "pp"),
    (r"basis[ -]points?|bps?|punt[oi] base|pb", "bp"),
    (r"dollars?|dollari?o?|usd|\$", "usd"),
    (r"euros?|eur|€", "eur"),
    (r"pounds?|sterling|sterline?|gbp|£", "gbp"),
    (r"yen|¥", "jpy"),
    (r"francs?|franchi", "chf"),
    (r"yuan|renminbi", "cny"),
    (r"rupees?|rupie|₹", "inr"),
    (r"kroner|krone|kronor|kronur|crowns?|corone|sek|nok|dkk|koruna", "kr"),
    (
        r"reais|brl|rand|zar|zloty|zlotys|pln|won|krw|lira|liras|pesos?|shekels?|naira|rubles?|roubles?|rubli|"
        r"ringgit|baht|riyals?|dirhams?|forint",
        "other",
    ),
    (r"years?|anni|anno", "years"),
    (r"decades?|decenni?o?", "decades"),
    (r"months?|mesi|mese", "months"),
    (r"weeks?|settiman[ae]", "weeks"),
    (r"days?|giorni|giorno", "days"),
    (r"hours?|ore|ora", "hours"),
)  # fmt: skip
_CURRENCIES = frozenset({"usd", "eur", "gbp", "jpy", "chf", "cny", "inr", "kr", "other"})
_SIGNS = {"$": "usd", "us$": "usd", "usd": "usd", "€": "eur", "eur": "eur", "£": "gbp", "gbp": "gbp", "¥": "jpy",
          "₹": "inr", "c$": "cad", "a$": "aud", "hk$": "hkd", "s$": "sgd", "r$": "other", "nt$": "twd",
          "chf": "chf", "jpy": "jpy", "cad": "cad", "aud": "aud", "hkd": "hkd", "cny": "cny", "inr": "inr",
          "sek": "kr", "nok": "kr", "dkk": "kr",
          "rs": "inr", "rs.": "inr"}  # fmt: skip
_SPANS = {"decades": ("years", 10), "hours": ("hours", 1), "months": ("months", 1), "weeks": ("days", 7)}
_NUMBER = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_FIGURE = re.compile(
    rf"(?<![\w.,])(?P<sign>[+-](?=[\d$€£]))?(?P<cur>(?:us|c|a|hk|s|r|nt)?\$ ?|[€£¥₹] ?|"
    rf"(?:eur|usd|gbp|chf|jpy|cad|aud|hkd|cny|inr|sek|nok|dkk|rs\.?) ?)?"
    rf"(?P<num>{_NUMBER})"
    rf"(?:[ -]?(?P<mult>{'|'.join(sorted(_MULTIPLIERS, key=len, reverse=True))})(?![a-z]))?"
    r"(?:[ -]?(?:di |of |in )?(?:"
    + "|".join(f"(?P<u{i}>{pattern})(?![a-z])" for i, (pattern, _) in enumerate(_UNITS))
    + r"))?"
)
_REWORDED = (
    (re.compile(r"\b(?:three[- ]quarters?[- ]of[- ]a|three[- ]quarter)[- ](?:percentage[- ])?point"), "0.75 pp"),
    (re.compile(r"\bquarter[- ](?:of[- ]a[- ])?(?:percentage[- ])?point"), "0.25 pp"),
    (re.compile(r"\bhalf[- ](?:of[- ])?(?:an?[- ])?(?:percentage[- ])?point"), "0.5 pp"),
    (re.compile(r"\bun quarto di punto(?: percentuale)?"), "0.25 pp"),
    (re.compile(r"\bmezzo punto(?: percentuale)?"), "0.5 pp"),
    (re.compile(r"\bun punto percentuale|\b(?:one|a full|full) (?:percentage )?point"), "1 pp"),
    (re.compile(r"\bhalf[- ]points?\b"), "0.5 pp"),
    (re.compile(r"\b(?:a |one )?year and a half\b|\bun anno e mezzo\b"), "18 months"),
    (re.compile(r"\bhalf a century\b|\bmezzo secolo\b"), "50 years"),
    (re.compile(r"\bsei mesi\b|\bsix months\b|\bhalf a year\b"), "6 months"),
    (re.compile(r"\bquinquennal[ei]\b"), "5 years"),
    (re.compile(r"\bdecennal[ei]\b"), "10 years"),
    (re.compile(r"\bventennal[ei]\b"), "20 years"),
    (re.compile(r"\btrentennal[ei]\b"), "30 years"),
    (re.compile(r"\b(?:half[- ](?:a[- ])?|mezzo) ?(?=billion|million|trillion|milione|miliardo)"), "0.5 "),
    (re.compile(r"\b(?:one|an?|uno?) (?=billion|million|trillion|milione|miliardo)"), "1 "),
    (re.compile(r"\ba trillion[- ]"), "1 trillion "),
    (re.compile(r"\b(?:an?|over a|the) decade\b"), "10 years"),
    (re.compile(r"\bmille\b"), "1000"),
    (re.compile(r"\ba fifth(?= of\b)|\bone fifth\b|\bun quinto\b"), "20%"),
    (re.compile(r"\ba third(?= of\b)|\bone third\b|\bun terzo\b"), "33%"),
    (re.compile(r"\ba quarter of (?=its|their|the|staff|jobs)|\bun quarto (?=del|dei|degli|delle)"), "25% of "),
    (re.compile(r"\ba tenth(?= of\b)|\bun decimo\b"), "10%"),
    (re.compile(r"\bhalf (?=its|their|of|the)|\bla meta (?=del|dei|degli|della|delle)"), "50% of "),
    (re.compile(r"\b(to|almost|nearly|over|about) (?:a|one) third\b"), r"\1 33%"),
    (re.compile(r"\b(to|almost|nearly|over|about) (?:a|one) quarter\b(?! of a| point)"), r"\1 25%"),
    (re.compile(r"\b(to|almost|nearly|over|about) (?:a|one) fifth\b"), r"\1 20%"),
    (re.compile(r"\b(at|to|near|a|allo|sullo) zero(?= per ?cent\b|%)"), r"\1 0"),
    (re.compile(r"\b(at|to|near) zero\b"), r"\1 0%"),
    (re.compile(r"\b(tass[oi] (?:di riferimento |guida |fermi |invariati )?)(a|allo|sullo) zero\b"), r"\1\2 0%"),
    (re.compile(r"\bfor a year\b|\bper un anno\b|\b(?:12|twelve|dodici)[- ](?:months?|mesi)\b"), "1 years"),
    (re.compile(r"\b(\w+)-for-one\b"), r"\1 and 1"),
    (re.compile(r"\bs&p ?500\b"), "SPX"),
    (re.compile(r"\bftse ?100\b"), "UKX"),
    (re.compile(r"\b(s&p|ftse|cac|stoxx|russell|nasdaq|csi|asx|topix|g) ?(?:europe )?(?:\d{1,4})\b"), r"\1"),
    (re.compile(rf"\b({'|'.join(_IT_NUMBERS)})mila\b"), r"\1 mila"),
    (re.compile(r"(\d)(?:-|\s?to\s?)for-(?=one\b)"), r"\1 "),
)  # fmt: skip
_WORD_NUMBER = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})\b")
_FIRST_OF_MONTH = re.compile(
    r"\bprimo (?=(?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)\b)",
    re.IGNORECASE,
)
_VOTE = re.compile(r"(?<![\w.,])\d{1,2}-\d{1,2}(?![\w%])")
_ORDINAL = re.compile(rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th|esim[oa]|°|º)|({'|'.join(_ORDINALS)}))(?!\w)")
_HEDGE = re.compile(
    r"(?:near|nearly|almost|about|around|roughly|some|over|more than|less than|under|at least|close to|"
    r"(?<!pick )(?<!picks )(?<!picked )(?<!revised )(?<!ticks )(?<!edges )(?<!inches )(?<!creeps )(?<!moves )up to|"
    r"circa|quasi|oltre|piu di|meno di|almeno|fino a|intorno a|sopra|as many as|approximately) (?:the )?$"
)


@dataclass(frozen=True, slots=True)
class Figure:
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

    figures: tuple[Figure, ...]
    periods: frozenset[Period]
    rest: str


def read(text: str, language: str, published: datetime | None = None) -> Reading:
    """Figures and periods of cleaned `text`.

    `language` ("en", "it") decides what a comma means, the day of publication what "last month" does.
    """
    periods, masked = periods_in(_FIRST_OF_MONTH.sub("1 ", dated(text, language, published)), published)
    lowered = masked.lower()
    for pattern, plain in _REWORDED:
        if pattern.search(lowered):
            masked, lowered = _replaced(masked, lowered, pattern, plain)
    masked, lowered = _replaced(masked, lowered, _WORD_NUMBER, lambda found: str(_NUMBERS[found.group()]))
    figures: list[Figure] = []
    for found in _VOTE.finditer(lowered):
        left, right = found.group().split("-")
        figures.append(Figure("vote", int(left) + int(right) / 100, 9, "", hedged=False))
    masked, lowered = _replaced(masked, lowered, _VOTE, " # ")
    for found in _ORDINAL.finditer(lowered):
        number = int(found[1]) if found[1] else _ORDINALS[found[2]]
        figures.append(Figure("ordinal", number, 9, "", hedged=False))
    masked, lowered = _replaced(masked, lowered, _ORDINAL, " # ")
    for found in _FIGURE.finditer(lowered):
        if year := _year(found):
            periods.add(Period("year", year, is_reference(lowered[: found.start()])))
        else:
            figures.append(_figure(found, lowered[: found.start()], language))
    masked, _ = _replaced(masked, lowered, _FIGURE, " # ")
    return Reading(tuple(figures), frozenset(periods), masked)


def _replaced(masked: str, lowered: str, pattern: re.Pattern[str], put: object) -> tuple[str, str]:
    """Both spellings with each match replaced; the cased one keeps its case around the matches."""
    if len(masked) != len(lowered):
        masked = lowered
    out, last = [], 0
    for found in pattern.finditer(lowered):
        new = put(found) if callable(put) else found.expand(str(put))
        out += [masked[last : found.start()], new]
        last = found.end()
    cased = "".join(out) + masked[last:]
    return cased, cased.lower()


def _year(found: re.Match[str]) -> str:
    plain = found["num"].isdigit() and len(found["num"]) == 4 and 1900 <= int(found["num"]) <= 2100
    others = any(value for name, value in found.groupdict().items() if name != "num")
    return found["num"] if plain and not others else ""


def _figure(found: re.Match[str], before: str, language: str) -> Figure:
    value, digits = _number(found["num"], language)
    multiplier = found["mult"] or ""
    value *= _MULTIPLIERS.get(multiplier, 1.0)
    named = next((name for i, (_, name) in enumerate(_UNITS) if found[f"u{i}"]), "")
    currency = _SIGNS.get((found["cur"] or "").strip(), named if named in _CURRENCIES else "")
    unit = named
    if currency or (value >= 1e6 and named in ("", *_CURRENCIES)):
        unit = "money"
    elif named == "bp":
        unit, value = "pp", value / 100
    elif named in _SPANS:
        unit, value = _span(named, value)
    elif not named:
        unit = "count"
    hedged = bool(_HEDGE.search(before))
    return Figure(
        unit,
        round(value, 6),
        digits,
        _role(before, found["sign"] or "", language, unit),
        hedged,
        currency,
        found["sign"] or "",
    )


def _span(unit: str, value: float) -> tuple[str, float]:
    """A span of time in the largest unit that it fills: 48 hours are 2 days, 24 months 2 years."""
    unit, value = _SPANS[unit][0], value * _SPANS[unit][1]
    for small, many, large in (("hours", 24, "days"), ("months", 12, "years")):
        if unit == small and value and value % many == 0:
            return large, value / many
    return unit, value


@cache
def _number(text: str, language: str) -> tuple[float, int]:
    """Value and significant digits of "1,234.5" (English) or "1.234,5" (Italian)."""
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


def _role(before: str, sign: str, language: str, unit: str) -> str:
    if sign:
        return "change"
    last = re.findall(r"[^\W\d_]+", before[-40:])[-2:]
    if language == "en" and len(last) > 1 and last[-1] in ("a", "an"):
        last.pop()
    word = last[-1] if last else ""
    if word in ("about", "around", "nearly", "almost", "circa", "quasi", "oltre") and len(last) > 1:
        word = last[0]
    if unit in ("money", "count") and word in ("di", "del", "dell", "dello"):
        # "Un utile di 5 miliardi" is a level, "un aumento del 5%" a change.
        return ""
    if word in ("by", "dello", "dell", "del", "di", "lo", "l", "up", "down"):
        return "change"
    if word in ("to", "at", "al", "all", "allo", "a", "above", "below", "quota", "sopra", "sotto", "past"):
        return "level"
    return "before" if word in ("from", "da", "dal", "dall", "dallo") else ""
