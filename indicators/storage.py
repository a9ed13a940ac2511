"""Stores fetched figures: writes only new and revised points and keeps the last good ones after a failure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import NoReturn

from django.db import connection, transaction
from django.urls import reverse

from briefing.core import origin, periods
from briefing.core.operations import notices
from indicators import plausibility, revisions, vintages
from indicators.figures import change
from indicators.models import DailyQuote, Quote
from indicators.plausibility import Range
from indicators.sources import Observation, has_holes
from indicators.sources.parsing import Validators, is_unfinished

BATCH = 500
MOST_NAMED = 5
FIGURES = [
    "value", "previous_value", "change", "observed_on", "period", "fetched_at", "error", "error_at", "validators",
    "held", "accepted", "known_since",
]  # fmt: skip
UPSERT = f"""INSERT INTO {DailyQuote._meta.db_table} (symbol, day, period, value, seen_at) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (symbol, day) DO UPDATE
SET period = excluded.period, value = excluded.value, seen_at = excluded.seen_at, vintage = NULL"""  # noqa: S608  # nosec B608
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
    with transaction.atomic():
        origin.claim()
        quote = _locked(symbol)
        # Of two concurrent runs the one that started first may store last; changes are dated in order.
        at = max(now, quote.changed_at or now)
        observations = _dated(symbol, observations, now.date())
        stored = DailyQuote.objects.filter(symbol=symbol)
        span = stored.filter(day__range=(observations[0].day, observations[-1].day))
        known = {day: (period, value) for day, period, value in span.values_list("day", "period", "value")}
        values = dict(known.values())
        if not (doubt := _doubt(quote, observations, values)):
            excluded = _exclude_outliers(quote, plausibility.outliers(values, observations, limits))
            rebased = whole and revisions.rewritten(values, observations) == "rebased"
            published = {
                each.day: (each.period, each.value) for each in observations if each.period not in excluded
            }
            changed = [(day, *point) for day, point in published.items() if known.get(day) != point]
            gone = _withdrawn(symbol, known, published, excluded=excluded, rebased=rebased)
            replaced = [day for day, *_point in changed if day in known] + gone
            vintages.record(symbol, replaced, at=at, rebased=rebased)
            if changed:
                _write(symbol, changed, at)
            for start in range(0, len(gone), BATCH):
                stored.filter(day__in=gone[start : start + BATCH]).delete()
            _newest(
                quote,
                whole=whole,
                changed_at=at if changed or gone else None,
                now=now,
                # A conditional request would not return the excluded figures again once staff accept them.
                validators={} if excluded else validators or {},
                excluded=_excluded_text(quote, excluded, whole=whole, since=observations[0].day),
            )
    if doubt:
        _hold_back(quote, observations, doubt, now)
    return HistoryChanges(len(changed), len(gone))


def _locked(symbol: str) -> Quote:
    """The symbol's row, locked until the end of the transaction, so that concurrent runs record a change once."""
    rows = Quote.objects.select_for_update().filter(symbol=symbol)
    if quote := rows.first():
        return quote
    Quote.objects.bulk_create([Quote(symbol=symbol)], ignore_conflicts=True)
    return rows.get()


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


def _write(symbol: str, points: Sequence[tuple[date, str, float]], at: datetime) -> None:
    """Without the ORM, which took three quarters of the time of a first refresh with 150,000 points."""
    as_stored = connection.ops.adapt_datefield_value
    seen_at = connection.ops.adapt_datetimefield_value(at)
    rows = [(symbol, as_stored(day), period, value, seen_at) for day, period, value in points]
    with connection.cursor() as cursor:
        cursor.executemany(UPSERT, rows)


def _dated(symbol: str, observations: Sequence[Observation], today: date) -> Sequence[Observation]:
    """Moves an unfinished period's figure from the period's end to the day on which it first came."""
    *finished, newest = observations
    if not is_unfinished(newest, today):
        return observations
    stored = DailyQuote.objects.filter(symbol=symbol, period=newest.period, day__lte=today).first()
    return [*finished, replace(newest, day=stored.day if stored else today)]


def _doubt(quote: Quote, observations: Sequence[Observation], stored: Mapping[str, float]) -> str:
    """Why the result is held back; "" if it is plausible or staff have accepted it."""
    return "" if quote.accepted == _newest_named(observations) else plausibility.doubt(stored, observations)


def _newest_named(observations: Sequence[Observation]) -> str:
    return _named({observations[-1].period: observations[-1].value})


def _hold_back(quote: Quote, observations: Sequence[Observation], reason: str, now: datetime) -> NoReturn:
    """Records the doubt, notifies staff and raises Implausible; outside the transaction, which stored nothing."""
    text = f"Held back, {quote.symbol}: {reason}. If it is true, accept it in the admin (Quotes)."
    held = Quote(symbol=quote.symbol, error=text, error_at=now, held=_newest_named(observations))
    _upsert(held, ["error", "error_at", "held"])
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
    Quote.objects.filter(symbol=symbol, known_since=None).update(known_since=now)


def _newest(
    before: Quote,
    *,
    whole: bool,
    changed_at: datetime | None,
    now: datetime,
    validators: Validators,
    excluded: str,
) -> None:
    """Updates the quote from the two latest points of the stored history."""
    fields = [*FIGURES, *(["whole_at"] if whole else []), *(["changed_at"] if changed_at else [])]
    newest, *earlier = DailyQuote.objects.filter(symbol=before.symbol).order_by("-day")[:2]
    previous = earlier[0].value if earlier else None
    quote = Quote(
        symbol=before.symbol,
        value=newest.value,
        previous_value=previous,
        change=change(newest.value, previous),
        observed_on=newest.day,
        period=newest.period,
        fetched_at=now,
        whole_at=now if whole else None,
        changed_at=changed_at,
        error="",
        error_at=None,
        validators=validators,
        held=excluded,
        known_since=before.known_since or changed_at or now,
    )
    _upsert(quote, fields)


def record_failure(symbol: str, error: str, now: datetime) -> None:
    """Records a failed attempt; the last good figures stay."""
    _upsert(Quote(symbol=symbol, error=error, error_at=now), ["error", "error_at"])


def _upsert(quote: Quote, fields: list[str]) -> None:
    Quote.objects.bulk_create([quote], update_conflicts=True, unique_fields=["symbol"], update_fields=fields)
