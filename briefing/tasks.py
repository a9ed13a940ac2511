"""Celery tasks: the clock's tick, the slots, and single jobs; registers the daily clean-up."""

import logging
from datetime import datetime, timedelta
from typing import get_args

from celery import current_app, shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from briefing import alerts
from briefing.core.models import Backup, Job
from briefing.core.outside.llm import budget
from briefing.core.web import limits
from briefing.core.work import heartbeat, jobs, leases, schedule
from briefing.core.work.jobs import handles
from briefing.core.work.retention import purge_all, purges

# So long after its time limit Celery kills a pool's process that could not end itself.
KILL_AFTER = 2 * leases.GRACE
BACKUP_RECORDS = timedelta(days=90)
log = logging.getLogger(__name__)


@shared_task
def tick() -> int:
    """Opens due slots, also those missed in an outage, and wakes workers for waiting rows; runs in beat."""
    now = timezone.now()
    heartbeat.beat("clock")
    for kind, slots in schedule.timetable().items():
        schedule.open_slot(kind, slots, now)
    # Usually all queues; in the embedded deployment, whose messages stay within the process, those it consumes.
    here = current_app.amqp.queues.consume_from
    return sum(_wake(queue, now) for queue in get_args(jobs.Queue) if queue in here)


def _wake(queue: jobs.Queue, now: datetime) -> int:
    rows = jobs.wake(now, queue)
    try:
        for row in rows:
            limit = (jobs.within(row.kind) + KILL_AFTER).total_seconds()
            run_job.apply_async((row.pk,), queue=queue, expires=300, time_limit=limit)
    except OperationalError:
        log.warning("the broker is unreachable: the messages are sent again in half a minute")
    return len(rows)


@shared_task
def open_slot(kind: str) -> bool:
    slots = schedule.timetable().get(kind)
    return slots is not None and schedule.open_slot(kind, slots)


@shared_task
def run_job(pk: int) -> bool:
    return jobs.run(pk, expendable=True)


@handles("briefing.purge", within=timedelta(minutes=10))
def purge(job: Job) -> str:
    return ", ".join(f"{name}: {count}" for name, count in purge_all(timezone.now()).items())


@handles("briefing.watch", within=timedelta(minutes=2), queue="urgent")
def watch(job: Job) -> str:
    return alerts.watch(timezone.now())


@handles(alerts.MAIL, within=timedelta(minutes=1), queue="urgent")
def send_alert(job: Job) -> str:
    return alerts.send(job)


purges("jobs")(jobs.purge)
purges("limits")(limits.purge)
purges("heartbeats")(heartbeat.forget_silent)
purges("backup records")(lambda now: Backup.objects.filter(made_at__lt=now - BACKUP_RECORDS).delete()[0])
purges("abandoned model calls")(budget.expire)
