"""The admin of rows that only the service writes: read and searched, never changed by hand."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from briefing.core.addresses import AddressError, normalise

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # generic for the type checker alone


class LedgerAdmin(ModelAdmin):
    """Everything is read-only; actions still work for who may view."""

    list_per_page = 50
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Readers are searched by addresses as they are kept, so that no look-alike finds another's account."""
        if any(str(name).rpartition("__")[2] == "email" for name in self.get_search_fields(request)):
            search_term = " ".join(map(_as_kept, search_term.split()))
            if not search_term.isascii():  # and PostgreSQL would find `i` by a dotless `ı`
                return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _as_kept(word: str) -> str:
    """The word, an address among them with its domain as it is stored."""
    try:
        return word if word.isascii() else normalise(word).mail
    except AddressError:
        return word
