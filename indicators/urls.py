"""The figures' own pages. The CSV comes first, since its path also looks like a code."""

from django.urls import path

from indicators import views

app_name = "indicators"
urlpatterns = [
    path("indicators/<slug:code>.csv", views.as_csv, name="csv"),
    path("indicators/<slug:code>", views.detail, name="detail"),
]
