"""Paths that need no session."""

from django.urls import path

from briefing.pages import methods, offline, public

urlpatterns = [
    *(path(name, public.text, {"name": name}, name=name) for name in public.TEXTS),
    path("methods", methods.page, name="methods"),
    path("sw.js", offline.worker, name="worker"),
    path("offline", offline.page, name="offline"),
    path("robots.txt", public.robots, name="robots"),
    path("sitemap.xml", public.sitemap, name="sitemap"),
    path("manifest.webmanifest", public.manifest, name="manifest"),
]
