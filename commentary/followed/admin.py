"""Admin pages of messages about followed figures; read-only."""

from django.contrib import admin

from briefing.core.ledger_admin import LedgerAdmin
from commentary.followed.models import FollowMail


@admin.register(FollowMail)
class FollowMailAdmin(LedgerAdmin):
    list_display = ["created_at", "user", "slot", "state", "reason", "finished_at"]
    list_filter = ["state", "reason"]
    search_fields = ["user__email", "slot"]
    list_select_related = ["user"]
