from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class BriefingConfig(AppConfig):
    name = "briefing"
    verbose_name = _("Operation")

    def ready(self) -> None:
        from briefing import checks  # noqa: F401  registering checks needs the apps to be ready
        from briefing.core import database, error_reporting, memory, paths  # noqa: F401  routes use its converter
        from briefing.core.status import data, network, service, work  # noqa: F401  fill a registry that needs the apps

        memory.give_back()
        error_reporting.start()
        connection_created.connect(database.set_timeouts)
