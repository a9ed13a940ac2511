"""Base classes of the admin: permissions, the action log and read-only rows.

Beyond Django's permissions there are `support_…` for granting credit and resending, and `operate_…` for all
other actions. `accounts.models.User.has_perm` maps them to roles.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import structlog
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from briefing.core.addresses import AddressError, normalise

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # generic for the type checker only

# What the filters of a list ask of their columns.
LOOKUPS = {"exact", "in", "isnull", "isempty", "gte", "lt", "year", "month", "day"}
log = structlog.get_logger(__name__)


class LedgerInline:
    """An inline whose rows can only be viewed."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class StaffAdmin(ModelAdmin):
    """Checks the permission that an action names: `@admin.action(permissions=["support"])` or `["operate"]`."""

    def has_support_permission(self, request: HttpRequest) -> bool:
        return self._has_role(request, "support")

    def has_operate_permission(self, request: HttpRequest) -> bool:
        return self._has_role(request, "operate")

    def _has_role(self, request: HttpRequest, verb: str) -> bool:
        may: bool = request.user.has_perm(f"{self.opts.app_label}.{verb}_{self.opts.model_name}")
        return may

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Accepts only what a filter of the list asks.

        Django accepts every lookup of the table's own columns. From those of a column that no page shows its value
        could be guessed, and the database refuses some (`email__regex=(`) with an error.
        """
        column, _, name = lookup.rpartition("__")
        offered = {self.date_hierarchy, *map(_filtered_by, self.list_filter)}
        asked = lookup in offered or (column in offered and name in LOOKUPS)
        return asked and bool(super().lookup_allowed(lookup, value, request))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Treats out-of-range filter values (the year 99999) as invalid filters instead of server errors."""
        try:
            return super().get_changelist_instance(request)
        except (ValueError, OverflowError):
            raise IncorrectLookupParameters from None

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        for key in request.POST.getlist("_selected_action"):
            try:
                self.opts.pk.clean(key, None)
            except ValidationError:
                raise BadRequest("a chosen row is none") from None
        return super().changelist_view(request, extra_context)

    def log_done(self, request: HttpRequest, rows: Iterable[Model], what: str) -> None:
        """Writes an action to the admin's log, one entry per row.

        The entry outlives the row and so names it by its key only: a row's text may be an e-mail address.
        """
        rows = list(rows)
        kind = ContentType.objects.get_for_model(self.model, for_concrete_model=False)
        LogEntry.objects.bulk_create(
            LogEntry(
                user_id=int(request.user.pk or 0), content_type=kind, object_id=str(row.pk), object_repr=str(row.pk),
                action_flag=CHANGE, change_message=what,
            )
            for row in rows
        )  # fmt: skip
        self._event(request, what, len(rows))

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._event(request, "added", 1)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self._event(request, "changed", 1)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        self._event(request, "deleted", len(queryset))
        return super().log_deletions(request, queryset)

    def _event(self, request: HttpRequest, what: str, count: int) -> None:
        log.info(
            "admin_action", kind=f"{self.opts.label_lower}: {what}", count=count, user_id=request.user.pk
        )


class LedgerAdmin(StaffAdmin):
    """Read-only admin for rows that the service writes; actions work for staff with the permission."""

    list_per_page = 50
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Normalises e-mail addresses in the search term, so that a look-alike matches no other account."""
        if any(str(name).rpartition("__")[2] == "email" for name in self.get_search_fields(request)):
            search_term = " ".join(map(_as_stored, search_term.split()))
            if not search_term.isascii():  # PostgreSQL would match `i` for a dotless `ı`
                return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _filtered_by(entry: Any) -> str:
    """Returns the query parameter, or the column, of an entry of `list_filter`."""
    if isinstance(entry, str | tuple):
        return entry if isinstance(entry, str) else str(entry[0])
    return str(entry.parameter_name)


def _as_stored(word: str) -> str:
    """Returns the word; an e-mail address in the form in which it is stored."""
    try:
        return word if word.isascii() else normalise(word).mail
    except AddressError:
        return word
