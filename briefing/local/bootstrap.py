"""The first fill: figures, headlines, texts, in the order in which each needs the one before."""

from dataclasses import dataclass

from celery import current_app
from django.utils import timezone

from briefing.core import jobs, schedule
from briefing.core.models import Job
from commentary.models import IndicatorSummary
from indicators.models import IndicatorFigure, Release
from news.models import Headline
from portfolio import quotes


@dataclass(frozen=True)
class Step:
    """A kind of work and the words for it."""

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
    """The steps whose result is not in the database yet, also because an earlier start was killed in one."""
    have = {
        "indicators.refresh": IndicatorFigure.objects.exists(),
        "indicators.agenda": Release.objects.exists(),
        "news.ingest": Headline.objects.exists(),
        "commentary.generate": IndicatorSummary.objects.exists(),
        "portfolio.quotes": quotes.filled(),
    }
    return [step for step in STEPS if not have[step.kind] or _broken_off(step.kind)]


def _broken_off(kind: str) -> bool:
    """Whether this work was begun and never once finished."""
    rows = Job.objects.filter(kind=kind)
    return rows.exists() and not rows.filter(state=Job.State.DONE).exists()


def run(step: Step) -> str:
    """Does the newest slot's work here and now, under its own row, so that the clock does not do it again."""
    current_app.loader.import_default_modules()
    slots = schedule.timetable().get(step.kind)
    if slots is None:
        return "switched off in the timetable"
    schedule.open_slot(step.kind, slots)
    row = Job.objects.filter(kind=step.kind).order_by("-key").first()
    if row is None:
        return "nothing is due"
    # An earlier start failed at it, or did it and nothing came of it: whoever starts again waits for no back-off.
    Job.objects.filter(pk=row.pk).exclude(state=Job.State.RUNNING).update(
        state=Job.State.NEW, not_before=timezone.now(), attempts=0
    )
    jobs.run(row.pk)
    row.refresh_from_db()
    return row.outcome or row.get_state_display()
