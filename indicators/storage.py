"""Stores what a source said: revisions replace, what is unchanged is not written, a failure keeps the last good."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from indicators.figures import change
from indicators.models import DailyQuote, Quote
from indicators.sources import Observation

BATCH = 500
FIGURES = ["value", "previous_value", "change", "observed_on", "period", "fetched_at", "error", "error_at"]


@dataclass(frozen=True)
class Stored:
    """How many points of the history were written (new or revised), and how many withdrawn."""

    written: int
    withdrawn: int


def store_observations(
    symbol: str, observations: Sequence[Observation], *, whole: bool, now: datetime
) -> Stored:
    """Brings `quotes_daily` and `quotes` to what the source says, in one short transaction.

    `observations` is not empty, oldest first. Within their span the source's word is all there is: a day
    that it no longer names goes. `whole`: they are the whole history.
    """
    first, last = observations[0].day, observations[-1].day
    with transaction.atomic():
        stored = DailyQuote.objects.filter(symbol=symbol)
        known = {
            day: (period, value)
            for day, period, value in stored.filter(day__range=(first, last)).values_list(
                "day", "period", "value"
            )
        }
        said = {each.day: (each.period, each.value) for each in observations}
        changed = [
            DailyQuote(symbol=symbol, day=day, period=period, value=value)
            for day, (period, value) in said.items()
            if known.get(day) != (period, value)
        ]
        DailyQuote.objects.bulk_create(
            changed,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["symbol", "day"],
            update_fields=["period", "value"],
        )
        gone = [day for day in known if day not in said]
        for start in range(0, len(gone), BATCH):
            stored.filter(day__in=gone[start : start + BATCH]).delete()
        _newest(symbol, whole=whole, changed=bool(changed or gone), now=now)
    return Stored(len(changed), len(gone))


def _newest(symbol: str, *, whole: bool, changed: bool, now: datetime) -> None:
    """The quote's row, from the two newest points of the stored history."""
    fields = [*FIGURES, *(["whole_at"] if whole else []), *(["changed_at"] if changed else [])]
    newest, *earlier = DailyQuote.objects.filter(symbol=symbol).order_by("-day")[:2]
    previous = earlier[0].value if earlier else None
    quote = Quote(
        symbol=symbol,
        value=newest.value,
        previous_value=previous,
        change=change(newest.value, previous),
        observed_on=newest.day,
        period=newest.period,
        fetched_at=now,
        whole_at=now if whole else None,
        changed_at=now,
        error="",
        error_at=None,
    )
    _upsert(quote, fields)


def keep_error(symbol: str, error: str, now: datetime) -> None:
    """Notes a failed attempt; the figures of the last good one stay."""
    _upsert(Quote(symbol=symbol, error=error, error_at=now), ["error", "error_at"])


def _upsert(quote: Quote, fields: list[str]) -> None:
    Quote.objects.bulk_create([quote], update_conflicts=True, unique_fields=["symbol"], update_fields=fields)
