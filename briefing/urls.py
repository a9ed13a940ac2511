"""The root URLs. Paths have no trailing slash, as in the specification."""

from django.contrib import admin
from django.urls import include, path, register_converter
from django.urls.converters import IntConverter

from briefing.core.api import schema
from briefing.mcp import endpoint
from briefing.pages import health, metrics, views


class RowId(IntConverter):
    """A row's id in canonical form (7, not 07, which would be a second address), within 64 bits."""

    regex = "[1-9][0-9]{0,17}"


register_converter(RowId, "row")

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.page, name="metrics"),
    path("api/schema", schema.schema, name="schema"),
    path("mcp", endpoint.mcp, name="mcp"),
    path("", views.dashboard, name="dashboard"),
    # Before the admin's own URLs: sign-in and sign-out are the readers'.
    path("", include("accounts.urls")),
    path("", include("indicators.urls")),
    path("", include("news.urls")),
    path("", include("commentary.urls")),
    path("", include("billing.urls")),
    path("", include("portfolio.urls")),
    path("", include("briefing.pages.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "briefing.core.web.errors.bad_request"
handler403 = "briefing.core.web.errors.permission_denied"
handler404 = "briefing.core.web.errors.not_found"
handler500 = "briefing.pages.outage.server_error"
