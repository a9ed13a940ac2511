"""The admin site: requires a recently confirmed session and has no password pages."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.passkeys import proofs
from briefing.core import origin

View = Callable[..., HttpResponse]
NOT_OURS = {"password_change", "password_change_done"}


class StaffSite(AdminSite):
    def has_permission(self, request: HttpRequest) -> bool:
        """Checked on every admin page; `accounts.views.admin_login` redirects those without permission."""
        return isinstance(request.user, User) and proofs.admin_open(request, request.user)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Says on every page that the data are samples."""
        context = super().each_context(request)
        if origin.is_sample():
            named = f"{self.site_header} · {_('Sample data')}"
            context |= {"site_header": named, "site_title": named}
        return context

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Leaves out the password pages: accounts have no passwords."""
        return [url for url in super().get_urls() if getattr(url, "name", "") not in NOT_OURS]

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Refuses POST fields with NUL bytes, which PostgreSQL rejects; `NullBytesMiddleware` checks the query."""

        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if any("\0" in value for _name, values in request.POST.lists() for value in values):
                raise BadRequest("a form field has a NUL byte")
            answer: HttpResponse = view(request, *args, **kwargs)
            return answer

        checked.csrf_exempt = getattr(view, "csrf_exempt", False)  # type: ignore[attr-defined]
        return super().admin_view(checked, cacheable)
