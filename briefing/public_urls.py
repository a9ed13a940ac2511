"""Paths that need no session."""

from django.urls import path

from briefing import public

urlpatterns = [
    *(path(name, public.text, {"name": name}, name=name) for name in public.TEXTS),
    path("robots.txt", public.robots, name="robots"),
    path("sitemap.xml", public.sitemap, name="sitemap"),
    path("manifest.webmanifest", public.manifest, name="manifest"),
]
