"""The doors for background work: the hourly reads at minute 07, the log every six hours, and the daily clearing."""

from datetime import datetime

from django.utils import timezone

from briefing.jobs import NotYet, handles
from briefing.models import Job
from briefing.purging import purges
from commentary import desk, keeping, log_desk


@handles("commentary.generate")
def generate(job: Job) -> str:
    """The cycle of the job's slot, so that a late or repeated run writes into the same hour."""
    report = desk.cycle(slot_time(job.key) or timezone.now())
    if report.empty and not (report.written or report.unchanged or report.taken):
        raise NotYet(f"{report}; asked again when figures may be there")
    return str(report)


@handles("commentary.log")
def write_log(job: Job) -> str:
    """The logs of the job's slot."""
    return str(log_desk.cycle(slot_time(job.key) or timezone.now()))


@purges("texts")
def purge(now: datetime) -> int:
    return keeping.purge(now)


def slot_time(key: str) -> datetime | None:
    """The moment that a slot's key names ("2026-11-21T13:07Z"); None for a job asked for by hand."""
    try:
        return datetime.strptime(key, "%Y-%m-%dT%H:%M%z")
    except ValueError:
        return None
