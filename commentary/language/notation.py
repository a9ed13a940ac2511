"""Counts, ordinals and units of rates in English and Italian. Pure."""

from briefing.core.numbers import MINUS, number
from commentary.language import number_words

SPELLED_UP_TO = 9


def count(amount: int, language: str) -> str:
    """ "no", "nine", "10"."""
    if amount == 0:
        return "nessuno" if language == "it" else "no"
    return (
        number_words.cardinal(amount, language)
        if 0 < amount <= SPELLED_UP_TO
        else number(amount, 0, language)
    )


def ordinal(place: int, language: str, *, feminine: bool = False) -> str:
    """ "fifth", "12th"; "quinto", "quinta", "12º", "12ª"."""
    if place <= SPELLED_UP_TO:
        return number_words.ordinal(place, language, feminine=feminine)
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
