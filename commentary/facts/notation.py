"""Figures, dates and counts as each language writes them. Pure."""

from datetime import date

from commentary.facts.snapshot import RowFacts

MINUS = "\N{MINUS SIGN}"
WORDED = 12  # up to here counts are words
NBSP = "\N{NO-BREAK SPACE}"
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
CURRENCY_SIGNS = {"USD": "$", "GBP": "£", "EUR": "€"}
CURRENCY_WORDS = {"USD": "dollari", "GBP": "sterline", "EUR": "euro"}
ONES = {
    "en": "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "it": "nessuno uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove",
}
TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
}


def number(value: float, decimals: int, language: str) -> str:
    """1,234.5 or 1.234,5, with a true minus sign; what rounds to zero has no sign."""
    text = f"{abs(value):,.{decimals}f}"
    if language == "it":
        text = text.translate(str.maketrans(",.", ".,"))
    return (MINUS if value < 0 and any(c in "123456789" for c in text) else "") + text


def in_unit(value: float, row: RowFacts, language: str) -> str:
    """A value of the row's kind with its unit, as it stands inside a sentence."""
    text = number(value, row.decimals, language)
    if "%" in row.unit:
        return f"{text}%"
    if row.unit == "pp":
        return f"{text}{NBSP}{points(text, language)}"
    currency, _space, scale = row.unit.partition(" ")
    if currency in CURRENCY_SIGNS:
        return _money(text, currency, language, billions=scale == "bn")
    return text


def points(text: str, language: str) -> str:
    """ "percentage points" in the number that belongs to this figure."""
    one = text.lstrip(MINUS) == "1"
    if language == "it":
        return "punto percentuale" if one else "punti percentuali"
    return "percentage point" if one else "percentage points"


def _money(text: str, currency: str, language: str, *, billions: bool) -> str:
    if language == "it":
        return f"{text}{NBSP}{'miliardi di ' if billions else ''}{CURRENCY_WORDS[currency]}"
    sign = MINUS if text.startswith(MINUS) else ""
    return f"{sign}{CURRENCY_SIGNS[currency]}{text.lstrip(MINUS)}" + (f"{NBSP}billion" if billions else "")


def count(amount: int, language: str, *, opening: bool = False) -> str:
    """A number of things: a word up to twelve, and up to ninety-nine where it opens a sentence."""
    if amount > (99 if opening else WORDED):
        return number(amount, 0, language)
    word = _italian(amount) if language == "it" else _english(amount)
    return word[:1].upper() + word[1:] if opening else word


def _english(amount: int) -> str:
    if amount < 20:
        return ONES["en"].split()[amount]
    tens, ones = divmod(amount, 10)
    return TENS["en"].split()[tens - 2] + (f"-{ONES['en'].split()[ones]}" if ones else "")


def _italian(amount: int) -> str:
    if amount < 20:
        return ONES["it"].split()[amount]
    tens, ones = divmod(amount, 10)
    word = TENS["it"].split()[tens - 2]
    if ones in (1, 8):  # ventuno, ventotto
        word = word[:-1]
    return word + ("tré" if ones == 3 else ONES["it"].split()[ones] if ones else "")


def period_text(label: str, day: str, as_of: str, language: str) -> str:
    """A period without preposition: "20 November", "October 2026", "the third quarter of 2026".

    A day shows its year only when it is not the year of `as_of`; a week is named by its last day.
    """
    year, _dash, rest = label.partition("-")
    if not rest:
        return year
    if rest[0] in "QS":
        return _part_of_year(rest, year, language)
    if len(label) == 7 and rest.isdigit():
        return f"{_month(int(rest), language)} {year}"
    when = date.fromisocalendar(int(year), int(rest[1:]), 7) if rest[0] == "W" else date.fromisoformat(day)
    text = f"{_day(when, language)} {_month(when.month, language)}"
    return text if when.year == int(as_of[:4]) else f"{text} {when.year}"


def _part_of_year(part: str, year: str, language: str) -> str:
    place = int(part[1:])
    if language == "it":
        word = ("primo", "secondo", "terzo", "quarto")[place - 1]
        return f"{word} {'trimestre' if part[0] == 'Q' else 'semestre'} del {year}"
    word = ("first", "second", "third", "fourth")[place - 1]
    return f"the {word} {'quarter' if part[0] == 'Q' else 'half'} of {year}"


def _month(number: int, language: str) -> str:
    """Its name; in English, as all of this module, for a language that is not written yet."""
    return MONTHS.get(language, MONTHS["en"]).split()[number - 1]


def _day(when: date, language: str) -> str:
    return "1º" if language == "it" and when.day == 1 else str(when.day)


def kind_of_period(label: str) -> str:
    """ "day", "week", "month", "part" (quarter or half) or "year"."""
    rest = label.partition("-")[2]
    if not rest:
        return "year"
    if rest[0] in "QSW":
        return "week" if rest[0] == "W" else "part"
    return "month" if len(label) == 7 and rest.isdigit() else "day"
