"""A whole edition for the tests of the front page: figures, headlines and reads, made by the real code."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import time_machine
from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from briefing.core import periods
from briefing.core.web import cache_versions
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation, ReviewerVerdict
from commentary.publishing import reads as desk
from indicators import computation, groups
from indicators.models import DailyQuote, IndicatorFigure, Quote
from news.feeds import clean
from news.models import Feed, Headline

NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
STEP = {"D": 1, "W": 7, "M": 28, "Q": 85, "S": 170, "A": 340}
TITLES = (
    ("ECB", "en", "Account of the October monetary policy meeting", ["EU", "Central Banks"]),
    ("ANSA", "it", "Istat, produzione industriale in lieve ripresa", ["EU", "Growth"]),
    ("BBC", "en", "Chip makers spend more on data centres", ["AI"]),
)


# What stores again the rows made in this process, by what made them, and when and for whom.
_made: dict[object, list[tuple[str, list[list[Any]]]]] = {}


def once(make: Callable[[], None], models: tuple[type[Model], ...]) -> None:
    """Makes the rows by the real code the first time, and stores the same rows again where that was asked before."""
    # Where the clock runs (a browser's tests), an edition of some minutes ago is as good.
    now = timezone.now() if time_machine.escape_hatch.is_travelling() else timezone.now().date()
    audience = (*settings.GENERATION_TONES, *settings.GENERATION_STYLES)
    made_for = (make, now, settings.SAMPLE_DATA, audience)
    if any(model.objects.exists() for model in models):
        make()
    elif made_for in _made:
        with connection.cursor() as cursor:
            for statement, rows in _made[made_for]:
                cursor.executemany(statement, rows)
    else:
        make()
        _made[made_for] = [_inserts(model) for model in models]


def _inserts(model: type[Model]) -> tuple[str, list[list[Any]]]:
    """The statement and the values that store a table's rows again; `bulk_create` takes ten times as long."""
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})', [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        for row in model.objects.all()
    ]


def figures() -> None:
    """Forty observations for every symbol of the registry, and the figures computed from them."""
    once(_figures, (DailyQuote, Quote, IndicatorFigure))


def _figures() -> None:
    rows = groups.load().active_rows()
    today = timezone.now().date()
    chance = random.Random(7)
    symbols = {
        symbol: frequency
        for row in rows
        for symbol, frequency in zip(row.symbols, row.frequencies, strict=True)
    }
    for symbol, frequency in symbols.items():
        points = _history(frequency, today, chance, _range(symbol))
        DailyQuote.objects.bulk_create(
            DailyQuote(symbol=symbol, day=p.end, period=p.label, value=v) for p, v in points
        )
        newest, value = points[-1]
        Quote.objects.create(
            symbol=symbol, value=value, previous_value=points[-2][1], observed_on=newest.end, period=newest.label,
            fetched_at=timezone.now(),
        )  # fmt: skip
    computation.compute(rows, changed=set(symbols), now=timezone.now())


EVERYWHERE = (3.0, 6.0)  # bears every computation: a year's change, a difference, a ratio


def _range(symbol: str) -> tuple[float, float]:
    """Plausible values of the row that shows the symbol unchanged."""
    shown = [
        row for row in groups.load().active_rows() if row.symbols == (symbol,) and row.transform == "level"
    ]
    low, high = shown[0].plausible if shown else EVERYWHERE
    return EVERYWHERE if low <= EVERYWHERE[0] < EVERYWHERE[1] <= high else (low, high)


def _history(
    frequency: str, today: date, chance: random.Random, between: tuple[float, float]
) -> list[tuple[periods.Period, float]]:
    low, high = between
    step = (high - low) / 30
    found, value = {}, low + (high - low) * chance.uniform(0.3, 0.7)
    for back in range(60, 0, -1):
        period = periods.of(today - timedelta(days=back * STEP[frequency]), frequency)
        value = min(max(value + chance.uniform(-step, step), low + step), high - step)
        if period.end <= today:
            found[period.label] = (period, round(value, 3))
    return list(found.values())


def headlines(count: int = 3, *, first: int = 0) -> None:
    for number in range(first, first + count):
        publisher, lang, title, tags = TITLES[number % len(TITLES)]
        feed, _ = Feed.objects.get_or_create(
            url=f"http://127.0.0.1/{publisher}.xml", defaults={"title": publisher}
        )
        Headline.objects.create(
            feed=feed, guid=f"guid-{number}", url=f"https://example.org/{number}", title=f"{title} {number}",
            published_at=timezone.now() - timedelta(minutes=10 * number + 5), fetched_at=timezone.now(), lang=lang,
            tags=tags, words=clean.search_words(f"{title} {number}", ""),
        )  # fmt: skip
    cache_versions.invalidate("news")


def more_headlines(count: int) -> None:
    """Headlines that come after the first ones, in other words than theirs."""
    headlines(count, first=1000)


def reads() -> None:
    """The texts on these figures by rules."""
    once(_reads, (IndicatorSummary, IndicatorSummaryTranslation, ReviewerVerdict))


def _reads() -> None:
    desk.cycle(timezone.now())


def whole(count: int = 3) -> None:
    figures()
    headlines(count)
    reads()
