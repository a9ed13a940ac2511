"""Celery beat that runs its entries in its own process, so that they never wait in a queue."""

import faulthandler
import logging
import os
import signal
import time
from typing import Any

from celery.apps.beat import Beat
from celery.beat import ScheduleEntry, Service
from celery.beat import Scheduler as InMemory
from django.db import OperationalError, close_old_connections
from django_celery_beat.schedulers import DatabaseScheduler

from briefing.core.operations.machine_faults import full_disk, is_full_disk
from briefing.core.work import heartbeat

# A beat stuck for this long is blocked in a call that Python cannot interrupt.
FROZEN_S = 180
# Below every supervisor's stop timeout. Unfinished work is scheduled again by the next beat.
ENDS_WITHIN_S = 10
log = logging.getLogger(__name__)


class Clock(Beat):  # type: ignore[misc]  # untyped
    """Beat that stops after the current entry, at most ten seconds after SIGTERM."""

    def run(self) -> None:
        super().run()
        signal.alarm(0)  # the entry has ended, and Python may take longer to exit

    def install_sync_handler(self, service: Service) -> None:
        """Stops without querying the database: beat's handler may interrupt a statement and deadlock on it."""

        def end(*_: Any) -> None:
            signal.alarm(ENDS_WITHIN_S)
            service.stop()

        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)


class _RunInProcess:
    """Runs an entry's task in this process instead of sending a message; the tasks only create or open job rows."""

    app: Any
    # Beat's own producer connects to the broker before the first entry, and nothing is sent here.
    producer = None
    said_at = float("-inf")

    def apply_async(self, entry: ScheduleEntry, *_: Any, advance: bool = True, **__: Any) -> None:
        if advance:
            self.reserve(entry)  # type: ignore[attr-defined]  # defined by beat's scheduler, the other base class
        # Ends a stuck process from outside of Python with all threads' tracebacks; its supervisor restarts it.
        faulthandler.dump_traceback_later(FROZEN_S, exit=True)
        close_old_connections()
        try:
            self.app.tasks[entry.task](*(entry.args or ()), **(entry.kwargs or {}))
        except OperationalError as error:
            if not is_full_disk(error):
                raise
            self._log_once_a_minute(full_disk())
        finally:
            heartbeat.notify_systemd()
            close_old_connections()

    def _log_once_a_minute(self, text: str) -> None:
        if time.monotonic() - self.said_at > 60:
            self.said_at = time.monotonic()
            log.error("%s", text)


class Timetable(_RunInProcess, DatabaseScheduler):  # type: ignore[misc]  # untyped
    """The scheduler of production and of the first embedded worker, with entries and last runs in the database."""


class Ticking(_RunInProcess, InMemory):  # type: ignore[misc]  # untyped
    """The scheduler of further embedded workers: runs only the tick, since the first one opens the slots."""

    def setup_schedule(self) -> None:
        self.merge_inplace({"tick": self.app.conf.beat_schedule["tick"]})
