"""Words for frequencies, multiples and ages."""

from datetime import date

from commentary.language.notation import IN_WORDS, count

FREQUENCIES = {
    "D": ("daily", "giornaliera"),
    "W": ("weekly", "settimanale"),
    "M": ("monthly", "mensile"),
    "Q": ("quarterly", "trimestrale"),
}
_NUMBERS = {
    "en": ["twice", *(f"{count(times, 'en')} times" for times in range(3, IN_WORDS + 1))],
    "it": ["il doppio della", *(f"{count(times, 'it')} volte la" for times in range(3, IN_WORDS + 1))],
}
LEAST_TIMES, MOST_TIMES = 1.8, 9.75


def times_words(ratio: float) -> tuple[str, str] | None:
    """Returns e.g. "almost twice" for a move in usual moves; None below 1.8 and from 9.75."""
    if not LEAST_TIMES <= ratio < MOST_TIMES:
        return None
    rest = round(ratio - int(ratio), 6)  # avoids floating-point error: 2.2 counts as twice
    if rest >= 0.75:
        whole = int(ratio) + 1
        near = ("almost ", "quasi ") if rest < 0.95 else ("", "")
    else:
        whole = int(ratio)
        near = ("more than ", "oltre ") if rest > 0.2 else ("", "")
    return near[0] + _NUMBERS["en"][whole - 2], near[1] + _NUMBERS["it"][whole - 2]


def age_words(day: str, as_of: str) -> tuple[str, str] | None:
    """Returns the age of a period, "five months", "cinque mesi"; None below two months."""
    then, now = date.fromisoformat(day), date.fromisoformat(as_of[:10])
    months = 12 * (now.year - then.year) + now.month - then.month - (now.day < min(then.day, 28))
    if months < 2:
        return None
    return f"{count(months, 'en')} months", f"{count(months, 'it')} mesi"
