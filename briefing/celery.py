"""The Celery app.

Beat only ticks: what is due is computed from the database (`core/work/schedule.py`), so that outages of beat or
two beats at once have no effect.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")

app = Celery("briefing")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The only fixed entry: the tick. Slots are rows that staff can change (`core/work/schedule.py`).
app.conf.beat_schedule = {
    "tick": {"task": "briefing.tasks.tick", "schedule": 2.0, "options": {"expires": 10}}
}


@setup_logging.connect
def _logs_are_ours(**_: Any) -> None:
    """Prevents Celery from installing log handlers; Django's settings have configured logging already."""
