"""Admin pages of texts with their figures, headlines, reviewer verdicts and costs."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from briefing.core.lazy_module import LazyModule
from briefing.core.operations.ledger_admin import LedgerAdmin, LedgerInline
from commentary.digests import admin as digest_admin  # noqa: F401  registers the digests
from commentary.facts.snapshot import Facts
from commentary.followed import admin as followed_admin  # noqa: F401  registers the messages about followed figures
from commentary.models import (
    IndicatorSummary,
    IndicatorSummaryTranslation,
    ReviewerVerdict,
    StrategicLog,
    StrategicLogTranslation,
    Text,
    Withdrawal,
)

if TYPE_CHECKING:
    from commentary.publishing import replacement
else:  # Loads the writer and the review only when one of the two actions runs.
    replacement = LazyModule("commentary.publishing.replacement")

COST = ("written_by", "model", "prompt_tokens", "completion_tokens", "cost_usd")
MADE: tuple[Any, Any] = (
    _("How it was made"),
    {
        "fields": (
            ("written_by", "provider", "model", "prompt_version"),
            ("prompt_tokens", "completion_tokens", "cost_usd"),
            "published_at",
            "facts_hash",
        )
    },
)


class TranslationInline(LedgerInline, admin.StackedInline):  # type: ignore[type-arg]
    model = IndicatorSummaryTranslation
    readonly_fields = ("language", "title", "content", *COST)


class LogTranslationInline(LedgerInline, admin.StackedInline):  # type: ignore[type-arg]
    model = StrategicLogTranslation
    readonly_fields = ("language", "header", "content", *COST)


class VerdictInline(LedgerInline, admin.TabularInline):  # type: ignore[type-arg]
    """Verdicts on every attempt at this text, oldest first."""

    model = ReviewerVerdict
    ordering = ("pk",)
    fields = readonly_fields = (
        "lang", "attempt", "stage", "verdict", "rule", "excerpt", "instruction", "draft", "model",
    )  # fmt: skip


class ReasonForm(ActionForm):
    """Requires a public reason for each action; the methods page lists it."""

    reason = forms.ChoiceField(
        label=_("Reason (public):"), choices=[("", "---------"), *Withdrawal.Reason.choices], required=False
    )


class WrittenAdmin(LedgerAdmin):
    """Read-only view of a text, with actions to withdraw it or publish the rules text instead."""

    date_hierarchy = "cycle"
    action_form = ReasonForm
    actions = ["withdraw", "publish_rules_text"]

    @admin.display(description=_("figures"))
    def figures(self, text: Text) -> SafeString:
        """Returns the stored facts as an HTML table, with the headlines of a log."""
        context = {"facts": Facts.from_json(text.facts), "headlines": text.facts.get("headlines", [])}
        return render_to_string("admin/commentary/facts.html", context)

    @admin.action(permissions=["operate"], description=_("Withdraw"))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        if reason := self._reason(request):
            now = timezone.now()
            done = [text for text in queryset if replacement.withdraw(text, reason, now=now)]
            self.log_done(request, done, f"withdrawn: {reason}")
            self.message_user(request, _("%(count)d texts withdrawn.") % {"count": len(done)})

    @admin.action(permissions=["operate"], description=_("Publish the rules text instead"))
    def publish_rules_text(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        if reason := self._reason(request):
            now = timezone.now()
            done = [text for text in queryset if replacement.publish_rules_text(text, reason, now=now)]
            self.log_done(request, done, f"replaced by the rules text: {reason}")
            self.message_user(
                request, _("%(count)d texts replaced by the rules text.") % {"count": len(done)}
            )
            if len(done) < len(queryset):
                self.message_user(
                    request,
                    _(
                        "The others stay: rules wrote them, or the rules text of their figures did not pass the review."
                    ),
                    messages.WARNING,
                )

    def _reason(self, request: HttpRequest) -> str:
        """Returns the chosen reason, or "" after an error message."""
        reason = request.POST.get("reason", "")
        if reason not in Withdrawal.Reason.values:
            self.message_user(
                request, _("Nothing was done: choose the reason that readers will see."), messages.ERROR
            )
            return ""
        return reason


@admin.register(IndicatorSummary)
class IndicatorSummaryAdmin(WrittenAdmin):
    list_display = ("cycle", "group", "tone", "style", "written_by", "state", "model", "cost_usd")
    list_filter = ("group", "tone", "style", "written_by", "state")
    search_fields = ("title", "content")
    inlines = (TranslationInline, VerdictInline)
    fieldsets = (
        (None, {"fields": ("cycle", ("group", "tone", "style"), "state", "title", "content", "figures")}),
        MADE,
    )


@admin.register(StrategicLog)
class StrategicLogAdmin(WrittenAdmin):
    list_display = ("cycle", "tone", "style", "header", "written_by", "state", "model", "cost_usd")
    list_filter = ("tone", "style", "written_by", "state")
    search_fields = ("header", "content")
    inlines = (LogTranslationInline, VerdictInline)
    fieldsets = (
        (None, {"fields": ("cycle", ("tone", "style"), "state", "header", "content", "figures")}),
        MADE,
    )


@admin.register(ReviewerVerdict)
class ReviewerVerdictAdmin(LedgerAdmin):
    list_display = (
        "created_at", "kind", "lang", "tone", "stage", "attempt", "verdict", "rule", "excerpt", "model",
    )  # fmt: skip
    list_filter = ("verdict", "stage", "kind", "lang", "tone")
    search_fields = ("rule", "excerpt")
    date_hierarchy = "created_at"


@admin.register(Withdrawal)
class TextWithdrawalAdmin(LedgerAdmin):
    list_display = ("withdrawn_at", "kind", "group", "tone", "languages", "written_by", "reason", "instead")
    list_filter = ("kind", "reason", "instead", "group")
    date_hierarchy = "withdrawn_at"
