"""The clock: Celery's beat, whose entries run in the clock itself and wait behind no work."""

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

from briefing.core import watchdog
from briefing.core.machine_faults import full_disk, is_full_disk

# A clock that stood still for so long is held up by what Python cannot interrupt.
FROZEN_S = 180
# Below every supervisor's patience. What is broken off then is named again by the next clock.
ENDS_WITHIN_S = 10
log = logging.getLogger(__name__)


class Clock(Beat):  # type: ignore[misc]  # untyped
    """Beat that ends after its turn: within ten seconds of SIGTERM, whoever it waits for."""

    def run(self) -> None:
        super().run()
        signal.alarm(0)  # the turn is over, and Python may take its time to end

    def install_sync_handler(self, service: Service) -> None:
        """Beat's own handler asks the database, which may be in the midst of a statement: both then wait for ever."""

        def end(*_: Any) -> None:
            signal.alarm(ENDS_WITHIN_S)
            service.stop()

        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)


class _RunInProcess:
    """Runs an entry's task where beat would send a message for it. Each only opens and names rows."""

    app: Any
    # Beat's own waits for the broker before the first turn, and nothing is sent by it.
    producer = None
    said_at = float("-inf")

    def apply_async(self, entry: ScheduleEntry, *_: Any, advance: bool = True, **__: Any) -> None:
        if advance:
            self.reserve(entry)  # type: ignore[attr-defined]  # beat's own scheduler is the other base
        # Ends the process from outside of Python, with a traceback of each thread; its supervisor starts it anew.
        faulthandler.dump_traceback_later(FROZEN_S, exit=True)
        close_old_connections()
        try:
            self.app.tasks[entry.task](*(entry.args or ()), **(entry.kwargs or {}))
        except OperationalError as error:
            if not is_full_disk(error):
                raise
            self._log_once_a_minute(full_disk())
        finally:
            watchdog.alive()
            close_old_connections()

    def _log_once_a_minute(self, text: str) -> None:
        if time.monotonic() - self.said_at > 60:
            self.said_at = time.monotonic()
            log.error("%s", text)


class Timetable(_RunInProcess, DatabaseScheduler):  # type: ignore[misc]  # untyped
    """Production's beat, and the one of the embedded worker: entries and their last runs in the database."""


class Ticking(_RunInProcess, InMemory):  # type: ignore[misc]  # untyped
    """For a further embedded worker: the tick alone, since the other one opens the slots."""

    def setup_schedule(self) -> None:
        self.merge_inplace({"tick": self.app.conf.beat_schedule["tick"]})
