"""Stored figures of the sources (quotes, quotes_daily), each row's computed figure, and the release calendars."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

STALE_AFTER = timedelta(days=90)


class Quotes(models.QuerySet["Quote"]):
    def failing(self) -> "Quotes":
        """Symbols whose last attempt failed."""
        return self.exclude(error="")


class Quote(models.Model):
    """The latest figure of a symbol and the outcome of the last fetch.

    A failed attempt keeps the last good figure and sets `error`.
    """

    symbol = models.CharField(_("symbol"), max_length=128, unique=True)
    value = models.FloatField(_("value"), null=True)
    previous_value = models.FloatField(_("previous value"), null=True)
    change = models.FloatField(_("change"), null=True)
    observed_on = models.DateField(_("observed on"), null=True, help_text=_("End of the period described."))
    period = models.CharField(_("period"), max_length=16, blank=True)
    fetched_at = models.DateTimeField(_("fetched at"), null=True)
    changed_at = models.DateTimeField(_("history last changed at"), null=True)
    whole_at = models.DateTimeField(_("full history fetched at"), null=True)
    error = models.TextField(_("error of the last attempt"), blank=True)
    error_at = models.DateTimeField(_("failed at"), null=True)
    validators = models.JSONField(
        default=dict, editable=False, help_text="Of the last answer, for conditional requests."
    )
    held = models.CharField(_("held back"), max_length=80, blank=True)
    accepted = models.CharField(_("accepted by staff"), max_length=80, blank=True)
    known_since = models.DateTimeField(
        _("revisions recorded since"),
        null=True,
        help_text=_("The series can be rebuilt as it stood from then on."),
    )

    objects = Quotes.as_manager()

    class Meta:
        db_table = "quotes"
        verbose_name = _("quote")
        verbose_name_plural = _("quotes")
        ordering = ["symbol"]

    def __str__(self) -> str:
        return self.symbol


class DailyQuotes(models.QuerySet["DailyQuote"]):
    def of(self, symbols: Iterable[str]) -> "DailyQuotes":
        """The histories of these symbols, oldest first."""
        return self.filter(symbol__in=tuple(symbols)).order_by("symbol", "day")


class DailyQuote(models.Model):
    """The history: one figure per symbol and day, the day being the end of the period.

    `seen_at` is when this value was first fetched, None if before `Quote.known_since`; `vintage` the publisher's own
    date of it, where it states one.
    """

    symbol = models.CharField(_("symbol"), max_length=128)
    day = models.DateField(_("day"))
    period = models.CharField(_("period"), max_length=16)
    value = models.FloatField(_("value"))
    seen_at = models.DateTimeField(_("first fetched at"), null=True)
    vintage = models.DateField(
        _("vintage"), null=True, help_text=_("The publisher’s own date of this value.")
    )

    objects = DailyQuotes.as_manager()

    class Meta:
        db_table = "quotes_daily"
        verbose_name = _("daily quote")
        verbose_name_plural = _("daily quotes")
        constraints = [models.UniqueConstraint(fields=["symbol", "day"], name="quotes_daily_once")]

    def __str__(self) -> str:
        return f"{self.symbol} {self.period}"


class ReplacedPoint(NamedTuple):
    """A stored point as it was. No model's instance: a series of many new bases has hundreds of thousands."""

    day: date
    period: str
    value: float
    seen_at: datetime | None
    vintage: date | None


class Revision(models.Model):
    """The points of a symbol that one fetch replaced or withdrew, as they were: it can be undone.

    One row for each change of a series, of whatever length, so that a new base year of a long history is one row too.
    `replaced` is a list of [`seen_at`, `vintage`, [[day, period, value], …]], since most points of a history were
    fetched at one time; the period is "" where it is the day. Times and days are in ISO form.
    """

    symbol = models.CharField(_("symbol"), max_length=128)
    at = models.DateTimeField(_("fetched at"))
    rebased = models.BooleanField(_("new base"), default=False)
    replaced = models.JSONField(_("replaced"), default=list)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ["symbol", "at", "pk"]
        indexes = [models.Index(fields=["symbol", "at"], name="indicators_revision_at")]

    def __str__(self) -> str:
        return f"{self.symbol} {self.at:%Y-%m-%d}"

    @classmethod
    def of(cls, points: Iterable[DailyQuote], *, symbol: str, at: datetime, rebased: bool) -> "Revision":
        """The revision, not saved, that replaces these points."""
        groups: dict[tuple[str | None, str | None], list[tuple[str, str, float]]] = {}
        for point in points:
            times = tuple(moment.isoformat() if moment else None for moment in (point.seen_at, point.vintage))
            day = point.day.isoformat()
            period = "" if point.period == day else point.period
            groups.setdefault((times[0], times[1]), []).append((day, period, point.value))
        replaced = [[seen_at, vintage, group] for (seen_at, vintage), group in groups.items()]
        return cls(symbol=symbol, at=at, rebased=rebased, replaced=replaced)

    def points(
        self, since: date = date.min, *, seen_until: datetime | None = None
    ) -> Iterator[ReplacedPoint]:
        """The points as they were, from a day on; those first fetched after `seen_until` are left out unread."""
        first = since.isoformat()
        for seen_at, vintage, group in self.replaced:
            moment = datetime.fromisoformat(seen_at) if seen_at else None
            if moment and seen_until and moment > seen_until:
                continue
            stated = date.fromisoformat(vintage) if vintage else None
            for day, period, value in group:
                if day >= first:
                    yield ReplacedPoint(date.fromisoformat(day), period or day, float(value), moment, stated)


