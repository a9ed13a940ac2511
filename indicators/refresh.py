"""Refreshes the figures: fetches the symbols that are due, stores the results and computes the rows."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from briefing.core.outside import reachability
from indicators import fallback_sources, groups, plausibility, publisher_dates, revisions
from indicators.agenda import arrivals
from indicators.computation import compute
from indicators.config_types import NotConfigured
from indicators.exchanges import visible_indices
from indicators.fetching import FetchRequest, FetchResult, fetch_all
from indicators.hours import is_due
from indicators.models import DailyQuote, Quote
from indicators.storage import Implausible, record_failure, record_unchanged, store_observations

HISTORY_YEARS = 15
# How far back an ordinary refresh fetches to catch revisions, and how often the whole history is fetched again
# (seasonal adjustment and new base years rewrite all of it).
REVISIONS = timedelta(days=2 * 365 + 1)
WHOLE_AGAIN = timedelta(days=30)
TIME_LIMIT_S = 240.0
LEAST_LEFT_S = 30.0

Progress = Callable[[str, str], None]


class UnknownChoice(LookupError):
    """No active group or symbol has that name; the message lists the active groups."""


@dataclass
class RefreshReport:
    """The outcome of a refresh. `failed` holds the error message of each failed symbol.

    `reached` and `unreached` are the sources whose host responded or not.
    """

    requested: int = 0
    written: int = 0
    withdrawn: int = 0
    computed: int = 0
    rewritten: int = 0
    seconds: float = 0.0
    reached: set[str] = field(default_factory=set)
    unreached: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def answered(self) -> int:
        return self.requested - len(self.failed)

    def __str__(self) -> str:
        again = f", {self.rewritten} histories fetched again" if self.rewritten else ""
        return (
            f"{self.requested} symbols asked, {self.answered} answered, {len(self.failed)} failed; "
            f"{self.written} points written, {self.withdrawn} withdrawn{again}; "
            f"{self.computed} figures computed; {self.seconds:.1f} s"
        )


def refresh(
    *,
    group: str | None = None,
    symbol: str | None = None,
    now: datetime,
    due_only: bool = False,
    time_limit_s: float = TIME_LIMIT_S,
    progress: Progress | None = None,
) -> RefreshReport:
    """Fetches every active symbol (of one group, or one symbol or row code), stores it and computes the rows.

    `due_only` skips symbols that are not due. `progress` is called with each symbol and its error, if any. Concurrent
    runs are safe: every write is an upsert of what the source published. Raises UnknownChoice when the group or
    symbol is not active.
    """
    started = time.monotonic()
    requests = plan(chosen(group, symbol, now), now, due_only=due_only)
    report, whole_since = RefreshReport(requested=len(requests)), _whole_since(now)
    changed: set[str] = set()
    again: list[FetchRequest] = []
    stored: list[FetchRequest] = []

    def store_result(answer: FetchResult) -> None:
        name = answer.request.symbol
        if answer.reached is not None:
            (report.reached if answer.reached else report.unreached).add(name.partition(":")[0])
        error = _store_result(answer, report, changed, whole_since=whole_since, now=now)
        stored.append(answer.request)
        if error:
            report.failed[name] = error
        if progress:
            progress(name, error)

    for answer in fetch_all(requests, time_limit_s=time_limit_s):
        if _earlier_history_changed(answer, whole_since):
            again.append(replace(answer.request, since=whole_since, known={}))
        else:
            store_result(answer)
    left = max(LEAST_LEFT_S, time_limit_s - (time.monotonic() - started))
    for answer in fetch_all(again, time_limit_s=left):
        store_result(answer)
    report.rewritten = len(again)
    left = max(0.0, time_limit_s - (time.monotonic() - started))
    publisher_dates.record([each for each in stored if each.symbol in changed], now=now, time_limit_s=left)
    reachability.note("figures", reached=report.reached, unreached=report.unreached, now=now)
    report.computed = compute(
        fallback_sources.active_sources(groups.load().active_rows(), now), changed=changed, now=now
    )
    report.seconds = time.monotonic() - started
    return report


def _earlier_history_changed(answer: FetchResult, whole_since: date) -> bool:
    """Whether history before the fetched part has changed too, so that all of it must be fetched at once."""
    if answer.error or not answer.observations or answer.request.since <= whole_since:
        return False
    stored = DailyQuote.objects.filter(
        symbol=answer.request.symbol, day__range=(answer.observations[0].day, answer.observations[-1].day)
    )
    return bool(revisions.rewritten(dict(stored.values_list("period", "value")), answer.observations))


def _store_result(
    answer: FetchResult, report: RefreshReport, changed: set[str], *, whole_since: date, now: datetime
) -> str:
    """Stores the result of a request; returns the error to record for the symbol, or ""."""
    name, whole = answer.request.symbol, answer.request.since <= whole_since
    configured = groups.load().rows
    if answer.unchanged:
        record_unchanged(name, whole=whole, now=now)
    if answer.observations:
        try:
            stored = store_observations(
                name,
                answer.observations,
                whole=whole and not answer.error,
                now=now,
                validators=answer.validators,
                limits=plausibility.range_of(name, configured),
            )
        except Implausible as doubt:
            return str(doubt)
        report.written += stored.written
        report.withdrawn += stored.withdrawn
        if stored.written or stored.withdrawn:
            changed.add(name)
    if answer.error:
        record_failure(name, answer.error, now)
    return answer.error


def chosen(group: str | None, symbol: str | None, now: datetime) -> dict[str, str | None]:
    """The active symbols of the choice with their frequencies; index symbols belong to no group."""
    registry = groups.load()
    fallbacks = fallback_sources.fallbacks_needed(registry.active_rows(), now)
    found = registry.symbols(also=fallbacks)
    if group is None:
        for name in visible_indices():
            found.setdefault(name, "D")
    else:
        try:
            rows = registry.group(group).rows
        except NotConfigured:
            known = ", ".join(each.id for each in registry.groups)
            raise UnknownChoice(f"No active group is called {group!r}. Active are {known}.") from None
        in_group = [row for row in fallbacks if row.group_id == group]
        found = {name: found[name] for row in (*rows, *in_group) for name in row.symbols}
    if symbol is None:
        return found
    rows = (*registry.active_rows(), *fallbacks)
    wanted = {name for row in rows if row.code == symbol for name in row.symbols} or {symbol}
    if not wanted <= found.keys():
        raise UnknownChoice(f"{symbol!r} is no active symbol or row code.")
    return {name: found[name] for name in found if name in wanted}


def plan(symbols: dict[str, str | None], now: datetime, *, due_only: bool = False) -> list[FetchRequest]:
    """The requests: the whole history the first time and every 30 days, otherwise the last two years."""
    quotes = {quote.symbol: quote for quote in Quote.objects.filter(symbol__in=symbols)}
    # Symbols with a release that is just out are fetched even if not due.
    fresh = arrivals.just_released(now) if due_only else set()
    early = groups.load().early_symbols()
    requests = []
    for name, frequency in symbols.items():
        quote = quotes.get(name)
        if due_only and quote and name not in fresh and not is_due(quote, now):
            continue
        whole = quote is None or quote.whole_at is None or now - quote.whole_at > WHOLE_AGAIN
        since = _whole_since(now) if whole else now.date() - REVISIONS
        known, fetched_at = (quote.validators, quote.fetched_at) if quote else ({}, None)
        requests.append(
            FetchRequest(name, frequency, since, early=name in early, known=known, fetched_at=fetched_at)
        )
    return requests


def _whole_since(now: datetime) -> date:
    return date(now.year - HISTORY_YEARS, 1, 1)
