"""The portfolio's routes. Nothing here takes a holding but the two calls that say so."""

from django.urls import URLPattern

app_name = "portfolio"
urlpatterns: list[URLPattern] = []
