"""The tasks: the half-hourly refresh of figures, and the reading of the calendars of releases."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from briefing.core import reachability
from briefing.core.jobs import Foreseen, handles
from briefing.core.models import Job
from indicators.agenda import refresh as agenda
from indicators.refresh import refresh


class AllSourcesFailed(Foreseen):
    """Every source failed: more likely our own connection than all of them, so the job is tried again."""

    def __init__(self, report: object, failed: Mapping[str, str]) -> None:
        why = reachability.MARK if reachability.outage() else f"for example: {next(iter(failed.values()))}"
        super().__init__(f"{report}; {why}")


@handles("indicators.refresh", within=timedelta(minutes=8))
def refresh_indicators(job: Job) -> str:
    """Asks for what is due and says what it did."""
    report = refresh(now=timezone.now(), due_only=True)
    if report.requested and not report.answered:
        raise AllSourcesFailed(report, report.failed)
    return str(report)


@handles("indicators.agenda", within=timedelta(minutes=8))
def refresh_agenda(job: Job) -> str:
    """Reads the calendars, tells staff what is late, and says what it did."""
    report = agenda.refresh(timezone.now())
    if report.requested and len(report.failed) == report.requested:
        raise AllSourcesFailed(report, report.failed)
    return str(report)
