"""Shares and concentration of the positions in an analysis; nothing is stored."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from portfolio.models import InstrumentMap, TickerUniverse
from portfolio.universe import Listing, dashboard, mapped

# A provider's ticker: too short and without the characters to hold a sentence, which could inject instructions
# into a prompt. The longer ones are codes of funds (0P0000XYZ1).
TICKER = re.compile(r"(?:[A-Z0-9]{1,6}|0P[0-9A-Z]{8})(?:-[A-Z]{1,3})?(?:\.[A-Z]{1,3})?")
PENCE = {"GBp", "GBX", "GBx"}
HEAVIEST = 5
SHOWN = 40  # rows in a prompt


@dataclass(frozen=True)
class Holding:
    """A ticker with its share in per cent and the listing's name and currency, if known."""

    ticker: str
    weight: float
    name: str = ""
    currency: str | None = None  # ISO 4217; None if unknown


@dataclass(frozen=True)
class PortfolioWeights:
    """Shares in per cent that sum to 100: `holdings`, heaviest first, and those of invalid tickers."""

    holdings: tuple[Holding, ...]
    unnamed: tuple[float, ...] = ()

    @cached_property
    def all(self) -> tuple[float, ...]:
        """Every share, heaviest first."""
        return tuple(sorted([*(each.weight for each in self.holdings), *self.unnamed], reverse=True))

    @property
    def count(self) -> int:
        return len(self.all)

    @property
    def heaviest(self) -> float:
        """The sum of the five heaviest shares, in per cent."""
        return sum(self.all[:HEAVIEST])

    @property
    def hhi(self) -> float:
        """The Herfindahl-Hirschman index: the sum of the squared shares in per cent, 10,000 for one position."""
        return sum(weight**2 for weight in self.all)

    @property
    def effective(self) -> float:
        """The number of equal positions with the same concentration: 10,000 divided by the index."""
        return 10_000 / self.hhi

    @cached_property
    def currencies(self) -> dict[str, float]:
        """The share in per cent of each known listing currency, largest first."""
        found: dict[str, float] = {}
        for each in self.holdings:
            if each.currency:
                found[each.currency] = found.get(each.currency, 0.0) + each.weight
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    @property
    def without_currency(self) -> float:
        """The share in per cent of listings with an unknown currency."""
        return max(0.0, 100.0 - sum(self.currencies.values()))

    @property
    def shown(self) -> tuple[Holding, ...]:
        """The heaviest holdings, which a text may name one by one."""
        return self.holdings[:SHOWN]


def weights_of(positions: Iterable[tuple[str, float]]) -> PortfolioWeights:
    """Normalises the weights to 100 and merges repeated tickers. At least one weight must be above zero.

    An invalid ticker keeps its share without a name.
    """
    named: dict[str, float] = {}
    unnamed = []
    listed = list(positions)
    whole = sum(weight for _ticker, weight in listed)
    for ticker, weight in listed:
        share = weight / whole * 100
        if TICKER.fullmatch(ticker):
            named[ticker] = named.get(ticker, 0.0) + share
        else:
            unnamed.append(share)
    known = listings_of(named)
    holdings = [
        Holding(ticker, share, known[ticker].name, _currency(known[ticker]))
        if ticker in known
        else Holding(ticker, share)
        for ticker, share in named.items()
    ]
    return PortfolioWeights(
        tuple(sorted(holdings, key=lambda each: (-each.weight, each.ticker))),
        tuple(sorted(unnamed, reverse=True)),
    )


def listings_of(tickers: Iterable[str]) -> dict[str, Listing]:
    """The universe's listings of these tickers, without building the whole universe."""
    requested = set(tickers)
    noted = TickerUniverse.objects.filter(ticker__in=requested).values_list("ticker", "name", "currency")
    found = {ticker: Listing(name, currency or None) for ticker, name, currency in noted}
    found |= mapped(InstrumentMap.objects.filter(provider_ticker__in=requested))
    return found | {ticker: listing for ticker, listing in dashboard().items() if ticker in requested}


def _currency(listing: Listing) -> str | None:
    """The currency, with pence as pounds."""
    return "GBP" if listing.currency in PENCE else listing.currency
