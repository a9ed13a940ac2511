from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from indicators import checks  # noqa: F401  importing it registers the system checks


class IndicatorsConfig(AppConfig):
    name = "indicators"
    verbose_name = _("Indicators")

    def ready(self) -> None:
        from indicators import status  # noqa: F401  fills a registry, which needs the apps to be ready
