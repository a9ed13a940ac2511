"""Stores what a source said: revisions replace, what is unchanged is not written, a failure keeps the last good."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db import connection, transaction
from django.urls import reverse

from briefing.core import notices
from indicators import plausibility
from indicators.figures import change
from indicators.models import DailyQuote, Quote
from indicators.sources import Observation
from indicators.sources.parsing import Validators, is_unfinished

BATCH = 500
FIGURES = [
    "value", "previous_value", "change", "observed_on", "period", "fetched_at", "error", "error_at", "validators",
    "held", "accepted",
]  # fmt: skip
UPSERT = f"""INSERT INTO {DailyQuote._meta.db_table} (symbol, day, period, value) VALUES (%s, %s, %s, %s)
ON CONFLICT (symbol, day) DO UPDATE SET period = excluded.period, value = excluded.value"""  # noqa: S608  # nosec B608
HELD = "figures_held"


class Implausible(Exception):
    """The answer cannot be of the series that is stored; nothing of it was taken over. The text says why."""


@dataclass(frozen=True)
class Stored:
    """How many points of the history were written (new or revised), and how many withdrawn."""

    written: int
    withdrawn: int


def store_observations(
    symbol: str,
    observations: Sequence[Observation],
    *,
    whole: bool,
    now: datetime,
    validators: Validators | None = None,
) -> Stored:
    """Brings `quotes_daily` and `quotes` to what the source says, in one short transaction.

    `observations` is not empty, oldest first. Within their span the source's word is all there is: a day
    that it no longer names goes. `whole`: they are the whole history. A period that has not ended is dated on the
    day on which its figure first came. Raises Implausible, and tells staff, when the answer contradicts the history.
    """
    observations = _dated(symbol, observations, now.date())
    stored = DailyQuote.objects.filter(symbol=symbol)
    span = stored.filter(day__range=(observations[0].day, observations[-1].day))
    known = {day: (period, value) for day, period, value in span.values_list("day", "period", "value")}
    _refuse_doubtful(symbol, observations, dict(known.values()), now)
    with transaction.atomic():
        said = {each.day: (each.period, each.value) for each in observations}
        changed = [(day, *point) for day, point in said.items() if known.get(day) != point]
        if changed:
            _write(symbol, changed)
        gone = [day for day in known if day not in said]
        for start in range(0, len(gone), BATCH):
            stored.filter(day__in=gone[start : start + BATCH]).delete()
        _newest(symbol, whole=whole, changed=bool(changed or gone), now=now, validators=validators or {})
    return Stored(len(changed), len(gone))


def _write(symbol: str, points: Sequence[tuple[date, str, float]]) -> None:
    """Without the ORM, which took three quarters of the time of a first refresh for its 150,000 points."""
    as_stored = connection.ops.adapt_datefield_value
    with connection.cursor() as cursor:
        cursor.executemany(UPSERT, [(symbol, as_stored(day), period, value) for day, period, value in points])


def _dated(symbol: str, observations: Sequence[Observation], today: date) -> Sequence[Observation]:
    """With no day in the future: the figure of a period that runs on keeps the day on which it first came."""
    *finished, newest = observations
    if not is_unfinished(newest, today):
        return observations
    known = DailyQuote.objects.filter(symbol=symbol, period=newest.period, day__lte=today).first()
    return [*finished, replace(newest, day=known.day if known else today)]


def _refuse_doubtful(
    symbol: str, observations: Sequence[Observation], known: Mapping[str, float], now: datetime
) -> None:
    reason = plausibility.doubt(known, observations)
    newest = observations[-1]
    held = f"{newest.period} {newest.value:g}"
    quote = Quote.objects.filter(symbol=symbol).first()
    if not reason or (quote and quote.accepted == held):
        if quote and quote.held:
            notices.resolve(HELD, symbol)
        return
    text = f"Held back, {symbol}: {reason}. If it is true, accept it in the admin (Quotes)."
    _upsert(Quote(symbol=symbol, error=text, error_at=now, held=held), ["error", "error_at", "held"])
    notices.tell(HELD, symbol, text, path=f"{reverse('admin:indicators_quote_changelist')}?failing=yes")
    raise Implausible(text)


def keep_unchanged(symbol: str, *, whole: bool, now: datetime) -> None:
    """Notes that the source has nothing new: the figures are as fresh as if they had been sent again."""
    fields = ["fetched_at", "error", "error_at", *(["whole_at"] if whole else [])]
    _upsert(Quote(symbol=symbol, fetched_at=now, whole_at=now, error="", error_at=None), fields)


def _newest(symbol: str, *, whole: bool, changed: bool, now: datetime, validators: Validators) -> None:
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
        validators=validators,
    )
    _upsert(quote, fields)


def keep_error(symbol: str, error: str, now: datetime) -> None:
    """Notes a failed attempt; the figures of the last good one stay."""
    _upsert(Quote(symbol=symbol, error=error, error_at=now), ["error", "error_at"])


def _upsert(quote: Quote, fields: list[str]) -> None:
    Quote.objects.bulk_create([quote], update_conflicts=True, unique_fields=["symbol"], update_fields=fields)
