"""The Celery app and the whole timetable.

Beat is a clock: each entry only makes sure that the row of its slot exists. What is due is answered from
the database (`timetable.py`), so a beat that was away, or two beats at once, change nothing.
"""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")

app = Celery("briefing")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# kind of job -> its slots, in UTC. A slot's row is unique by (kind, slot time).
SLOTS: dict[str, crontab] = {
    "indicators.refresh": crontab(minute="2,32"),
    "portfolio.quotes": crontab(minute="4,34"),
    "news.ingest": crontab(minute="10,30,50"),
    "commentary.generate": crontab(minute="7"),
    "commentary.log": crontab(minute="7", hour="0,6,12,18"),
    "commentary.digest_daily": crontab(minute="30", hour="6", day_of_week="1-5"),
    "commentary.digest_weekly": crontab(minute="0", hour="17", day_of_week="0"),
    "briefing.purge": crontab(minute="40", hour="3"),
    "billing.reconcile": crontab(minute="10", hour="4"),
}

app.conf.beat_schedule = {
    "tick": {"task": "briefing.tasks.tick", "schedule": 2.0, "options": {"expires": 10}},
} | {
    kind: {"task": "briefing.tasks.open_slot", "schedule": slots, "args": [kind], "options": {"expires": 600}}
    for kind, slots in SLOTS.items()
}
