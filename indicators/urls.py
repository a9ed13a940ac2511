"""Pages and API of the agenda and the figures. The CSV precedes the page, whose pattern matches it too."""

from django.conf import settings
from django.urls import path, re_path

from indicators import api_views, views
from indicators.agenda import api_views as agenda_api
from indicators.agenda import views as agenda

app_name = "indicators"
LANGUAGE = "|".join(dict(settings.LANGUAGES))
urlpatterns = [
    path("agenda", agenda.agenda, name="agenda"),
    re_path(rf"^feeds/agenda/(?P<language>{LANGUAGE})\.ics$", agenda.calendar, name="agenda_calendar"),
    path("api/indicators", api_views.indicators, name="api_list"),
    path("api/indicators/<str:code>", api_views.indicator, name="api_series"),
    path("api/revisions", api_views.revisions, name="api_revisions"),
    path("api/agenda", agenda_api.agenda, name="api_agenda"),
    path("indicators/<slug:code>.csv", views.as_csv, name="csv"),
    path("indicators/<slug:code>", views.detail, name="detail"),
]
