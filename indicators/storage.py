"""Stores fetched figures: writes only new and revised points and keeps the last good ones after a failure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db import connection, transaction
from django.urls import reverse

from briefing.core import origin, periods
from briefing.core.operations import notices
from indicators import plausibility, revisions
from indicators.figures import change
from indicators.models import DailyQuote, Quote
from indicators.plausibility import Range
from indicators.sources import Observation, has_holes
from indicators.sources.parsing import Validators, is_unfinished

BATCH = 500
MOST_NAMED = 5
FIGURES = [
    "value", "previous_value", "change", "observed_on", "period", "fetched_at", "error", "error_at", "validators",
    "held", "accepted",
]  # fmt: skip
UPSERT = f"""INSERT INTO {DailyQuote._meta.db_table} (symbol, day, period, value) VALUES (%s, %s, %s, %s)
ON CONFLICT (symbol, day) DO UPDATE SET period = excluded.period, value = excluded.value"""  # noqa: S608  # nosec B608
HELD = "figures_held"


class Implausible(Exception):
    """The result contradicts the stored series and was not stored; the message has the reason."""


@dataclass(frozen=True)
class HistoryChanges:
    """The numbers of points written (new or revised) and withdrawn."""

    written: int
    withdrawn: int


def store_observations(
    symbol: str,
    observations: Sequence[Observation],
    *,
    whole: bool,
    now: datetime,
    validators: Validators | None = None,
    limits: Range = plausibility.ANY,
) -> HistoryChanges:
    """Updates `quotes_daily` and `quotes` with a source's observations, in one short transaction.

    `observations` is not empty, oldest first. Stored days within their span but not among them are deleted, unless
    the source has holes. `whole`: they are the whole history; if it is rebased, all other stored days are deleted.
    An unfinished period is dated by the day its figure first came. Raises Implausible and notifies staff if the
    result contradicts the history. Single figures outside `limits` or far from their neighbours are excluded and
    reported to staff; the rest is stored.
    """
    observations = _dated(symbol, observations, now.date())
    stored = DailyQuote.objects.filter(symbol=symbol)
    span = stored.filter(day__range=(observations[0].day, observations[-1].day))
    known = {day: (period, value) for day, period, value in span.values_list("day", "period", "value")}
    values = dict(known.values())
    quote = Quote.objects.filter(symbol=symbol).first() or Quote(symbol=symbol)
    _refuse_doubtful(quote, observations, values, now)
    excluded = _exclude_outliers(quote, plausibility.outliers(values, observations, limits))
    rebased = whole and revisions.rewritten(values, observations) == "rebased"
    with transaction.atomic():
        origin.claim()
        published = {
            each.day: (each.period, each.value) for each in observations if each.period not in excluded
        }
        changed = [(day, *point) for day, point in published.items() if known.get(day) != point]
        if changed:
            _write(symbol, changed)
        gone = _withdrawn(symbol, known, published, excluded=excluded, rebased=rebased)
        for start in range(0, len(gone), BATCH):
            stored.filter(day__in=gone[start : start + BATCH]).delete()
        _newest(
            symbol,
            whole=whole,
            changed=bool(changed or gone),
            now=now,
            # A conditional request would not return the excluded figures again once staff accept them.
            validators={} if excluded else validators or {},
            excluded=_excluded_text(quote, excluded, whole=whole, since=observations[0].day),
        )
    return HistoryChanges(len(changed), len(gone))


Points = Mapping[date, tuple[str, float]]


def _withdrawn(
    symbol: str, stored: Points, published: Points, *, excluded: Mapping[str, float], rebased: bool
) -> list[date]:
    """The stored days to delete: those missing from the result's span, or from a rebased whole history."""
    if rebased:
        days = DailyQuote.objects.filter(symbol=symbol).values_list("day", flat=True)
        return [day for day in days if day not in published]
    if has_holes(symbol):
        return []
    return [
        day for day, (period, _value) in stored.items() if day not in published and period not in excluded
    ]


