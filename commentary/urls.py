"""Paths of the strategic log."""

from django.urls import path

from commentary import views
from commentary.digests import views as digest_pages

app_name = "commentary"
urlpatterns = [
    path("log", views.log, name="log"),
    path("log/<int:pk>", views.log_entry, name="entry"),
    path("digest/unsubscribe", digest_pages.unsubscribe, name="unsubscribe"),
]
