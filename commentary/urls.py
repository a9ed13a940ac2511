"""Paths of the strategic log."""

from django.urls import path

from commentary import views

app_name = "commentary"
urlpatterns = [
    path("log", views.log, name="log"),
    path("log/<int:pk>", views.log_entry, name="entry"),
]