def _write(symbol: str, points: Sequence[tuple[date, str, float]]) -> None:
    """Without the ORM, which took three quarters of the time of a first refresh with 150,000 points."""
    as_stored = connection.ops.adapt_datefield_value
    with connection.cursor() as cursor:
        cursor.executemany(UPSERT, [(symbol, as_stored(day), period, value) for day, period, value in points])


def _dated(symbol: str, observations: Sequence[Observation], today: date) -> Sequence[Observation]:
    """Moves an unfinished period's figure from the period's end to the day on which it first came."""
    *finished, newest = observations
    if not is_unfinished(newest, today):
        return observations
    stored = DailyQuote.objects.filter(symbol=symbol, period=newest.period, day__lte=today).first()
    return [*finished, replace(newest, day=stored.day if stored else today)]


def _refuse_doubtful(
    quote: Quote, observations: Sequence[Observation], stored: Mapping[str, float], now: datetime
) -> None:
    reason = plausibility.doubt(stored, observations)
    excluded = _named({observations[-1].period: observations[-1].value})
    if not reason or quote.accepted == excluded:
        return
    text = f"Held back, {quote.symbol}: {reason}. If it is true, accept it in the admin (Quotes)."
    _upsert(
        Quote(symbol=quote.symbol, error=text, error_at=now, held=excluded), ["error", "error_at", "held"]
    )
    notices.notify(
        HELD, quote.symbol, text, path=f"{reverse('admin:indicators_quote_changelist')}?failing=yes"
    )
    raise Implausible(text)


def _named(excluded: Mapping[str, float]) -> str:
    """The text of excluded figures in the quote's row, which staff accept."""
    shown = [f"{period} {value:g}" for period, value in excluded.items()]
    more = f" and {len(shown) - MOST_NAMED} more" if len(shown) > MOST_NAMED else ""
    return f"{', '.join(shown[:MOST_NAMED])}{more}"[: Quote._meta.get_field("held").max_length]


def _exclude_outliers(quote: Quote, doubted: Sequence[tuple[Observation, str]]) -> dict[str, float]:
    """The outliers to exclude, by period, reported to staff; empty if staff have accepted them."""
    excluded = {each.period: each.value for each, _reason in doubted}
    if not excluded or quote.accepted == _named(excluded):
        return {}
    published = "; ".join(
        f"{each.value:,.6g} for {each.period}, {reason}" for each, reason in doubted[:MOST_NAMED]
    )
    text = (
        f"Left out, {quote.symbol}: {published}. If true, accept in the admin (Quotes); the other figures are"
        " stored."
    )
    notices.notify(HELD, quote.symbol, text, path=f"{reverse('admin:indicators_quote_changelist')}?held=yes")
    return excluded


def _excluded_text(quote: Quote, excluded: Mapping[str, float], *, whole: bool, since: date) -> str:
    """The new `held` text of the quote; an exclusion before the result's span stays."""
    if excluded:
        return _named(excluded)
    if quote.held and not quote.accepted and not whole:
        first = quote.held.split(" ")[0]
        if periods.parse(first).end < since:
            return quote.held
    if quote.held:
        notices.resolve(HELD, quote.symbol)
    return ""


def record_unchanged(symbol: str, *, whole: bool, now: datetime) -> None:
    """Records a successful fetch without new data."""
    fields = ["fetched_at", "error", "error_at", *(["whole_at"] if whole else [])]
    _upsert(Quote(symbol=symbol, fetched_at=now, whole_at=now, error="", error_at=None), fields)


def _newest(
    symbol: str, *, whole: bool, changed: bool, now: datetime, validators: Validators, excluded: str
) -> None:
    """Updates the quote from the two latest points of the stored history."""
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
        held=excluded,
    )
    _upsert(quote, fields)


def record_failure(symbol: str, error: str, now: datetime) -> None:
    """Records a failed attempt; the last good figures stay."""
    _upsert(Quote(symbol=symbol, error=error, error_at=now), ["error", "error_at"])


def _upsert(quote: Quote, fields: list[str]) -> None:
    Quote.objects.bulk_create([quote], update_conflicts=True, unique_fields=["symbol"], update_fields=fields)
