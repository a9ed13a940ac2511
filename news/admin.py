"""Admin pages of feeds, headlines and runs."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from briefing.core.operations import notices
from briefing.core.operations.ledger_admin import LedgerAdmin, StaffAdmin
from briefing.core.web import cache_versions
from news.feeds import clean, remedies, state
from news.models import Feed, Headline, Run

STATE = (
    "last_checked_at", "last_ok_at", "next_check_at", "failures", "last_error_code", "last_error", "remedy",
    "repairs", "disabled_at", "disabled_reason", "gone", "ttl_s", "redirect_to", "redirect_count",
)  # fmt: skip


@admin.register(Feed)
class FeedAdmin(StaffAdmin):
    """Feeds are disabled instead of deleted, so that their headlines stay and feeds.toml does not add them again."""

    list_display = (
        "publisher", "title", "lang", "category", "enabled", "failures", "last_ok_at", "last_error", "remedy",
    )  # fmt: skip
    list_filter = ("enabled", "paid", "last_error_code", "category", "lang", "sample")
    search_fields = ("title", "publisher", "url")
    ordering = ("enabled", "-failures", "publisher")
    readonly_fields = ("slug", "sample", *STATE)
    fieldsets = (
        (None, {"fields": ("url", "title", "publisher", "homepage", "lang", "category", "enabled", "slug", "sample")}),
        (_("Terms"), {"fields": ("paid", "stored", "terms")}),
        (_("State"), {"fields": STATE}),
    )  # fmt: skip
    actions = ("enable", "disable")
    list_per_page = 50

    @admin.display(description=_("what to do"))
    def remedy(self, feed: Feed) -> str:
        return remedies.remedy(feed.last_error_code)

    @admin.action(permissions=["operate"], description=_("Enable and reset the failures"))
    def enable(self, request: HttpRequest, queryset: QuerySet[Feed]) -> None:
        feeds = list(queryset)
        for feed in feeds:
            feed.enable()
            feed.save()
            _settled(feed)
        self.log_done(request, feeds, "enabled")
        text = ngettext("%(count)d feed enabled.", "%(count)d feeds enabled.", len(feeds))
        self.message_user(request, text % {"count": len(feeds)}, messages.SUCCESS)

    @admin.action(permissions=["operate"], description=_("Disable (no longer fetched)"))
    def disable(self, request: HttpRequest, queryset: QuerySet[Feed]) -> None:
        feeds = list(queryset)  # evaluated now, since the action changes what the list may be filtered by
        # Without `disabled_at`, since feeds disabled by staff are not probed.
        queryset.update(enabled=False, disabled_at=None, disabled_reason="")
        self.log_done(request, feeds, "disabled")
        text = ngettext("%(count)d feed disabled.", "%(count)d feeds disabled.", len(feeds))
        self.message_user(request, text % {"count": len(feeds)}, messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: Feed, form: Any, change: bool) -> None:
        """Clears validators for a new URL and failures on enabling; disabling by staff stops the probes."""
        obj.title, obj.publisher = clean.one_line(obj.title), clean.one_line(obj.publisher)
        if "url" in form.changed_data:
            obj.etag = obj.last_modified = obj.body_digest = obj.redirect_to = ""
            obj.redirect_count = 0
        if change and "enabled" in form.changed_data:
            if obj.enabled:
                obj.enable()
                _settled(obj)
            else:
                obj.disabled_at, obj.disabled_reason = None, ""
        super().save_model(request, obj, form, change)
        cache_versions.invalidate("news")  # in the page's transaction

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _settled(feed: Feed) -> None:
    for kind in (state.DISABLED, state.ANSWERS):
        notices.resolve(kind, str(feed.pk))


@admin.register(Headline)
class HeadlineAdmin(LedgerAdmin):
    list_display = ("title", "feed", "lang", "tags", "published_at")
    list_filter = ("lang", "feed__publisher")
    search_fields = ("title",)
    list_select_related = ("feed",)
    exclude = ("words",)
    ordering = ("-published_at", "-id")
    show_full_result_count = False


@admin.register(Run)
class RunAdmin(LedgerAdmin):
    list_display = ("started_at", "finished_at", "feeds", "unchanged", "failed", "headlines", "key")
    ordering = ("-started_at",)
