"""URLs of the portfolio. Only `api/analyze` and the encrypted copy take holdings."""

from django.urls import path

from portfolio import format_views, views
from portfolio.analysis import views as analysis_views
from portfolio.sync import views as sync_views

app_name = "portfolio"
urlpatterns = [
    path("portfolio", views.page, name="page"),
    path("api/universe", views.universe_view, name="universe"),
    path("api/analyze", analysis_views.analyze, name="analyze"),
    path("api/portfolio/format", format_views.find_format, name="format"),
    path("api/portfolio/sync", sync_views.copy, name="sync"),
    path("api/portfolio/sync/status", sync_views.status, name="sync_status"),
]
