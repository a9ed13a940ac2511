"""Counts, ordinals and units of rates in English and Italian. Pure."""

from briefing.core.numbers import MINUS, number

IN_WORDS = 9  # counts and ordinals up to here are spelled out
ONES = {
    "en": "no one two three four five six seven eight nine",
    "it": "nessuno uno due tre quattro cinque sei sette otto nove",
}
ORDINALS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth",
    "it": "primo secondo terzo quarto quinto sesto settimo ottavo nono",
}


def count(amount: int, language: str) -> str:
    return ONES[language].split()[amount] if 0 <= amount <= IN_WORDS else number(amount, 0, language)


def ordinal(place: int, language: str, *, feminine: bool = False) -> str:
    """ "fifth", "12th"; "quinto", "quinta", "12º", "12ª"."""
    if place <= IN_WORDS:
        word = ORDINALS[language].split()[place - 1]
        return word[:-1] + "a" if feminine and language == "it" else word
    if language == "it":
        return f"{place}{'ª' if feminine else 'º'}"
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def points(text: str, language: str) -> str:
    """Returns "percentage points" or its singular for a formatted number; English singular is up to 1."""
    small = text.lstrip(MINUS)
    if language == "it":
        return "punto percentuale" if small == "1" else "punti percentuali"
    return "percentage point" if small.startswith("0.") or small in ("1", "1.0") else "percentage points"


def basis_points(text: str, language: str) -> str:
    """Returns "basis points" or its singular for a formatted number."""
    one = text.lstrip(MINUS) == "1"
    if language == "it":
        return "punto base" if one else "punti base"
    return "basis point" if one else "basis points"
