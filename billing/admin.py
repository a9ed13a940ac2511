"""Admin pages of billing: deliveries, subscriptions, consents, withdrawals, and a reader's billing history."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from billing import deliveries
from billing.models import (
    Billing2Event,
    BillingEvent,
    BillingHistory,
    Consent,
    Delivery,
    Processor,
    Subscription,
    Withdrawal,
)
from billing.processors.stripe import ProcessorError
from billing.subscriptions import NO_USER
from briefing.core.operations.ledger_admin import LedgerAdmin, LedgerInline

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Any, Any]
else:
    TabularInline = admin.TabularInline  # generic only in the type stubs

STATES: dict[str, tuple[Any, Q]] = {
    "failed": (_("failed, waits for the next delivery"), Q(processed_at=None) & ~Q(error="")),
    "waiting": (_("stored, never processed"), Q(processed_at=None, error="")),
    "nobody": (_("no matching reader"), Q(error=NO_USER)),
    "ignored": (_("changed nothing"), Q(processed_at__isnull=False, outcome="ignored")),
    "ok": (_("processed"), Q(processed_at__isnull=False, outcome="ok")),
}


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, label) for name, (label, _query) in STATES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = STATES.get(self.value() or "")
        return queryset.filter(chosen[1]) if chosen else queryset


REMEDIES = {
    Processor.PRIMARY: _(
        "At the processor, give the subscription the metadata user_id with the reader's number: the event of that"
        " change links it. A customer of something else needs nothing."
    ),
    Processor.SECONDARY: _(
        "At the processor, give the customer the reader's number as external id, or the address of the account, and"
        " have the delivery sent again. A customer of something else needs nothing."
    ),
}


class DeliveryAdmin(LedgerAdmin):
    list_display = [
        "event_type",
        "event_id",
        "received_at",
        "processed_at",
        "outcome",
        "attempts",
        "user",
        "error",
        "remedy",
    ]
    list_filter = [StateFilter, "event_type"]
    search_fields = ["event_id", "subscription_id", "user__email"]
    list_select_related = ["user"]
    ordering = ["-received_at"]
    actions = ["handle_again"]

    @admin.display(description=_("what to do"))
    def remedy(self, row: Delivery) -> str:
        """What staff can do about a delivery that was refused or not processed."""
        if row.error == NO_USER:
            return str(REMEDIES[row.processor])
        if row.processed_at is None and not row.attempts:
            return gettext("Process it again.")
        if row.processed_at is None and deliveries.is_unreadable(row):
            return gettext(
                "It is not an event, so it has no effect. Compare the endpoint with the processor's settings."
            )
        return gettext("Fix what the error says, then process it again.") if row.processed_at is None else ""

    @admin.action(permissions=["operate"], description=_("Process again"))
    def handle_again(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        for row in queryset.order_by("received_at", "pk"):
            try:
                outcome = deliveries.replay(row)
            except ProcessorError as error:
                self.log_done(request, [row], "handled again: the processor is away")
                self.message_user(request, f"{row.event_id}: {error}", messages.ERROR)
                continue
            self.log_done(request, [row], f"handled again: {outcome}")
            text = {
                "gone": gettext("its payload is not kept (any more); ask the processor to send it again"),
                "failed": gettext("failed again; see its error"),
                "malformed": gettext("it is not an event"),
            }.get(outcome, gettext("processed"))
            level = messages.SUCCESS if outcome in ("ok", "ignored") else messages.ERROR
            self.message_user(request, f"{row.event_id}: {text}", level)


admin.site.register(BillingEvent, DeliveryAdmin)
admin.site.register(Billing2Event, DeliveryAdmin)


@admin.register(Subscription)
class SubscriptionAdmin(LedgerAdmin):
    list_display = ["subscription_id", "processor", "status", "user", "customer_id", "trial_end", "newest_at"]
    list_filter = ["processor", "status"]
    search_fields = ["subscription_id", "customer_id", "user__email"]
    list_select_related = ["user"]
    ordering = ["-first_seen_at"]


@admin.register(Consent)
class ConsentAdmin(LedgerAdmin):
    list_display = [
        "given_at",
        "user",
        "cadence",
        "price",
        "currency",
        "trial_days",
        "text_version",
        "language",
        "completed_at",
    ]
    list_filter = ["cadence", "text_version"]
    search_fields = ["user__email"]
    list_select_related = ["user"]
    ordering = ["-given_at"]


@admin.register(Withdrawal)
class ContractWithdrawalAdmin(LedgerAdmin):
    list_display = ["declared_at", "user", "subscription", "receipt_sent_at", "cancelled_at", "settled_at"]
    list_filter = [("settled_at", admin.EmptyFieldListFilter)]
    search_fields = ["user__email", "subscription__subscription_id"]
    list_select_related = ["user", "subscription"]
    ordering = ["-declared_at"]
    actions = ["settle"]

    @admin.action(permissions=["operate"], description=_("Mark as repaid or settled"))
    def settle(self, request: HttpRequest, queryset: QuerySet[Withdrawal]) -> None:
        rows = list(queryset.filter(settled_at=None))
        count = queryset.filter(settled_at=None).update(settled_at=timezone.now())
        self.log_done(request, rows, "settled")
        self.message_user(request, gettext("%(count)d withdrawals marked as settled.") % {"count": count})


class ReadOnlyInline(LedgerInline, TabularInline):
    """Read-only rows on a reader's page."""

    show_change_link = True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def read_only_inline(rows: type[Model], *names: str) -> type[ReadOnlyInline]:
    """Returns a read-only inline of one table with these columns."""
    return type(
        f"Shown{rows.__name__}", (ReadOnlyInline,), {"model": rows, "fields": names, "readonly_fields": names}
    )


DELIVERY = ("received_at", "event_type", "event_id", "outcome", "error")


@admin.register(BillingHistory)
class BillingHistoryAdmin(LedgerAdmin):
    """All billing records of one reader on one page, for support requests."""

    list_display = ["email", "tier", "billing_subscription_id", "billing2_subscription_id", "credit_until"]
    list_filter = ["tier"]
    search_fields = ["email", "billing_customer_id", "billing2_customer_id", "subscriptions__subscription_id"]
    ordering = ["email"]
    fields = ["email", "tier", "lang", "date_joined", "credit_until", "billing_customer_id",
              "billing_subscription_id", "billing_trial_end_at", "billing2_customer_id",
              "billing2_subscription_id", "referred_by_user"]  # fmt: skip
    inlines = [
        read_only_inline(
            Subscription,
            "first_seen_at",
            "processor",
            "subscription_id",
            "customer_id",
            "status",
            "trial_end",
            "newest_at",
        ),
        read_only_inline(
            Consent, "given_at", "cadence", "price", "currency", "trial_days", "text_version", "completed_at"
        ),
        read_only_inline(
            Withdrawal, "declared_at", "subscription", "receipt_sent_at", "cancelled_at", "settled_at"
        ),
        read_only_inline(BillingEvent, *DELIVERY),
        read_only_inline(Billing2Event, *DELIVERY),
    ]