class IndicatorFigure(models.Model):
    """A configured row's figure after its transform, computed when its symbols change, so that pages only read.

    `made_of` holds its inputs; a figure with other inputs than its row is not shown. `spark` is a list of
    [ISO day, value], oldest first.
    """

    code = models.CharField(_("code"), max_length=12, unique=True)
    made_of = models.TextField(_("made of"))
    value = models.FloatField(_("value"))
    previous_value = models.FloatField(_("previous value"), null=True)
    change = models.FloatField(_("change"), null=True)
    observed_on = models.DateField(_("observed on"))
    period = models.CharField(_("period"), max_length=16)
    previous_period = models.CharField(_("previous period"), max_length=16, blank=True)
    year_ago = models.FloatField(_("value a year before"), null=True)
    percentile = models.FloatField(_("percentile"), null=True)
    zscore = models.FloatField(_("z-score"), null=True)
    lowest = models.FloatField(_("lowest"))
    highest = models.FloatField(_("highest"))
    since = models.DateField(_("history begins"))
    points = models.PositiveIntegerField(_("observations"))
    spark = models.JSONField(_("sparkline"), default=list)
    gaps = models.JSONField(
        _("gaps"), default=dict, help_text="What cannot be said, as `indicators.gaps` has it."
    )
    computed_at = models.DateTimeField(_("computed at"))

    class Meta:
        verbose_name = _("figure")
        verbose_name_plural = _("figures")
        ordering = ["code"]

    def __str__(self) -> str:
        return f"{self.code} {self.period}"


def is_stale(observed_on: date, today: date) -> bool:
    """Older than 90 days, counted from the end of the period (specification 1.4)."""
    return today - observed_on > STALE_AFTER


def is_overdue(observed_on: date, today: date, *, max_age_days: int) -> bool:
    """Older than the row's `max_age_days`, which includes the publication lag: the source has probably stopped."""
    return today - observed_on > timedelta(days=max_age_days)


class ExchangeClosure(models.Model):
    """A day declared by staff on which an exchange is closed or closes early, against its calendar."""

    class Mic(models.TextChoices):
        XNYS = "XNYS", _("New York")
        XLON = "XLON", _("London")
        XFRA = "XFRA", _("Frankfurt")
        XTKS = "XTKS", _("Tokyo")
        XHKG = "XHKG", _("Hong Kong")
        XSHG = "XSHG", _("Shanghai")

    mic = models.CharField(_("exchange"), max_length=4, choices=Mic)
    day = models.DateField(_("day"), help_text=_("The exchange’s own date."))
    closes_at = models.TimeField(
        _("trades until"),
        null=True,
        blank=True,
        help_text=_("The exchange’s local time of an early close. Leave empty where it is closed all day."),
    )
    reason = models.CharField(
        _("reason"),
        max_length=120,
        blank=True,
        help_text=_("For staff: where the exchange says so, and why."),
    )
    declared_at = models.DateTimeField(_("declared at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("closure of an exchange")
        verbose_name_plural = _("closures of exchanges")
        ordering = ["-day", "mic"]
        constraints = [models.UniqueConstraint(fields=["mic", "day"], name="indicators_closure_once")]

    def __str__(self) -> str:
        return f"{self.mic} {self.day}"


class ReleaseCalendar(models.Model):
    """The outcome of reading one publisher's calendar; a failure keeps the last good set of releases.

    `memory` is state of the calendar's module (such as FRED's release id of a series).
    """

    name = models.CharField(_("name"), max_length=16, unique=True)
    fetched_at = models.DateTimeField(_("fetched at"), null=True)
    error = models.TextField(_("error of the last attempt"), blank=True)
    error_at = models.DateTimeField(_("failed at"), null=True)
    memory = models.JSONField(_("memory"), default=dict)

    class Meta:
        verbose_name = _("release calendar")
        verbose_name_plural = _("release calendars")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Release(models.Model):
    """One publication of figures listed in a calendar, on a day and, if the calendar has it, at a time.

    `entry` is an id of the agenda's catalogue, `key` the calendar's own id, which stays when the day moves.
    `day` is in the publisher's time zone; `moved_from` is the previous day. `uid` identifies the release in readers'
    calendars and stays when `key` changes; `sequence` counts moves and cancellations (RFC 5545, 3.8.7.4).
    """

    class Status(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        PROVISIONAL = "provisional", _("provisional")
        CANCELLED = "cancelled", _("cancelled")

    calendar = models.CharField(_("calendar"), max_length=16)
    entry = models.CharField(_("entry"), max_length=40)
    key = models.CharField(_("key"), max_length=240)
    day = models.DateField(_("day"), db_index=True)
    starts_at = models.DateTimeField(_("starts at"), null=True)
    period = models.CharField(_("period"), max_length=16, blank=True)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.CONFIRMED)
    moved_from = models.DateField(_("moved from"), null=True)
    url = models.CharField(_("address"), max_length=500, blank=True)
    changed_at = models.DateTimeField(_("changed at"))
    uid = models.CharField(max_length=300, blank=True, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("release")
        verbose_name_plural = _("releases")
        ordering = ["day", "entry"]
        constraints = [
            models.UniqueConstraint(fields=["calendar", "entry", "key"], name="indicators_release_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.day}"

    @property
    def identity(self) -> str:
        """The name in readers' calendars; of a row that no reading has named yet, that of its key."""
        return self.uid or f"{self.calendar} {self.entry} {self.key}"
