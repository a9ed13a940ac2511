"""What staff see of the sources: every symbol with its age and its last error; nothing is edited by hand."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from briefing.core import notices
from briefing.core.ledger_admin import LedgerAdmin
from indicators.models import Quote, Release, ReleaseCalendar
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


class HeldBack(admin.SimpleListFilter):
    title = _("held back")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("something"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Quote]) -> QuerySet[Quote] | None:
        return queryset.exclude(held="") if self.value() == "yes" else None


@admin.register(Quote)
class QuoteAdmin(LedgerAdmin):
    list_display = ["symbol", "value", "period", "age_in_days", "fetched_at", "held", "error_at", "error"]
    list_filter = [Failing, HeldBack]
    search_fields = ["symbol", "error"]
    ordering = [F("error_at").desc(nulls_last=True), "symbol"]
    actions = ["accept"]

    @admin.action(
        permissions=["operate"], description=_("Accept what was held back (taken over at its next answer)")
    )
    def accept(self, request: HttpRequest, queryset: QuerySet[Quote]) -> None:
        quotes = list(queryset.exclude(held=""))
        for quote in quotes:
            # The next answer is the whole history, and is not asked for conditionally: what was held back is in it.
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
