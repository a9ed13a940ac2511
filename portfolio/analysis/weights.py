"""What an analysis knows: tickers with their shares, and how concentrated they are. Nothing of it is stored."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from portfolio.models import InstrumentMap, TickerUniverse
from portfolio.universe import Listing, dashboard, mapped

# A provider's ticker: too short for a sentence, without a blank or a mark that could end one. The longer ones are
# codes of funds (0P0000XYZ1).
TICKER = re.compile(r"(?:[A-Z0-9]{1,6}|0P[0-9A-Z]{8})(?:-[A-Z]{1,3})?(?:\.[A-Z]{1,3})?")
PENCE = {"GBp", "GBX", "GBx"}
HEAVIEST = 5
SHOWN = 40  # rows that a prompt has


@dataclass(frozen=True)
class Holding:
    """A ticker with its share in per cent and what the service itself knows of the listing."""

    ticker: str
    weight: float
    name: str = ""
    currency: str | None = None  # ISO 4217; None is not known


@dataclass(frozen=True)
class PortfolioWeights:
    """Shares in per cent that make a hundred: `holdings`, heaviest first, and those without a ticker's form."""

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
        """The five heaviest together, in per cent."""
        return sum(self.all[:HEAVIEST])

    @property
    def hhi(self) -> float:
        """The Herfindahl-Hirschman index: the sum of the squared shares in per cent, 10,000 for one position."""
        return sum(weight**2 for weight in self.all)

    @property
    def effective(self) -> float:
        """How many positions of equal size would be as concentrated: 10,000 divided by the index."""
        return 10_000 / self.hhi

    @cached_property
    def currencies(self) -> dict[str, float]:
        """Per cent in each known currency of the listing, the largest first."""
        found: dict[str, float] = {}
        for each in self.holdings:
            if each.currency:
                found[each.currency] = found.get(each.currency, 0.0) + each.weight
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    @property
    def without_currency(self) -> float:
        """Per cent whose currency of the listing is not known."""
        return max(0.0, 100.0 - sum(self.currencies.values()))

    @property
    def shown(self) -> tuple[Holding, ...]:
        """The heaviest that a text may speak of one by one."""
        return self.holdings[:SHOWN]

    def facts(self, day: str) -> dict[str, Any]:
        """The document that the review holds every number of a text against."""
        counts: dict[str, float] = {
            "positions": self.count, "unnamed": len(self.unnamed), "hhi": self.hhi, "most_hhi": 10_000,
            "effective": self.effective, "heaviest_counted": HEAVIEST, "not_shown": self.count - len(self.shown),
        }  # fmt: skip
        shares = {f"share_{currency}": share for currency, share in self.currencies.items()}
        shares |= {
            f"unnamed_{place}": weight for place, weight in enumerate(self.unnamed[:HEAVIEST], start=1)
        }
        shares |= {
            "whole": 100.0, "heaviest": self.heaviest, "without_currency": self.without_currency,
            "unnamed_share": sum(self.unnamed),
        }  # fmt: skip
        return {
            "as_of": day,
            "rows": [
                {"key": each.ticker, "name": each.name, "unit": "%", "value": each.weight}
                for each in self.shown
            ],
            "constants": {name: {"value": value, "unit": "n"} for name, value in counts.items()}
            | {name: {"value": value, "unit": "%"} for name, value in shares.items()},
        }


def weights_of(positions: Iterable[tuple[str, float]]) -> PortfolioWeights:
    """Shares of a whole of a hundred; one ticker twice is one holding. Takes at least one weight above zero.

    What has not a ticker's form keeps its share and loses its text.
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
    """What the universe says of these tickers, without building the whole of it."""
    requested = set(tickers)
    noted = TickerUniverse.objects.filter(ticker__in=requested).values_list("ticker", "name", "currency")
    found = {ticker: Listing(name, currency or None) for ticker, name, currency in noted}
    found |= mapped(InstrumentMap.objects.filter(provider_ticker__in=requested))
    return found | {ticker: listing for ticker, listing in dashboard().items() if ticker in requested}


def _currency(listing: Listing) -> str | None:
    """Pence are pounds."""
    return "GBP" if listing.currency in PENCE else listing.currency
