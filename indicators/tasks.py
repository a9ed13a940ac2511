"""The task: the half-hourly refresh."""

from datetime import timedelta

from django.utils import timezone

from briefing.core.jobs import handles
from briefing.core.models import Job
from indicators.refresh import refresh


class NothingAnswered(Exception):
    """Every source failed: more likely our own connection than all of them, so the job is tried again."""


@handles("indicators.refresh", within=timedelta(minutes=8))
def refresh_indicators(job: Job) -> str:
    """Asks for what is due and says what it did."""
    report = refresh(now=timezone.now(), due_only=True)
    if report.asked and not report.answered:
        raise NothingAnswered(f"{report}; for example: {next(iter(report.failed.values()))}")
    return str(report)
