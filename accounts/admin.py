"""Admin pages of readers and their records. No page shows a code or a secret."""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import credit
from accounts.models import AccessToken, Acknowledgement, Referral, User
from accounts.passkeys.models import Passkey
from briefing.core.operations.ledger_admin import LedgerAdmin


class GrantForm(ActionForm):
    """The number of days of the action "grant credit"."""

    days = forms.IntegerField(label=_("days"), min_value=1, max_value=3660, required=False, initial=30)


@admin.register(User)
class UserAdmin(LedgerAdmin):
    list_display = [
        "email",
        "tier",
        "lang",
        "credit_until",
        "digest_opt_in",
        "is_staff",
        "staff_role",
        "date_joined",
        "last_seen_on",
    ]
    list_filter = ["tier", "lang", "is_staff", "staff_role", "digest_opt_in"]
    search_fields = ["email", "referral_code", "billing_customer_id", "billing2_customer_id"]
    ordering = ["-date_joined"]
    exclude = ["session_epoch"]
    actions = ["grant_credit"]
    action_form = GrantForm

    @admin.action(permissions=["support"], description=_("Grant credit for the given number of days"))
    def grant_credit(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        form = GrantForm(request.POST)
        form.fields.pop("action")  # the action itself is not validated here
        days = form.cleaned_data.get("days") if form.is_valid() else None
        if not days:
            self.message_user(request, _("Enter a number of days between 1 and 3660."), messages.ERROR)
            return
        for user in queryset:
            until = credit.grant(user.pk, days=days)
            self.log_done(request, [user], f"credit +{days} days, until {until:%Y-%m-%d}")
        count = len(queryset)
        self.message_user(request, ngettext("Credit granted to one reader.", "Credit granted to %(count)d readers.",
                                            count) % {"count": count})  # fmt: skip


@admin.register(Passkey)
class PasskeyAdmin(LedgerAdmin):
    """Read-only list of passkeys; readers change theirs in the settings, operators with `passkey_link`."""

    list_display = ["user", "opens_admin", "backed_up", "created_at", "last_used_at", "refused_at"]
    list_filter = ["opens_admin", ("refused_at", admin.EmptyFieldListFilter)]
    search_fields = ["user__email"]
    list_select_related = ["user"]
    fields = ["user", "opens_admin", "backed_up", "created_at", "last_used_at", "refused_at"]
    ordering = ["-created_at"]


@admin.register(AccessToken)
class AccessTokenAdmin(LedgerAdmin):
    """Read-only list of access tokens and their last use, without the hashes."""

    list_display = ["user", "name", "created_at", "last_used_on"]
    search_fields = ["user__email", "name"]
    list_select_related = ["user"]
    fields = ["user", "name", "created_at", "last_used_on"]
    ordering = ["-created_at"]


@admin.register(Acknowledgement)
class AcknowledgementAdmin(LedgerAdmin):
    list_display = ["user", "version", "lang", "accepted_at"]
    list_filter = ["version", "lang"]
    search_fields = ["user__email"]
    list_select_related = ["user"]


@admin.register(Referral)
class ReferralAdmin(LedgerAdmin):
    list_display = ["referrer", "referred", "created_at", "converted_at", "credited_at", "lapsed_at",
                    "lapse_reason", "taken_back_at"]  # fmt: skip
    list_filter = ["lapse_reason"]
    search_fields = ["referrer__email", "referred__email"]
    list_select_related = ["referrer", "referred"]
