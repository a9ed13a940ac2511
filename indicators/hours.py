"""The timetable of fetches: a slot after each usual publication time of a source, on weekdays only. Pure."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from indicators.models import Quote
from indicators.sources import Hours, hours_of
from indicators.trading_hours import Exchange, load, sessions_on

# Closing values are final some minutes after the close; the later slots cover outages of the source.
AFTER_CLOSE = (timedelta(minutes=20), timedelta(minutes=80), timedelta(hours=6))
# After a failure: at the next run (failed jobs rerun within a minute); after two hours, at growing intervals.
YOUNG = timedelta(hours=2)
LONGEST_RETRY = timedelta(hours=6)
LOOKED_BACK = 12  # days; longer than any exchange's holidays


def is_due(quote: Quote, now: datetime) -> bool:
    """Whether to fetch: a slot has passed since the last good result, or the wait after a failure is over."""
    if quote.error and quote.error_at and quote.fetched_at:
        lasting = quote.error_at - quote.fetched_at
        return lasting < YOUNG or now - quote.error_at >= min(LONGEST_RETRY, lasting / 4)
    if quote.error or quote.fetched_at is None:
        return True
    return quote.fetched_at < latest_slot(quote.symbol, now)


def latest_slot(symbol: str, now: datetime) -> datetime:
    """The latest scheduled fetch of the symbol at or before `now`."""
    exchange = next((each for each in load().exchanges if each.index_symbol == symbol), None)
    slots = _after_closes(exchange, now) if exchange else _slots(hours_of(symbol), now)
    return max(slots, default=now - timedelta(days=LOOKED_BACK))


def _slots(hours: Hours, now: datetime) -> Iterable[datetime]:
    zone = ZoneInfo(hours.zone)
    today = now.astimezone(zone).date()
    for back in range(4):
        day = today - timedelta(days=back)
        if day.weekday() < 5:
            for text in hours.times:
                moment = datetime.combine(day, time.fromisoformat(text), zone).astimezone(UTC)
                if moment <= now:
                    yield moment


def _after_closes(exchange: Exchange, now: datetime) -> Iterable[datetime]:
    today = now.astimezone(ZoneInfo(exchange.zone)).date()
    for back in range(LOOKED_BACK):
        if sessions := sessions_on(exchange, today - timedelta(days=back)):
            yield from (moment for wait in AFTER_CLOSE if (moment := sessions[-1][1] + wait) <= now)
