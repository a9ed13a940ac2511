"""Admin pages of quotes, exchange closures and the release calendars; only closures can be edited."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from briefing.core.operations import notices
from briefing.core.operations.ledger_admin import LedgerAdmin, StaffAdmin
from briefing.core.web import cache_versions
from indicators import trading_hours
from indicators.models import ExchangeClosure, Quote, Release, ReleaseCalendar
from indicators.storage import HELD


class Failing(admin.SimpleListFilter):
    title = _("last attempt")
    parameter_name = "failing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("failed")), ("no", _("succeeded"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Quote]) -> QuerySet[Quote] | None:
        if self.value() == "yes":
            return queryset.exclude(error="")
        return queryset.filter(error="") if self.value() == "no" else None


class HasExcludedFigures(admin.SimpleListFilter):
    title = _("held back")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("something"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Quote]) -> QuerySet[Quote] | None:
        return queryset.exclude(held="") if self.value() == "yes" else None


@admin.register(Quote)
class QuoteAdmin(LedgerAdmin):
    list_display = ["symbol", "value", "period", "age_in_days", "fetched_at", "held", "error_at", "error"]
    list_filter = [Failing, HasExcludedFigures]
    search_fields = ["symbol", "error"]
    ordering = [F("error_at").desc(nulls_last=True), "symbol"]
    actions = ["accept"]

    @admin.action(
        permissions=["operate"], description=_("Accept the data held back (used from its next answer on)")
    )
    def accept(self, request: HttpRequest, queryset: QuerySet[Quote]) -> None:
        quotes = list(queryset.exclude(held=""))
        for quote in quotes:
            # Forces an unconditional fetch of the whole history, which contains the excluded data.
            Quote.objects.filter(pk=quote.pk).update(
                accepted=quote.held, error_at=None, whole_at=None, validators={}
            )
            notices.resolve(HELD, quote.symbol)
        self.log_done(request, quotes, "accepted what was held back")
        text = ngettext("%(count)d answer accepted.", "%(count)d answers accepted.", len(quotes))
        self.message_user(request, text % {"count": len(quotes)}, messages.SUCCESS)

    @admin.display(description=_("age in days"), ordering="-observed_on")
    def age_in_days(self, quote: Quote) -> int | None:
        return (timezone.now().date() - quote.observed_on).days if quote.observed_on else None


class ClosureForm(forms.ModelForm):  # type: ignore[type-arg]
    """Rejects closures without effect: a day without trading, or a time outside trading hours."""

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        day, mic = found.get("day"), found.get("mic")
        exchange = next((each for each in trading_hours.load().exchanges if each.mic == mic), None)
        if day is None or exchange is None:
            return found
        sessions = trading_hours.sessions_on(exchange, day)
        if not sessions:
            self.add_error("day", _("The calendar has no trading on this day."))
        elif closes_at := found.get("closes_at"):
            hours = exchange.short_days.get(day, exchange.hours)
            if not hours[0][0] < closes_at < hours[-1][1]:
                times = {"first": f"{hours[0][0]:%H:%M}", "last": f"{hours[-1][1]:%H:%M}"}
                text = _("Trading there is from %(first)s to %(last)s: choose a time in between, or none.")
                self.add_error("closes_at", text % times)
        return found


@admin.register(ExchangeClosure)
class ExchangeClosureAdmin(StaffAdmin):
    """Invalidates the cached pages with the market strip after every change."""

    form = ClosureForm
    list_display = ["day", "mic", "closes_at", "reason", "declared_at"]
    list_filter = ["mic"]
    ordering = ["-day", "mic"]

    def save_model(self, request: HttpRequest, obj: ExchangeClosure, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        _strip_changed()

    def delete_model(self, request: HttpRequest, obj: ExchangeClosure) -> None:
        super().delete_model(request, obj)
        _strip_changed()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ExchangeClosure]) -> None:
        super().delete_queryset(request, queryset)
        _strip_changed()


def _strip_changed() -> None:
    cache_versions.invalidate("figures")


@admin.register(ReleaseCalendar)
class ReleaseCalendarAdmin(LedgerAdmin):
    list_display = ["name", "fetched_at", "error_at", "error"]
    ordering = [F("error_at").desc(nulls_last=True), "name"]


@admin.register(Release)
class ReleaseAdmin(LedgerAdmin):
    list_display = ["day", "starts_at", "entry", "period", "status", "moved_from", "calendar"]
    list_filter = ["calendar", "status", "entry"]
    search_fields = ["entry", "key"]
    ordering = ["day", "starts_at"]
