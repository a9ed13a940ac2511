"""The root URLs. Paths have no trailing slash, as in the specification."""

from django.contrib import admin
from django.urls import include, path

from briefing.core import schema
from briefing.mcp import endpoint
from briefing.pages import health, metrics, views

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

handler400 = "briefing.core.errors.bad_request"
handler403 = "briefing.core.errors.permission_denied"
handler404 = "briefing.core.errors.not_found"
handler500 = "briefing.pages.outage.server_error"
