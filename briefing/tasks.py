"""Doors for Celery: the clock tick, the slots, one job by its id; and the frame's own daily work."""

from celery import shared_task
from django.utils import timezone

from briefing.core import heartbeat, jobs, limits, schedule
from briefing.core.jobs import handles
from briefing.core.llm import budget
from briefing.core.models import Job
from briefing.core.retention import purge_all, purges


@shared_task
def tick() -> int:
    """Opens what is due, also after an outage, and wakes workers for waiting rows."""
    now = timezone.now()
    heartbeat.beat("worker")
    for kind, slots in schedule.timetable().items():
        schedule.open_slot(kind, slots, now)
    ids = jobs.wake(now)
    for pk in ids:
        run_job.apply_async((pk,), expires=300)
    return len(ids)


@shared_task
def open_slot(kind: str) -> bool:
    slots = schedule.timetable().get(kind)
    return slots is not None and schedule.open_slot(kind, slots)


@shared_task
def run_job(pk: int) -> bool:
    return jobs.run(pk)


@handles("briefing.purge")
def purge(job: Job) -> str:
    return ", ".join(f"{name}: {count}" for name, count in purge_all(timezone.now()).items())


purges("jobs")(jobs.purge)
purges("limits")(limits.purge)
purges("heartbeats")(heartbeat.forget_silent)
purges("abandoned model calls")(budget.expire)
