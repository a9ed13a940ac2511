"""The shared list of tickers with names and prices, equal for all readers, so a request reveals no holding.

It contains the tickers of the instrument map and the dashboard, and those of analyses while the flag is on
(decision 9.4).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from pydantic import BaseModel

from briefing.core.web import cache_versions, page_cache
from briefing.core.web.page_cache import CacheableRequest
from indicators import groups, trading_hours
from indicators.groups import is_showable
from indicators.models import Quote
from indicators.sources import yahoo
from portfolio.instruments import resolve
from portfolio.models import InstrumentMap, TickerUniverse
from portfolio.venues import short_form

PROVIDER = yahoo.PREFIX
CURRENCY = re.compile(r"[A-Z]{3}")


class Quoted(BaseModel):
    """A ticker's name, the quote's currency (GBp is pence) and its last two closes; null if unknown."""

    name: str
    currency: str | None
    price: float | None
    previous_close: float | None
    as_of: str | None


class Universe(BaseModel):
    """`as_of` is the day of the last request for quotes; null when there are none."""

    as_of: str | None
    tickers: dict[str, Quoted]


@dataclass(frozen=True)
class Listing:
    """The name and currency of a ticker without its quote."""

    name: str
    currency: str | None


def symbol_of_quote(ticker: str) -> str:
    """The symbol of a ticker in `quotes` and `quotes_daily`."""
    return f"{PROVIDER}:{ticker}"


def dashboard() -> dict[str, Listing]:
    """The provider's tickers of dashboard rows and headline indices; empty if the provider may not be shown."""
    if not is_showable(PROVIDER):
        return {}
    found = {}
    for row in groups.load().active_rows():
        prefix, _, ticker = row.symbols[0].partition(":")
        if prefix == PROVIDER and row.transform == "level":
            found[ticker] = Listing(row.label("en"), row.unit if CURRENCY.fullmatch(row.unit) else None)
    for exchange in trading_hours.load().exchanges:
        prefix, _, ticker = exchange.index_symbol.partition(":")
        if prefix == PROVIDER:
            found[ticker] = Listing(exchange.index_name, None)
    return found


def mapped(rows: QuerySet[InstrumentMap] | None = None) -> dict[str, Listing]:
    """The tickers of the instrument map; manual rows come first, then rows with a name."""
    chosen = InstrumentMap.objects.all() if rows is None else rows
    found: dict[str, Listing] = {}
    columns = ("provider_ticker", "name", "currency", "quote_currency")
    ordered = chosen.exclude(provider_ticker=None).order_by("-manual", "broker_ticker", "pk")
    for ticker, name, currency, quoted in ordered.values_list(*columns):
        known = found.get(ticker)
        if known is None or (name and not known.name):
            found[ticker] = Listing(name, quoted or currency or None)
    return found


def listings() -> dict[str, Listing]:
    """Every ticker of the universe, sorted."""
    noted = TickerUniverse.objects.values_list("ticker", "name", "currency")
    found = (
        {ticker: Listing(name, currency or None) for ticker, name, currency in noted} | mapped() | dashboard()
    )
    return {ticker: found[ticker] for ticker in sorted(found)}


def render(_sheet: CacheableRequest) -> HttpResponse:
    """The universe as JSON."""
    return HttpResponse(current().model_dump_json(), content_type="application/json")


def prepare() -> None:
    """Renders it into the cache ahead of requests."""
    page_cache.render_ahead("api/universe", reverse("portfolio:universe"), render)


def _quotes() -> QuerySet[Quote]:
    """The provider's quotes; none if the provider may not be shown, since they would be outdated."""
    quotes = Quote.objects.filter(symbol__startswith=f"{PROVIDER}:")
    return quotes if is_showable(PROVIDER) else quotes.none()


def current() -> Universe:
    """Every ticker with its closes, from the database only."""
    columns = ("value", "previous_value", "observed_on", "fetched_at", "error_at")
    figures = {symbol: rest for symbol, *rest in _quotes().values_list("symbol", *columns)}
    tickers, requested = {}, []
    for ticker, listing in listings().items():
        found = figures.get(symbol_of_quote(ticker), (None,) * len(columns))
        value, previous, day, fetched, failed = found
        tickers[ticker] = Quoted(
            name=listing.name,
            currency=listing.currency,
            price=value,
            previous_close=previous,
            as_of=day.isoformat() if day else None,
        )
        if fetched:  # in vain since, too: while the provider is away, its last closes get old
            requested.append(max(fetched, failed or fetched).date())
    as_of = max(requested).isoformat() if requested else None
    return Universe(as_of=as_of, tickers=tickers)


def note_tickers(tickers: Iterable[str]) -> int:
    """Stores the tickers of an analysis that are in the instrument map; returns their number.

    Nothing else of the request is stored, only the day. Does nothing while TICKER_UNIVERSE_AGGREGATE_ENABLED is off.
    """
    if not settings.TICKER_UNIVERSE_AGGREGATE_ENABLED:
        return 0
    known = _known({ticker.strip() for ticker in tickers})
    today = timezone.now().date()
    noted = set(TickerUniverse.objects.filter(ticker__in=known).values_list("ticker", flat=True))
    rows = [
        TickerUniverse(ticker=ticker, name=each.name, currency=each.currency or "", added_on=today)
        for ticker, each in sorted(known.items())
        if ticker not in noted
    ]
    if rows:
        with transaction.atomic():
            TickerUniverse.objects.bulk_create(rows, ignore_conflicts=True)
            cache_versions.invalidate("universe")
    return len(known)


def _known(requested: set[str]) -> dict[str, Listing]:
    """Provider tickers unchanged; a pie's short or a broker's ticker only if it means one company."""
    found = mapped(InstrumentMap.objects.filter(provider_ticker__in=requested))
    others = requested - found.keys()
    shorts = {short_form(each) for each in others} - {""}
    rows = list(
        InstrumentMap.objects.filter(Q(short_ticker__in=shorts) | Q(broker_ticker__in=others | shorts))
    )
    symbols = {symbol for each in others if (symbol := _resolved(each, rows))}
    return found | mapped(InstrumentMap.objects.filter(provider_ticker__in=symbols))


def _resolved(ticker: str, rows: Iterable[InstrumentMap]) -> str | None:
    short = short_form(ticker)
    fitting = [row for row in rows if row.broker_ticker in (ticker, short) or row.short_ticker == short]
    metadata = [row.as_instrument() for row in fitting if row.short_ticker]
    manual = [row.as_instrument() | {"provider_ticker": row.provider_ticker} for row in fitting if row.manual]
    return resolve(ticker, None, metadata, manual=manual)
