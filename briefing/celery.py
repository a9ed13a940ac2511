"""The Celery app.

Beat is a clock: what is due is answered from the database (`core/schedule.py`), so a beat that was away, or
two beats at once, change nothing.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")

app = Celery("briefing")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The one entry that staff do not change: the clock itself. The slots are rows (`core/schedule.py`).
app.conf.beat_schedule = {
    "tick": {"task": "briefing.tasks.tick", "schedule": 2.0, "options": {"expires": 10}}
}
