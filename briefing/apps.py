from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BriefingConfig(AppConfig):
    name = "briefing"
    verbose_name = _("Frame")

    def ready(self) -> None:
        from briefing import checks  # noqa: F401  registering checks needs the apps to be ready
        from briefing.core import error_reporting

        error_reporting.start()
