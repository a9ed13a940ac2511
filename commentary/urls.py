"""URLs of texts: API, log, receipts, past editions, listening, followed figures and unsubscribing."""

from django.urls import path, re_path

from commentary import api_views, views
from commentary.digests import views as digest_pages
from commentary.followed import views as followed

app_name = "commentary"
urlpatterns = [
    path("api/reads", api_views.reads, name="api_reads"),
    path("api/logs", api_views.logs, name="api_logs"),
    path("log", views.log, name="log"),
    path("log/<row:pk>", views.log_entry, name="entry"),
    path("texts/read/<row:pk>", views.read_receipts, name="receipts"),
    re_path(r"^edition/(?P<day>\d{4}-\d\d-\d\d)$", views.edition, name="edition"),
    path("away", views.absence, name="away"),
    path("listen", views.listen, name="listen"),
    re_path(r"^listen/(?P<day>\d{4}-\d\d-\d\d)$", views.listen, name="listen_day"),
    path("digest/unsubscribe", digest_pages.unsubscribe, name="unsubscribe"),
    path("followed", followed.figure, name="followed"),
    path("followed/stop", followed.stop, name="followed_stop"),
    path("followed/banks", followed.banks, name="followed_banks"),
    path("followed/delivery", followed.delivery, name="followed_delivery"),
    path("followed/unsubscribe", followed.unsubscribe, name="followed_off"),
]
