"""Fetches the closes behind the universe's prices, a bounded number in each run."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from briefing.core.web import cache_versions
from indicators import groups, trading_hours
from indicators.fetching import FetchRequest, FetchResult, fetch_all
from indicators.groups import is_showable
from indicators.models import DailyQuote, Quote, Revision
from indicators.storage import Implausible, record_failure, store_observations
from portfolio.models import InstrumentMap, TickerUniverse
from portfolio.universe import PROVIDER, dashboard, listings, symbol_of_quote

# The provider allows about two requests a second, and a run must end before the next one.
PER_RUN = 240
TIME_LIMIT_S = 240.0
REST, REST_AFTER_FAILURE = timedelta(hours=5, minutes=50), timedelta(minutes=50)
# Two closes are shown; 14 days contain two across any holidays.
SPAN = timedelta(days=14)
KEPT = timedelta(days=30)


@dataclass
class QuotesReport:
    """The result of a run: symbols requested, symbols left for a later run, and errors by symbol."""

    requested: int = 0
    waiting: int = 0
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def answered(self) -> int:
        return self.requested - len(self.failed)

    def __str__(self) -> str:
        return (
            f"{self.requested} tickers asked, {self.answered} answered, {len(self.failed)} failed; "
            f"{self.waiting} wait for a later run"
        )


def refresh(now: datetime, *, per_run: int = PER_RUN) -> QuotesReport:
    """Fetches the closes that are due; none while the provider is switched off."""
    due = plan(now)
    asks = [FetchRequest(symbol, "D", now.date() - SPAN) for symbol in due[:per_run]]
    report = QuotesReport(requested=len(asks), waiting=len(due) - len(asks))
    answers = list(fetch_all(asks, time_limit_s=TIME_LIMIT_S))
    # One transaction, so the universe and the pages built from the quotes change once in a run.
    with transaction.atomic():
        for answer in answers:
            _store(answer, report, now)
        if answers:
            cache_versions.invalidate("universe")
    return report


def filled() -> bool:
    """Whether a first run has nothing to fetch: no provider, no tickers, or closes are already stored."""
    if settings.SAMPLE_DATA and not InstrumentMap.objects.exists():
        return False
    symbols = [symbol_of_quote(ticker) for ticker in listings().keys() - dashboard().keys()]
    return (
        not (is_showable(PROVIDER) and symbols) or Quote.objects.filter(symbol__in=symbols[:PER_RUN]).exists()
    )


def plan(now: datetime) -> list[str]:
    """Symbols that are due: those of analyses first, then the least recently requested.

    The dashboard's are left out, since the indicators refresh them. Tickers noted today count from tomorrow, so that
    the fetch time does not reveal the time of an analysis.
    """
    if not is_showable(PROVIDER):
        return []
    states = {quote.symbol: quote for quote in Quote.objects.filter(symbol__startswith=f"{PROVIDER}:")}
    noted = set(TickerUniverse.objects.filter(added_on__lt=now.date()).values_list("ticker", flat=True))
    due = []
    for ticker in listings().keys() - dashboard().keys():
        symbol = symbol_of_quote(ticker)
        tried = _last_tried(states.get(symbol))
        if is_due(states.get(symbol), now):
            due.append((ticker not in noted, tried is not None, tried or now, symbol))
    return [symbol for *_, symbol in sorted(due)]


def is_due(quote: Quote | None, now: datetime) -> bool:
    """Whether the pause since the last attempt is over; it is shorter after a failure."""
    if quote is None:
        return True
    if quote.error and quote.error_at:
        return now - quote.error_at >= REST_AFTER_FAILURE
    return quote.fetched_at is None or now - quote.fetched_at >= REST


def _last_tried(quote: Quote | None) -> datetime | None:
    tries = [moment for moment in (quote.fetched_at, quote.error_at) if moment] if quote else []
    return max(tries, default=None)


def _store(answer: FetchResult, report: QuotesReport, now: datetime) -> None:
    symbol = answer.request.symbol
    if answer.error:
        record_failure(symbol, answer.error, now)
        report.failed[symbol] = answer.error
    else:
        try:
            store_observations(symbol, answer.observations, whole=False, now=now)
        except Implausible as doubt:
            report.failed[symbol] = str(doubt)
        else:
            _store_currency(answer)


def _store_currency(answer: FetchResult) -> None:
    """Stores the quote's currency: a London listing may be in pence, pounds, euros or dollars.

    Where the newest close was left out as implausible, the price shown is of an earlier answer, with its currency.
    """
    ticker = answer.request.symbol.partition(":")[2]
    newest = answer.observations[-1]
    if not Quote.objects.filter(symbol=answer.request.symbol, observed_on=newest.day).exists():
        return
    currency = newest.currency[:8]
    InstrumentMap.objects.filter(provider_ticker=ticker).exclude(quote_currency=currency).update(
        quote_currency=currency
    )


def purge(now: datetime) -> int:
    """Deletes closes and quotes after 30 days without a request; configured symbols are exempt."""
    since = now - KEPT
    configured = {symbol for symbol in _configured() if symbol.startswith(f"{PROVIDER}:")}
    closes = DailyQuote.objects.filter(symbol__startswith=f"{PROVIDER}:", day__lt=since.date())
    revisions = Revision.objects.filter(symbol__startswith=f"{PROVIDER}:", at__lt=since)
    quotes = Quote.objects.filter(symbol__startswith=f"{PROVIDER}:").filter(
        Q(fetched_at=None) | Q(fetched_at__lt=since), Q(error_at=None) | Q(error_at__lt=since)
    )
    with transaction.atomic():
        gone = sum(rows.exclude(symbol__in=configured).delete()[0] for rows in (closes, revisions, quotes))
        cache_versions.invalidate("universe")
    return gone


def _configured() -> set[str]:
    rows = groups.load().rows
    fallbacks = [row.fallback for row in rows if row.fallback]
    indices = {exchange.index_symbol for exchange in trading_hours.load().exchanges}
    return indices | {symbol for row in [*rows, *fallbacks] for symbol in row.symbols}
