"""The jobs: the half-hourly refresh of figures, and the refresh of release calendars."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from briefing.core.models import Job
from briefing.core.outside import reachability
from briefing.core.work.jobs import Foreseen, handles
from indicators.agenda import refresh as agenda
from indicators.refresh import refresh


class AllSourcesFailed(Foreseen):
    """Every source failed, most likely because of our own connection, so the job is retried."""

    def __init__(self, report: object, failed: Mapping[str, str]) -> None:
        why = reachability.MARK if reachability.outage() else f"for example: {next(iter(failed.values()))}"
        super().__init__(f"{report}; {why}")


@handles("indicators.refresh", within=timedelta(minutes=8))
def refresh_indicators(job: Job) -> str:
    """Refreshes the symbols that are due; returns a summary."""
    report = refresh(now=timezone.now(), due_only=True)
    if report.requested and not report.answered:
        raise AllSourcesFailed(report, report.failed)
    return str(report)


@handles("indicators.agenda", within=timedelta(minutes=8))
def refresh_agenda(job: Job) -> str:
    """Refreshes the release calendars and notifies staff of late figures; returns a summary."""
    report = agenda.refresh(timezone.now())
    if report.requested and len(report.failed) == report.requested:
        raise AllSourcesFailed(report, report.failed)
    return str(report)
