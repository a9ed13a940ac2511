"""The frame in the admin: work and what became of it, mail that left, what the models cost."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from briefing.core.ledger_admin import LedgerAdmin
from briefing.core.models import EmailSend, Heartbeat, Job, LlmCall, LlmEndpoint, StaffNotice
from briefing.core.spending import Spending, this_month

admin.site.site_header = admin.site.site_title = "Market Briefing"
admin.site.index_title = _("Newsroom")


@admin.register(Job)
class JobAdmin(LedgerAdmin):
    list_display = ["kind", "key", "state", "attempts", "not_before", "finished_at", "outcome"]
    list_filter = ["state", "kind"]
    search_fields = ["key", "outcome"]
    ordering = ["-created_at"]
    actions = ["try_again"]

    @admin.action(description=_("Try again what was given up"))
    def try_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        count = queryset.filter(state=Job.State.DEAD).update(
            state=Job.State.NEW, attempts=0, not_before=timezone.now(), woken_at=None
        )
        self.message_user(request, _("%(count)d jobs wait again.") % {"count": count})


@admin.register(EmailSend)
class EmailSendAdmin(LedgerAdmin):
    list_display = ["kind", "user", "sent_at"]
    list_filter = ["kind"]
    search_fields = ["user__email"]
    list_select_related = ["user"]
    ordering = ["-sent_at"]


@admin.register(LlmCall)
class LlmCallAdmin(LedgerAdmin):
    list_display = ["created_at", "purpose", "provider", "model", "answered_by", "state", "outcome", "prompt_tokens",
                    "cached_tokens", "completion_tokens", "cost_micro_usd", "seconds"]  # fmt: skip
    list_filter = ["month", "purpose", "provider", "state", "outcome"]
    ordering = ["-created_at"]

    @property
    def spending(self) -> Spending:
        """This month by purpose, above the list of calls."""
        return this_month(timezone.now())


@admin.register(LlmEndpoint)
class LlmEndpointAdmin(LedgerAdmin):
    list_display = ["provider", "model", "failures", "open_until", "refused", "reason", "changed_at"]
    list_filter = ["provider"]
    ordering = ["-changed_at"]
    actions = ["ask_again"]

    @admin.action(description=_("Ask again now, and forget what it refused"))
    def ask_again(self, request: HttpRequest, queryset: QuerySet[LlmEndpoint]) -> None:
        count = queryset.update(failures=0, open_until=None, refused=[], reason="", changed_at=timezone.now())
        self.message_user(request, _("%(count)d endpoints are asked again.") % {"count": count})


@admin.register(StaffNotice)
class StaffNoticeAdmin(LedgerAdmin):
    list_display = ["created_at", "kind", "text", "resolved_at"]
    list_filter = ["kind"]
    ordering = ["-created_at"]
    actions = ["resolve"]

    @admin.action(description=_("Mark as resolved"))
    def resolve(self, request: HttpRequest, queryset: QuerySet[StaffNotice]) -> None:
        count = queryset.filter(resolved_at=None).update(resolved_at=timezone.now())
        self.message_user(request, _("%(count)d notices resolved.") % {"count": count})


@admin.register(Heartbeat)
class HeartbeatAdmin(LedgerAdmin):
    list_display = ["name", "role", "pid", "started_at", "beat_at"]
