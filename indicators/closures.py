"""The exchange calendar with the closures declared by staff (a day of mourning, a typhoon)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from django.utils import timezone

from indicators.models import ExchangeClosure
from indicators.trading_hours import Exchange, ExchangeCalendar, SessionHours, load

PAST = timedelta(days=14)  # longer than an index goes without a close

_latest: list[ExchangeCalendar] = []


def calendar() -> ExchangeCalendar:
    """The calendar with the stored closures; one query."""
    closures = ExchangeClosure.objects.filter(day__gte=timezone.now().date() - PAST)
    found = declared(load(), closures)
    if found != latest():
        _latest[:] = [found]  # the same object while unchanged, so that values cached by it stay valid
    return latest()


def latest() -> ExchangeCalendar:
    """The calendar last loaded by this process, without a query; may lag until a page is next rendered."""
    return _latest[0] if _latest else load()


def forget() -> None:
    """Clears the calendar of this process."""
    _latest.clear()


def declared(calendar: ExchangeCalendar, closures: Iterable[ExchangeClosure]) -> ExchangeCalendar:
    """The calendar with closures applied; the same object if there are none."""
    by_mic: dict[str, dict[date, SessionHours]] = {}
    exchanges = {exchange.mic: exchange for exchange in calendar.exchanges}
    for closure in closures:
        if exchange := exchanges.get(closure.mic):
            by_mic.setdefault(closure.mic, {})[closure.day] = hours_left(exchange, closure)
    if not by_mic:
        return calendar
    changed = tuple(_with(exchange, by_mic.get(exchange.mic, {})) for exchange in calendar.exchanges)
    return replace(calendar, exchanges=changed)


def hours_left(exchange: Exchange, closure: ExchangeClosure) -> SessionHours:
    """The sessions of a day up to the closure; empty if there is no trading."""
    if closure.closes_at is None or closure.day in exchange.closed:
        return ()
    hours = exchange.short_days.get(closure.day, exchange.hours)
    return tuple((start, min(end, closure.closes_at)) for start, end in hours if start < closure.closes_at)


def _with(exchange: Exchange, days: dict[date, SessionHours]) -> Exchange:
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
