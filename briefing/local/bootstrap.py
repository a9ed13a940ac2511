"""The first fill: figures, headlines and texts, in the order of their dependencies."""

from dataclasses import dataclass

from celery import current_app
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work import jobs, schedule
from commentary.models import IndicatorSummary
from indicators.models import IndicatorFigure, Release
from news.models import Headline
from portfolio import quotes


@dataclass(frozen=True)
class Step:
    kind: str
    name: str
    doing: str


STEPS = (
    Step("indicators.refresh", "Figures", "Fetching the figures …"),
    Step("indicators.agenda", "Agenda", "Reading the calendars …"),
    Step("news.ingest", "Headlines", "Fetching the headlines …"),
    Step("commentary.generate", "Texts", "Writing the texts …"),
    Step("portfolio.quotes", "Prices", "Fetching the prices of known tickers …"),
)


def missing() -> list[Step]:
    """Returns the steps without a result in the database, those interrupted by a killed start included."""
    have = {
        "indicators.refresh": IndicatorFigure.objects.exists(),
        "indicators.agenda": Release.objects.exists(),
        "news.ingest": Headline.objects.exists(),
        "commentary.generate": IndicatorSummary.objects.exists(),
        "portfolio.quotes": quotes.filled(),
    }
    return [step for step in STEPS if not have[step.kind] or _broken_off(step.kind)]


def _broken_off(kind: str) -> bool:
    rows = Job.objects.filter(kind=kind)
    return rows.exists() and not rows.filter(state=Job.State.DONE).exists()


def run(step: Step) -> str:
    """Runs the latest slot's job in this process, under its own row, so that the clock does not repeat it."""
    current_app.loader.import_default_modules()
    slots = schedule.timetable().get(step.kind)
    if slots is None:
        return "switched off in the timetable"
    schedule.open_slot(step.kind, slots)
    row = Job.objects.filter(kind=step.kind).order_by("-key").first()
    if row is None:
        return "nothing is due"
    # An earlier start failed or produced nothing: a new start does not wait for the backoff.
    Job.objects.filter(pk=row.pk).exclude(state=Job.State.RUNNING).update(
        state=Job.State.NEW, not_before=timezone.now(), attempts=0
    )
    jobs.run(row.pk)
    row.refresh_from_db()
    return row.outcome or row.get_state_display()
