"""The clock: Celery's beat, whose entries run in the clock itself and wait behind no work."""

import faulthandler
from typing import Any

from celery.beat import ScheduleEntry
from celery.beat import Scheduler as InMemory
from django.db import close_old_connections
from django_celery_beat.schedulers import DatabaseScheduler

from briefing.core import watchdog

# A clock that stood still for so long is held up by what Python cannot interrupt.
FROZEN_S = 180


class _Here:
    """Runs an entry's task where beat would send a message for it. Each only opens and names rows."""

    app: Any

    def apply_async(self, entry: ScheduleEntry, *_: Any, advance: bool = True, **__: Any) -> None:
        if advance:
            self.reserve(entry)  # type: ignore[attr-defined]  # beat's own scheduler is the other base
        # Ends the process from outside of Python, with a traceback of each thread; its supervisor starts it anew.
        faulthandler.dump_traceback_later(FROZEN_S, exit=True)
        close_old_connections()
        try:
            self.app.tasks[entry.task](*(entry.args or ()), **(entry.kwargs or {}))
        finally:
            watchdog.alive()
            close_old_connections()


class Timetable(_Here, DatabaseScheduler):  # type: ignore[misc]  # untyped
    """Production's beat, and the one of the embedded worker: entries and their last runs in the database."""


class Ticking(_Here, InMemory):  # type: ignore[misc]  # untyped
    """For a further embedded worker: the tick alone, since the other one opens the slots."""

    def setup_schedule(self) -> None:
        self.merge_inplace({"tick": self.app.conf.beat_schedule["tick"]})
