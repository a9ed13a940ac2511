"""Maps a broker's ticker to the provider's symbol; uncertain ones stay unmapped, never guessed.

The suffix table is based on counts over a broker's metadata: suffix by the ISIN's country and the currency.
"""

import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class Venue:
    """An exchange: the provider's suffix and the currencies of its listings."""

    suffix: str
    currencies: frozenset[str]


@dataclass(frozen=True)
class Mapping:
    """A symbol and its reason, or None and the reason why there is none."""

    symbol: str | None
    reason: str


def _venue(suffix: str, *currencies: str) -> Venue:
    return Venue(suffix, frozenset(currencies))


LETTERS = {
    "l": _venue(".L", "GBX", "GBP", "USD", "EUR"),
    "d": _venue(".DE", "EUR"),
    "p": _venue(".PA", "EUR"),
    "e": _venue(".MC", "EUR"),
    "s": _venue(".SW", "CHF", "EUR"),
    "a": _venue(".AS", "EUR"),
    "m": _venue(".MI", "EUR"),
}
COUNTRIES = {
    "US": _venue("", "USD"),
    "CA": _venue(".TO", "CAD", "USD"),
    "BE": _venue(".BR", "EUR"),
    "BB": _venue(".BR", "EUR"),
    "AT": _venue(".VI", "EUR"),
    "PT": _venue(".LS", "EUR"),
    "DE": LETTERS["d"],
    "FR": LETTERS["p"],
}
# A digit after the letter (d1, l1) is the same venue; suffixes of two letters (es, pl, ql) are uncertain.
TICKER = re.compile(r"(?P<base>.*[A-Z0-9./])(?:(?P<letter>[a-z])\d?|_(?P<country>[A-Z]{2}))_EQ")
SHORT = re.compile(r"[A-Z0-9]+(?:[./_-][A-Z0-9]+)*[./_]?")


def short_form(text: str) -> str:
    """A short ticker in the provider's form: class marks become '-' (BRK/A, BRK B), a final one is dropped (RR.)."""
    text = unicodedata.normalize("NFKC", text).strip().upper()
    return re.sub(r"[./_]|\s+(?=[A-Z]$)", "-", text).rstrip("-")


def currency_code(currency: str | None) -> str | None:
    """The code in capitals; pence are always GBX (providers write GBp)."""
    if not currency or not currency.strip():
        return None
    return "GBX" if currency.strip() in ("GBp", "GBx", "gbx") else currency.strip().upper()


def venue_of(broker_ticker: str) -> tuple[str, Venue] | None:
    """The base and venue of a broker's ticker; None for an unknown suffix."""
    found = TICKER.fullmatch(broker_ticker.strip())
    if found is None:
        return None
    letter, country = found["letter"], found["country"]
    venue = LETTERS.get(letter) if letter else COUNTRIES.get(country)
    return (found["base"], venue) if venue else None


def map_ticker(broker_ticker: str, *, short_name: str | None = None, currency: str | None = None) -> Mapping:
    """The symbol and its reason. Prefers the short name, since tickers stay the same when companies rename."""
    parts = venue_of(broker_ticker)
    if parts is None:
        return Mapping(None, "the exchange code is unknown")
    base, venue = parts
    code = currency_code(currency)
    if code is not None and code not in venue.currencies:
        return Mapping(None, f"the currency {code} contradicts the exchange code")
    named = (short_name or "").strip()
    text = named or base
    if not SHORT.fullmatch(text):
        return Mapping(None, "the short name has no ticker's form")
    return Mapping(
        short_form(text) + venue.suffix, "short name" if named else "ticker, for want of a short name"
    )
