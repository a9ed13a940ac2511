"""Paths of the news page and the news list."""

from django.urls import path

from news import views

app_name = "news"
urlpatterns = [
    path("news", views.page, name="page"),
    path("api/news", views.news_list, name="list"),
]
