"""Admin pages of the portfolio: the instrument map, which staff may correct, and read-only tables.

Of an encrypted copy only its existence, size and times are shown, never its bytes.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from briefing.core.operations.ledger_admin import LedgerAdmin, StaffAdmin
from briefing.core.web import cache_versions
from indicators.sources import yahoo
from portfolio.instruments import short_of
from portfolio.models import CsvFormatTemplate, InstrumentMap, PortfolioSync, TickerUniverse
from portfolio.sync import encryption


class HasQuote(admin.SimpleListFilter):
    title = _("quote")
    parameter_name = "quoted"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("has a symbol")), ("no", _("has none"))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[InstrumentMap]
    ) -> QuerySet[InstrumentMap] | None:
        chosen = {"yes": False, "no": True}.get(str(self.value()))
        return None if chosen is None else queryset.filter(provider_ticker__isnull=chosen)


class InstrumentForm(forms.ModelForm):  # type: ignore[type-arg]
    """A manual row of the instrument map; imports do not change it."""

    class Meta:
        model = InstrumentMap
        fields = ("broker_ticker", "name", "isin", "currency", "provider_ticker", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if field := self.fields.get("provider_ticker"):  # a read-only page has no fields
            symbol = RegexValidator(
                rf"^{yahoo.IDENTIFIER.pattern}\Z", _("The provider has no symbols of this form.")
            )
            field.validators.append(symbol)

    def clean_isin(self) -> str:
        return str(self.cleaned_data["isin"]).strip().upper()

    def clean(self) -> dict[str, Any]:
        """Refuses a ticker that has an automatic row, which is to be corrected instead, or an equal manual row."""
        cleaned: dict[str, Any] = super().clean() or {}
        others = InstrumentMap.objects.filter(broker_ticker=cleaned.get("broker_ticker")).exclude(
            pk=self.instance.pk
        )
        if others.filter(manual=False).exists():
            raise ValidationError(_("This ticker has an automatic row: open that one and correct it."))
        if others.filter(name=cleaned.get("name"), isin=cleaned.get("isin")).exists():
            raise ValidationError(_("There is a manual row with this ticker, name and ISIN already."))
        return cleaned


@admin.register(InstrumentMap)
class InstrumentMapAdmin(StaffAdmin):
    """Correcting an automatic row makes it manual; once a manual row is deleted, imports may add an automatic one."""

    form = InstrumentForm
    list_display = (
        "broker_ticker",
        "name",
        "currency",
        "provider_ticker",
        "quote_currency",
        "reason",
        "manual",
        "updated_at",
    )
    list_filter = ("manual", HasQuote, "kind", "currency", "sample")
    search_fields = ("broker_ticker", "short_ticker", "name", "isin", "provider_ticker")
    readonly_fields = ("short_ticker", "kind", "quote_currency", "manual", "sample", "updated_at")
    list_per_page = 50
    show_full_result_count = False

    def save_model(self, request: HttpRequest, obj: InstrumentMap, form: Any, change: bool) -> None:
        if not change:
            # A pie's short ticker names no listing, so it gets no short form.
            obj.short_ticker = short_of({"ticker": obj.broker_ticker})[:32]
        obj.manual, obj.sample, obj.updated_at = True, False, timezone.now()
        if "provider_ticker" in form.changed_data:
            obj.quote_currency = ""
        if "reason" not in form.changed_data:
            obj.reason = "set by staff"
        super().save_model(request, obj, form, change)
        cache_versions.invalidate("universe")  # in the admin's transaction, as below

    def delete_model(self, request: HttpRequest, obj: InstrumentMap) -> None:
        super().delete_model(request, obj)
        cache_versions.invalidate("universe")

    def has_delete_permission(self, request: HttpRequest, obj: InstrumentMap | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or obj.manual)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Removes bulk deletion: automatic rows are only deleted by an import."""
        return {
            name: action for name, action in super().get_actions(request).items() if name != "delete_selected"
        }


@admin.register(TickerUniverse)
class TickerUniverseAdmin(LedgerAdmin):
    list_display = ("ticker", "name", "currency", "added_on")
    search_fields = ("ticker", "name")


@admin.register(CsvFormatTemplate)
class CsvFormatTemplateAdmin(LedgerAdmin):
    """A deleted template is made again for the next reader with such a file."""

    list_display = ("broker", "headers", "made_by", "model", "cost_usd", "created_at")
    list_filter = ("made_by",)
    search_fields = ("broker", "header_key")

    def has_delete_permission(self, request: HttpRequest, obj: CsvFormatTemplate | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(PortfolioSync)
class PortfolioSyncAdmin(LedgerAdmin):
    """Shows that a copy exists, never its content."""

    list_display = ("user", "size", "version", "updated_at", "failures")
    fields = ("user", "size", "version", "updated_at", "failures", "has_verifier")
    list_select_related = ("user",)
    search_fields = ("user__email",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PortfolioSync]:
        rows: QuerySet[PortfolioSync] = super().get_queryset(request)
        return rows.defer("blob", "pepper_fp").annotate(stored_bytes=Length("blob"))

    @admin.display(description=_("bytes"))
    def size(self, row: PortfolioSync) -> int:
        stored: int = row.stored_bytes  # type: ignore[attr-defined]
        return max(0, stored - encryption.OVERHEAD)

    @admin.display(description=_("has a verifier"), boolean=True)
    def has_verifier(self, row: PortfolioSync) -> bool:
        return row.verifier is not None
