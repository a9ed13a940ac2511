"""The markets strip: each exchange's state, next change and headline index in the reader's language."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core.dates import date_in_text
from briefing.core.language import page_language
from briefing.core.numbers import number
from indicators import closures, groups, wording
from indicators.models import Quote
from indicators.trading_hours import Exchange, ExchangeCalendar, TradingState, load, sessions_on, state

# Older index values (beyond the longest holiday) are not shown as the last close.
INDEX_MAX_AGE = timedelta(days=14)
# Days of calendar sent with a page, well past the longest holiday.
AHEAD = timedelta(days=60)


@dataclass(frozen=True)
class Chip:
    """One exchange of the strip; times are UTC, texts are localised, `calendar` is for the browser."""

    mic: str
    city: str
    name: str
    zone: str
    is_open: bool
    is_break: bool
    opens_at: datetime | None
    closes_at: datetime | None
    status_text: str
    moment_text: str
    provisional_text: str  # set if the exchange has not announced these days yet
    hours_text: str  # shown without an index value; the browser replaces it by the local time
    index_name: str
    index_value_text: str
    index_change_text: str
    index_direction: str  # up, down, flat or none
    index_day_text: str  # the day of the close, if a session has ended since
    calendar: dict[str, Any]

    @property
    def moment(self) -> datetime | None:
        """When the state changes next; the browser counts down to it."""
        return self.closes_at or self.opens_at


def index_symbols() -> tuple[str, ...]:
    """The symbols of the headline indices."""
    return tuple(exchange.index_symbol for exchange in load().exchanges)


def visible_indices() -> list[str]:
    """The index symbols whose source is enabled and may be displayed."""
    return [symbol for symbol in index_symbols() if groups.is_showable(symbol.partition(":")[0])]


def strip(now: datetime, language: str, *, anchor: str | None = None) -> list[Chip]:
    """One chip per exchange, those of the home market first, else New York."""
    calendar = closures.calendar()
    exchanges = calendar.exchanges
    ordered = sorted(exchanges, key=lambda exchange: exchange.region != anchor)
    quotes = _quotes(now)
    with translation.override(language):
        return [_chip(exchange, calendar, now, quotes.get(exchange.index_symbol)) for exchange in ordered]


def strip_context(now: datetime, language: str, *, anchor: str | None = None) -> dict[str, Any]:
    """The context of `indicators/strip.html`: the chips, the texts and the calendars for the browser."""
    chips = strip(now, language, anchor=anchor)
    with translation.override(language):
        return {"chips": chips, "strip_words": words(), "strip_calendars": [chip.calendar for chip in chips]}


# The last result of `sessions`, with its calendar and period of validity.
_last_sessions: list[tuple[ExchangeCalendar, datetime, datetime, str]] = []


def sessions(now: datetime) -> str:
    """A cache key part that changes whenever an exchange opens or closes."""
    calendar = closures.latest()
    for known, since, until, browser_days in _last_sessions:
        if known is calendar and since <= now < until:
            return browser_days
    states = [state(exchange, now, calendar.covered_until) for exchange in calendar.exchanges]
    moments = [moment for each in states if (moment := each.closes_at or each.opens_at)]
    until = min(moments, default=now) if calendar.covers(now) else now
    browser_days = f"{calendar.covers(now)} {states}"
    _last_sessions[:] = [(calendar, now, until, browser_days)]
    return browser_days


def sessions_since(symbol: str, day: date, today: date) -> int | None:
    """The days after `day` up to `today` on which an index's exchange trades, early closes included; None for others.

    Closures declared by staff count as far as this process has loaded them (`closures.calendar`).
    """
    exchange = next((each for each in closures.latest().exchanges if each.index_symbol == symbol), None)
    if exchange is None:
        return None
    days = (day + timedelta(days=number) for number in range(1, (today - day).days + 1))
    return sum(bool(sessions_on(exchange, each)) for each in days)


def _quotes(now: datetime) -> dict[str, Quote]:
    symbols = visible_indices()
    recent = Quote.objects.filter(symbol__in=symbols, observed_on__gte=(now - INDEX_MAX_AGE).date())
    return {quote.symbol: quote for quote in recent}


def _chip(exchange: Exchange, calendar: ExchangeCalendar, now: datetime, quote: Quote | None) -> Chip:
    language = page_language()
    known = calendar.covers(now)
    hours = state(exchange, now, calendar.covered_until) if known else TradingState(False, False, None, None)
    value, change, direction = _index(exchange, quote)
    return Chip(
        mic=exchange.mic,
        city=exchange.city.get(language, exchange.city["en"]),
        name=exchange.name.get(language, exchange.name["en"]),
        zone=exchange.zone,
        is_open=hours.is_open,
        is_break=hours.is_break,
        opens_at=hours.opens_at,
        closes_at=hours.closes_at,
        status_text=words()[_status(hours)] if known else _("hours not known"),
        moment_text=_next_change(hours, now),
        provisional_text=_provisional(exchange, hours, now),
        hours_text=_hours(exchange, hours),
        index_name=exchange.index_name,
        index_value_text=value,
        index_change_text=change,
        index_direction=direction,
        index_day_text=_day_of_older_close(exchange, quote, now) if value else "",
        calendar=_ahead(exchange, calendar, now),
    )


def _ahead(exchange: Exchange, calendar: ExchangeCalendar, now: datetime) -> dict[str, Any]:
    """The calendar for the browser, from two days ago (not over in every time zone) until `AHEAD`."""
    first = (now - timedelta(days=2)).date().isoformat()
    last = min(calendar.covered_until, (now + AHEAD).date()).isoformat()
    browser_days = exchange.browser
    return browser_days | {
        "closed": [day for day in browser_days["closed"] if first <= day <= last],
        "short_days": {
            day: hours for day, hours in browser_days["short_days"].items() if first <= day <= last
        },
        "covered_until": last,
    }


def words() -> dict[str, str]:
    """The texts of the strip, for the page and for the browser, which fills in {time}."""
    return {
        "open": pgettext("exchange", "open"),
        "closed": pgettext("exchange", "closed"),
        "break": pgettext("exchange", "lunch break"),
        "opens": _("opens in %(time)s") % {"time": "{time}"},
        "closes": _("closes in %(time)s") % {"time": "{time}"},
        "local": _("%(time)s local time") % {"time": "{time}"},
        "days": pgettext("unit of time", "d"),
        "hours": pgettext("unit of time", "h"),
        "minutes": pgettext("unit of time", "min"),
        "seconds": pgettext("unit of time", "s"),
    }


def _hours(exchange: Exchange, hours: TradingState) -> str:
    """The first opening to the last close in local time, of the day of the next change, which may be a short one."""
    moment = hours.closes_at or hours.opens_at
    day = moment.astimezone(ZoneInfo(exchange.zone)).date() if moment else date.min
    shown = exchange.short_days.get(day, exchange.hours)
    first, last = shown[0][0], shown[-1][1]
    return _("%(time)s local time") % {"time": f"{first:%H:%M}\N{EN DASH}{last:%H:%M}"}


def _status(hours: TradingState) -> str:
    return "open" if hours.is_open else "break" if hours.is_break else "closed"


def _next_change(hours: TradingState, now: datetime) -> str:
    """The next opening or closing in UTC, an absolute time so that the page can be cached until then."""
    moment = hours.closes_at or hours.opens_at
    if moment is None:
        return ""
    time = f"{moment:%H:%M} UTC"
    if moment.date() != now.date():
        time = f"{date_in_text(moment, 'j M')}, {time}"
    return (_("closes: %(time)s") if hours.is_open else _("opens: %(time)s")) % {"time": time}


def _provisional(exchange: Exchange, hours: TradingState, now: datetime) -> str:
    """A note if today or the next opening lies in the estimated part of the exchange's calendar."""
    if not exchange.provisional:
        return ""
    zone = ZoneInfo(exchange.zone)
    furthest = max(now, hours.opens_at or now).astimezone(zone).date()
    if furthest < min(exchange.provisional):
        return ""
    return _("The exchange has not announced its holidays of %(year)s yet: its days are estimated.") % {
        "year": furthest.year
    }


def _index(exchange: Exchange, quote: Quote | None) -> tuple[str, str, str]:
    """Value, change in per cent and direction of the index; empty texts without a figure."""
    if quote is None or quote.value is None:
        return "", "", "none"
    decimals = exchange.index_decimals
    moved = wording.change(quote.value, quote.previous_value, unit="points", decimals=decimals)
    return number(quote.value, decimals), moved.text, moved.direction


def _day_of_older_close(exchange: Exchange, quote: Quote | None, now: datetime) -> str:
    """The day of a close that is not the exchange's last one, since its source is late or away; else ""."""
    if quote is None or quote.observed_on is None:
        return ""
    today = now.astimezone(ZoneInfo(exchange.zone)).date()
    days = (quote.observed_on + timedelta(days=n) for n in range(1, (today - quote.observed_on).days + 1))
    ended = any(
        sessions and sessions[-1][1] <= now for sessions in (sessions_on(exchange, day) for day in days)
    )
    return date_in_text(quote.observed_on, "j M") if ended else ""
