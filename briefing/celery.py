"""The Celery app.

Beat is a clock: what is due is answered from the database (`core/schedule.py`), so a beat that was away, or
two beats at once, change nothing.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")

app = Celery("briefing")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The one entry that staff do not change: the clock itself. The slots are rows (`core/schedule.py`).
app.conf.beat_schedule = {
    "tick": {"task": "briefing.tasks.tick", "schedule": 2.0, "options": {"expires": 10}}
}


@setup_logging.connect
def _logs_are_ours(**_: Any) -> None:
    """A receiver keeps Celery from making handlers of its own; Django's settings made ours before."""
