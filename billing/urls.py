"""URLs of billing."""

from django.urls import path

from billing import api_views, views, webhooks

app_name = "billing"
urlpatterns = [
    path("api/billing/checkout", api_views.start_checkout, name="checkout"),
    path("api/billing/portal", api_views.open_portal, name="portal"),
    path("api/billing/status", api_views.show_access, name="status"),
    path("api/billing/webhook", webhooks.primary, name="webhook"),
    path("api/billing2/webhook", webhooks.secondary, name="webhook2"),
    path("pricing", views.pricing, name="pricing"),
    path("pricing/done", views.done, name="done"),
    path("pricing/cancelled", views.cancelled, name="cancelled"),
    path("settings/subscription", views.manage, name="manage"),
    path("settings/withdraw", views.withdraw, name="withdraw"),
]
