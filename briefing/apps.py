import ctypes

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _

# glibc's malloc.h
M_TRIM_THRESHOLD, M_ARENA_MAX = -1, -8
TRIM_BYTES = 128 * 1024


def return_freed_memory() -> None:
    """Lets malloc return freed memory to the system; does nothing without `mallopt(3)`.

    By default each thread gets an arena, and freeing a large block raises the threshold for keeping memory: a
    web process of eight threads kept 50 MB after a few minutes of load. One arena costs nothing, since
    Python's threads allocate one at a time. With a fixed threshold, blocks from 128 KiB on are returned each
    time.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_TRIM_THRESHOLD, TRIM_BYTES)


class BriefingConfig(AppConfig):
    name = "briefing"
    verbose_name = _("Operation")

    def ready(self) -> None:
        from briefing import checks  # noqa: F401  registering checks needs the apps to be ready
        from briefing.core import database
        from briefing.core.operations import error_reporting
        from briefing.core.operations.status import data, service, work  # noqa: F401  fill a registry that needs the apps

        return_freed_memory()
        error_reporting.start()
        connection_created.connect(database.set_timeouts)
