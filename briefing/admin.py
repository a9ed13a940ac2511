"""Admin of the shared tables: jobs, sent mail, model calls and endpoints, notices and heartbeats."""

from django.contrib import admin, messages
from django.contrib.auth import admin as auth_admin  # noqa: F401  registers groups, which are unregistered below
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from briefing import timetable_admin  # noqa: F401  registers the timetable
from briefing.core.ledger_admin import LedgerAdmin
from briefing.core.models import Backup, EmailSend, Heartbeat, Job, LlmCall, LlmEndpoint, StaffNotice
from briefing.core.spending import Spending, this_month

admin.site.site_header = admin.site.site_title = "Market Briefing"
admin.site.index_title = _("Newsroom")

# Kinds of jobs that send a message, which support may retry.
MESSAGES = (
    "accounts.send_code",
    "accounts.security_mail",
    "billing.confirm",
    "billing.withdrawal_receipt",
    "commentary.send_digest",
)
MOST_AT_ONCE = 500
admin.site.unregister(Group)  # permissions follow roles: `accounts.models.User.has_perm`


@admin.register(Job)
class JobAdmin(LedgerAdmin):
    list_display = ["kind", "key", "state", "attempts", "not_before", "finished_at", "outcome"]
    list_filter = ["state", "kind"]
    search_fields = ["key", "outcome"]
    ordering = ["-created_at"]
    actions = ["try_again"]

    @admin.action(permissions=["support"], description=_("Retry failed jobs"))
    def try_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Retries failed jobs; support may retry messages only, operators all kinds."""
        dead = queryset.filter(state=Job.State.DEAD)
        if not self.has_operate_permission(request):
            if dead.exclude(kind__in=MESSAGES).exists():
                self.message_user(
                    request,
                    _("Your role can retry only messages; other jobs were left as they are."),
                    messages.WARNING,
                )
            dead = dead.filter(kind__in=MESSAGES)
        rows = list(dead[:MOST_AT_ONCE])
        count = Job.objects.filter(pk__in=[row.pk for row in rows], state=Job.State.DEAD).update(
            state=Job.State.NEW, attempts=0, not_before=timezone.now(), woken_at=None
        )
        self.log_done(request, rows, "tried again")
        self.message_user(request, _("%(count)d jobs are queued again.") % {"count": count})

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.try_kind))
        own = path("try-again/<str:kind>/", view, name="briefing_job_try_kind")
        return [own, *super().get_urls()]

    def try_kind(self, request: HttpRequest, kind: str) -> HttpResponse:
        if not self.has_support_permission(request):
            raise PermissionDenied
        self.try_again(request, Job.objects.filter(kind=kind).order_by("pk"))
        return redirect("admin:index")


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
        return this_month(timezone.now())


@admin.register(LlmEndpoint)
class LlmEndpointAdmin(LedgerAdmin):
    list_display = ["provider", "model", "failures", "open_until", "refused", "reason", "changed_at"]
    list_filter = ["provider"]
    ordering = ["-changed_at"]
    actions = ["close_circuit"]

    @admin.action(permissions=["operate"], description=_("Retry now and forget rejected parameters"))
    def close_circuit(self, request: HttpRequest, queryset: QuerySet[LlmEndpoint]) -> None:
        self.log_done(request, queryset, "asked again")
        count = queryset.update(failures=0, open_until=None, refused=[], reason="", changed_at=timezone.now())
        self.message_user(request, _("%(count)d endpoints will be retried.") % {"count": count})


@admin.register(StaffNotice)
class StaffNoticeAdmin(LedgerAdmin):
    list_display = ["created_at", "kind", "text", "resolved_at"]
    list_filter = ["kind"]
    ordering = ["-created_at"]
    actions = ["resolve"]

    @admin.action(permissions=["operate"], description=_("Mark as resolved"))
    def resolve(self, request: HttpRequest, queryset: QuerySet[StaffNotice]) -> None:
        rows = list(queryset.filter(resolved_at=None))
        count = queryset.filter(resolved_at=None).update(resolved_at=timezone.now())
        self.log_done(request, rows, "resolved")
        self.message_user(request, _("%(count)d notices resolved.") % {"count": count})


@admin.register(Heartbeat)
class HeartbeatAdmin(LedgerAdmin):
    list_display = ["name", "role", "host", "version", "pid", "started_at", "beat_at"]


@admin.register(Backup)
class BackupAdmin(LedgerAdmin):
    list_display = ["made_at", "host", "file", "size"]
