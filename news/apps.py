"""The Django app of the news."""

from django.apps import AppConfig
from django.db import connection
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class NewsConfig(AppConfig):
    name = "news"
    verbose_name = _("News")

    def ready(self) -> None:
        from news import checks, status  # noqa: F401  fill registries, which need the apps to be ready

        post_migrate.connect(_prepare_search, sender=self)


def _prepare_search(**_signal: object) -> None:
    from news import search

    if connection.vendor == "sqlite":
        search.prepare_sqlite()
