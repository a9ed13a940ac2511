"""The exchanges' calendar with what staff declare of single days: a day of mourning, a typhoon."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from django.utils import timezone

from indicators.models import ExchangeClosure
from indicators.trading_hours import Exchange, ExchangeCalendar, Hours, load

PAST = timedelta(days=3)  # longer ago no page looks

_latest: list[ExchangeCalendar] = []


def calendar() -> ExchangeCalendar:
    """The calendar with the closures as the database has them; one query."""
    closures = ExchangeClosure.objects.filter(day__gte=timezone.now().date() - PAST)
    found = declared(load(), closures)
    if found != latest():
        _latest[:] = [found]  # one object for as long as it is the same, so that what rests on it is kept
    return latest()


def latest() -> ExchangeCalendar:
    """What this process saw last, without a query: good enough for when a page is drawn again at the latest."""
    return _latest[0] if _latest else load()


def forget() -> None:
    """As if no closure had been seen."""
    _latest.clear()


def declared(calendar: ExchangeCalendar, closures: Iterable[ExchangeClosure]) -> ExchangeCalendar:
    """The calendar with closures; itself where there are none."""
    by_mic: dict[str, dict[date, Hours]] = {}
    exchanges = {exchange.mic: exchange for exchange in calendar.exchanges}
    for closure in closures:
        if exchange := exchanges.get(closure.mic):
            by_mic.setdefault(closure.mic, {})[closure.day] = hours_left(exchange, closure)
    if not by_mic:
        return calendar
    changed = tuple(_with(exchange, by_mic.get(exchange.mic, {})) for exchange in calendar.exchanges)
    return replace(calendar, exchanges=changed)


def hours_left(exchange: Exchange, closure: ExchangeClosure) -> Hours:
    """The day's sessions until trading is broken off; none where it does not begin."""
    if closure.closes_at is None or closure.day in exchange.closed:
        return ()
    hours = exchange.short_days.get(closure.day, exchange.hours)
    return tuple((start, min(end, closure.closes_at)) for start, end in hours if start < closure.closes_at)


def _with(exchange: Exchange, days: dict[date, Hours]) -> Exchange:
    if not days:
        return exchange
    closed = exchange.closed | {day for day, hours in days.items() if not hours}
    short = {day: hours for day, hours in (exchange.short_days | days).items() if day not in closed}
    browser = exchange.browser | {
        "closed": sorted(day.isoformat() for day in closed),
        "short_days": {
            day.isoformat(): [[f"{start:%H:%M}", f"{end:%H:%M}"] for start, end in hours]
            for day, hours in sorted(short.items())
        },
    }
    return replace(exchange, closed=closed, short_days=short, browser=browser)
