"""Finds the listing of a pie's line: by manual row, ISIN, ticker and name, then a fixed order of currencies."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from portfolio.venues import currency_code, map_ticker, short_form, venue_of

CURRENCY_ORDER = ("GBX", "GBP", "EUR", "USD")
# Words of legal form do not distinguish companies.
FORMS = frozenset(
    {"ab", "adr", "ag", "as", "asa", "bv", "co", "company", "corp", "corporation", "gmbh", "group", "holding",
     "holdings", "inc", "incorporated", "kgaa", "limited", "llc", "lp", "ltd", "n", "nv", "oyj", "plc", "sa", "sab",
     "se", "spa", "the"}
)  # fmt: skip

Instrument = Mapping[str, Any]


@dataclass(frozen=True)
class InstrumentMatch:
    """The instrument of a line (None for a manual row or no match), its symbol, and the reason."""

    instrument: Instrument | None
    symbol: str | None
    reason: str


def provider_ticker(
    broker_ticker: str, *, short_name: str | None = None, currency: str | None = None
) -> str | None:
    """The provider's symbol of a broker's ticker (VUSAl_EQ is VUSA.L); None when unmapped."""
    return map_ticker(broker_ticker, short_name=short_name, currency=currency).symbol


def fold_name(name: str | None) -> str:
    """Normalises a name for comparison: no accents, case or punctuation; single spaces."""
    text = unicodedata.normalize("NFKD", name or "").casefold().replace("&", " and ")
    text = "".join(char for char in text if not unicodedata.combining(char))
    return " ".join(re.findall(r"\w+", re.sub(r"[.'’]", "", text)))


def _core(name: str) -> str:
    """A folded name without words of legal form; unchanged if it has no other words."""
    return " ".join(word for word in name.split() if word not in FORMS) or name


def _text(row: Mapping[str, Any], *keys: str) -> str:
    for key in keys:
        if value := row.get(key):
            return str(value).strip()
    return ""


def short_of(instrument: Instrument) -> str:
    """A listing's short ticker in the provider's form, from the short name or else the ticker; '' for none."""
    if named := _text(instrument, "shortName"):
        return short_form(named)
    parts = venue_of(_text(instrument, "ticker"))
    return short_form(parts[0]) if parts else ""


def _isin(instrument: Instrument) -> str:
    return _text(instrument, "isin").upper()


def _manual(
    slice: str, name: str, isin: str, manual: Iterable[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """The best manual row for this line; its ISIN and name must not contradict the line's."""
    best: tuple[int, Mapping[str, Any]] | None = None
    for row in manual:
        key, row_isin, row_name = (
            _text(row, "ticker", "broker_ticker", "slice"),
            _isin(row),
            _text(row, "name"),
        )
        if key not in (slice, slice.upper()) and short_form(key) != short_form(slice):
            continue
        if (row_isin and isin and row_isin != isin) or (row_name and name and fold_name(row_name) != name):
            continue
        score = 2 * bool(row_isin and isin) + bool(row_name and name)
        if best is None or score > best[0]:
            best = (score, row)
    return best[1] if best else None


def _by_name(candidates: Sequence[Instrument], name: str) -> list[Instrument]:
    """Candidates with this name, else those whose name differs only in legal form."""
    if not name:
        return []
    exact = [each for each in candidates if fold_name(_text(each, "name")) == name]
    return exact or [each for each in candidates if _core(fold_name(_text(each, "name"))) == _core(name)]


def _one_company(candidates: Sequence[Instrument]) -> bool:
    """Whether all candidates are connected by ISIN or name."""
    groups: list[set[str]] = []
    for each in candidates:
        marks = {mark for mark in (_isin(each), _core(fold_name(_text(each, "name")))) if mark}
        touching = [group for group in groups if group & marks]
        groups = [group for group in groups if not group & marks] + [marks.union(*touching)]
    return len(groups) == 1


def _preferred(candidates: Sequence[Instrument]) -> Instrument:
    def rank(each: Instrument) -> tuple[int, str]:
        code = currency_code(_text(each, "currencyCode")) or ""
        place = CURRENCY_ORDER.index(code) if code in CURRENCY_ORDER else len(CURRENCY_ORDER)
        return place, _text(each, "ticker")

    return min(candidates, key=rank)


def symbol_of(instrument: Instrument) -> tuple[str | None, str]:
    """The symbol and the reason for one row of the broker's metadata."""
    ticker, code = _text(instrument, "ticker"), currency_code(_text(instrument, "currencyCode"))
    parts = venue_of(ticker)
    irish = _isin(instrument).startswith("IE") and _text(instrument, "type").upper() != "ETF"
    if parts and parts[1].suffix == ".L" and code == "EUR" and irish:
        return None, "an Irish share in euros is probably listed in Dublin: to be settled by hand"
    mapped = map_ticker(ticker, short_name=_text(instrument, "shortName") or None, currency=code)
    return mapped.symbol, mapped.reason


def _candidates(
    slice: str, name: str, isin: str, instruments: Sequence[Instrument]
) -> tuple[list[Instrument], str]:
    wanted = short_form(slice)
    short = [each for each in instruments if _text(each, "ticker") == slice or short_of(each) == wanted]
    if isin and (same := [each for each in instruments if _isin(each) == isin]):
        here = [each for each in same if short_of(each) == wanted]
        return here or same, "ISIN"
    if named := _by_name(short, name):
        return named, "ticker and name"
    if isin:  # the name does not match, so a listing with another ISIN is another company
        short = [each for each in short if not _isin(each)]
    return short, "ticker"


def choose(
    slice: str,
    name: str | None,
    instruments: Sequence[Instrument],
    *,
    isin: str | None = None,
    manual: Iterable[Mapping[str, Any]] = (),
) -> InstrumentMatch:
    """Like `resolve`, but returns the instrument and the reason too, for display and correction."""
    slice, folded, code = slice.strip(), fold_name(name), (isin or "").strip().upper()
    rows = list(manual)
    if (row := _manual(slice, folded, code, rows)) is not None:
        return InstrumentMatch(None, _text(row, "provider_ticker", "symbol") or None, "manual row")
    candidates, reason = _candidates(slice, folded, code, instruments)
    if not candidates:
        return InstrumentMatch(None, None, "no such ticker")
    if not _one_company(candidates):
        return InstrumentMatch(None, None, "several companies share this ticker")
    chosen = _preferred(candidates)
    if len(candidates) > 1:
        reason += ", then currency"
    ticker = _text(chosen, "ticker")
    for row in rows:
        if _text(row, "ticker", "broker_ticker") == ticker:
            return InstrumentMatch(
                chosen, _text(row, "provider_ticker", "symbol") or None, f"{reason}; manual row"
            )
    symbol, why = symbol_of(chosen)
    return InstrumentMatch(chosen, symbol, reason if symbol else why)


def resolve(
    slice: str,
    name: str | None,
    instruments: Sequence[Instrument],
    *,
    isin: str | None = None,
    manual: Iterable[Mapping[str, Any]] = (),
) -> str | None:
    """Returns the provider's symbol for a pie's line, or None when it is unknown or uncertain.

    `instruments` are rows of the broker's metadata (ticker, shortName, name, currencyCode, isin, type).
    `manual` are rows with `ticker` (a broker's ticker or a pie's short one), optional `name` and `isin`, and
    `provider_ticker`, where None means that there is no quote.
    """
    return choose(slice, name, instruments, isin=isin, manual=manual).symbol
