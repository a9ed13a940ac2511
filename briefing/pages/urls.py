"""URLs of pages that need several apps; a private feed's path contains everything but its secret."""

from django.urls import include, path, re_path

from briefing.pages import api_docs, feeds, methods, my_page, offline, public, stories
from briefing.pages.cards import views as cards
from indicators.urls import LANGUAGE

TONE = "(?P<tone>novice|intermediate|pro)"
LAST = rf"(?P<language>{LANGUAGE})\.(?P<form>atom|json)$"
feed_urls = [
    re_path(rf"^feeds/log/{TONE}/{LAST}", feeds.log, name="log"),
    re_path(rf"^feeds/reads/(?P<group>[a-z][a-z0-9_]*)/{TONE}/{LAST}", feeds.reads, name="reads"),
    re_path(rf"^feeds/followed/{TONE}/{LAST}", feeds.followed, name="followed"),
    re_path(rf"^feeds/news/{LAST}", feeds.news, name="news"),
]

CARD = r"(?P<language>[a-z]{2})\.(?P<image>png|svg)$"
card_urls = [
    re_path(rf"^cards/indicator/(?P<code>[A-Z][A-Z0-9]{{1,11}})/{CARD}", cards.figure, name="indicator"),
    re_path(rf"^cards/edition/(?P<day>\d{{4}}-\d\d-\d\d)/{CARD}", cards.edition, name="edition"),
]

urlpatterns = [
    *(path(name, public.text, {"name": name}, name=name) for name in public.TEXTS),
    path("", include((feed_urls, "feeds"))),
    path("", include((card_urls, "cards"))),
    path("api/docs", api_docs.page, name="api_docs"),
    path("my-page", my_page.arrange, name="my_page"),
    path("news/<row:pk>", stories.story, name="story"),
    path("methods", methods.page, name="methods"),
    path("sw.js", offline.worker, name="worker"),
    path("offline", offline.page, name="offline"),
    path("robots.txt", public.robots, name="robots"),
    path("sitemap.xml", public.sitemap, name="sitemap"),
    path("manifest.webmanifest", public.manifest, name="manifest"),
]
