"""Status lines of sources, series and release calendars for staff."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.urls import reverse

from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, names, reports, span
from indicators import groups
from indicators.exchanges import visible_indices
from indicators.models import IndicatorFigure, Quote, ReleaseCalendar, is_overdue

DAY = timedelta(days=1)


@reports("Figures")
def figures(now: datetime) -> Report:
    """Sources and series without a success for a day, overdue rows, and failing calendars."""
    symbols = {*groups.load().symbols(), *visible_indices()}
    quotes = Quote.objects.filter(symbol__in=symbols).only("symbol", "fetched_at", "error")
    by_source: dict[str, list[Quote]] = defaultdict(list)
    for quote in quotes:
        by_source[quote.symbol.partition(":")[0]].append(quote)
    if not by_source:
        yield StatusLine("sources", Level.OK, "No source was asked yet.")
    for source, own in sorted(by_source.items()):
        yield from _source(source, own, now)
    yield from _series([quote for quote in quotes if _fails(quote, now)], len(symbols))
    yield from _overdue(now)
    yield from _calendars(now)


def _fails(quote: Quote, now: datetime) -> bool:
    """Whether the last attempt failed and none succeeded for a day; without attempts (weekends) nothing fails."""
    return bool(quote.error) and (quote.fetched_at is None or quote.fetched_at < now - DAY)


def _path() -> str:
    return f"{reverse('admin:indicators_quote_changelist')}?failing=yes"


def _source(source: str, own: list[Quote], now: datetime) -> Report:
    newest = max((quote.fetched_at for quote in own if quote.fetched_at), default=None)
    if newest:
        yield StatusMeasure(
            "source_last_success_timestamp_seconds", "When a source of figures last answered well.",
            newest.timestamp(), {"source": source},
        )  # fmt: skip
    if all(_fails(quote, now) for quote in own):
        since = f"for {span(now - newest)}" if newest else "ever"
        text = f"{source}: none of its {len(own)} series had a success {since}."
        yield StatusLine(
            f"source:{source}", Level.ERROR, text, "Run `manage.py check_indicators --live`.", _path(),
            of_publishers=True,
        )  # fmt: skip
    else:
        ago = f", last success {span(now - newest)} ago" if newest else ", none of them fetched yet"
        text = f"{source}: {len(own)} series{ago}."
        yield StatusLine(f"source:{source}", Level.OK, text, path=_path(), of_publishers=True)


def _series(failing: list[Quote], count: int) -> Report:
    yield StatusMeasure(
        "series_failing", "Series without a success for a day whose last attempt failed.", len(failing)
    )
    silent = {
        "have never answered": sorted(quote.symbol for quote in failing if quote.fetched_at is None),
        "without a success for a day": sorted(quote.symbol for quote in failing if quote.fetched_at),
    }
    if failing:
        silent_text = [
            f"{len(own)} of {count} series {what}: {names(own)}." for what, own in silent.items() if own
        ]
        yield StatusLine(
            "series:failing", Level.WARNING, " ".join(silent_text), "Each error in the admin says what to do.", _path(),
            of_publishers=True,
        )  # fmt: skip


def _overdue(now: datetime) -> Report:
    rows = {row.code: row for row in groups.load().active_rows()}
    days = IndicatorFigure.objects.filter(code__in=rows).values_list("code", "observed_on")
    late = sorted(
        code for code, day in days if is_overdue(day, now.date(), max_age_days=rows[code].max_age_days)
    )
    yield StatusMeasure("series_overdue", "Rows whose newest figure is older than it may be.", len(late))
    if late:
        text = f"{len(late)} of {len(rows)} rows are overdue: {names(late)}."
        todo = "Look whether the publisher is late or the series has ended."
        yield StatusLine("series:overdue", Level.WARNING, text, todo, _path())


def _calendars(now: datetime) -> Report:
    failing = ReleaseCalendar.objects.exclude(error="").order_by("name")
    late = [one.name for one in failing if one.fetched_at is None or one.fetched_at < now - DAY]
    if late:
        text = f"Calendars of releases without a success for a day: {names(late)}."
        yield StatusLine(
            "calendars:failing", Level.WARNING, text, "Each error in the admin says what to do.",
            reverse("admin:indicators_releasecalendar_changelist"), of_publishers=True,
        )  # fmt: skip
