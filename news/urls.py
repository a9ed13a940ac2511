"""URLs of the news pages and the news API."""

from django.urls import path

from news import muted, views

app_name = "news"
urlpatterns = [
    path("news", views.page, name="page"),
    path("news/muted", muted.names, name="muted"),
    path("news/publishers", muted.publishers, name="publishers"),
    path("api/news", views.news_list, name="list"),
]
