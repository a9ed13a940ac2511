"""The half-hourly job that fetches the universe's closes, and their purge."""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work.jobs import handles
from briefing.core.work.retention import purges
from indicators.tasks import AllSourcesFailed
from portfolio import importing, quotes, universe
from portfolio.models import InstrumentMap

SAMPLE_INSTRUMENTS = Path(__file__).with_name("sample_instruments.json")


@handles("portfolio.quotes", within=timedelta(minutes=8))
def refresh_quotes(job: Job) -> str:
    """Fetches closes that are due and returns a summary; sample mode first imports sample instruments."""
    if settings.SAMPLE_DATA and not InstrumentMap.objects.exists():
        importing.store(importing.read(SAMPLE_INSTRUMENTS), sample=True)
    report = quotes.refresh(timezone.now())
    universe.prepare()
    if report.requested and not report.answered:
        raise AllSourcesFailed(report, report.failed)
    return str(report)


@purges("closes of the universe")
def purge_closes(now: datetime) -> int:
    return quotes.purge(now)
