"""Paths of the private feeds; what they show is in the path, the secret in the query alone."""

from django.urls import re_path

from briefing.pages import feeds

app_name = "feeds"
LAST = r"(?P<language>en|it)\.(?P<form>atom|json)$"
urlpatterns = [
    re_path(rf"^feeds/log/(?P<tone>novice|intermediate|pro)/{LAST}", feeds.log, name="log"),
    re_path(rf"^feeds/news/{LAST}", feeds.news, name="news"),
]
