"""The app of the headlines."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NewsConfig(AppConfig):
    name = "news"
    verbose_name = _("News")

    def ready(self) -> None:
        from news import checks  # noqa: F401  registering a check needs the apps to be ready
